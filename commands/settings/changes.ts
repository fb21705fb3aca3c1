import { MemberError } from '../../src/errors.ts';
import { MODE_NAMES } from '../../src/moderation/settings/modes.ts';
import {
  CHANNEL_MODES_MAX,
  channelsOfMode,
  MOST_CHOICES,
  type ModerationSettings,
  ONE_CHANNEL_FIELDS,
  type OneChannelField,
  PROMPT_READERS,
  SPOILERS,
  SWITCHES,
} from '../../src/moderation/settings/settings.ts';
import { CATEGORIES } from '../../src/moderation/words/starter-lists.ts';
import type { CommandContext } from '../support/context.ts';
import { SECTION_OF } from './changed-sections.ts';
import { CHANNEL_FIELDS, NAME_FIELDS, ROLE_FIELDS, type Section } from './fields.ts';
import { stampOf } from './stamps.ts';

/** What a choice in a menu means: in which part it was made, and what the settings are afterwards. */
export interface Change {
  section: Section;
  apply(before: ModerationSettings): ModerationSettings;
  /** Whether the menu was drawn with another list than there is now: then nothing is applied. */
  isStale?(before: ModerationSettings): boolean;
  /** Has to be open to Easel before it is taken. */
  channelToTry?: { id: string; field: OneChannelField };
}

const ID = /^\d{17,20}$/;
/** The field, and the stamp of what its menu showed. */
const STAMPED = /^(.*?)(?:-([0-9a-f]{8}))?$/;

/**
 * @throws MemberError for a menu that Easel does not have (any more), and for values that it does not offer; where too much is
 * set then, `apply` does.
 */
export function changeOf(control: string, values: readonly string[], texts: CommandContext['texts']): Change {
  const { refusals } = texts;
  const [, field = '', stamp] = STAMPED.exec(control) ?? [];
  const unknown = new MemberError(refusals.unknownButton);
  const [value] = values;
  const idField = [...CHANNEL_FIELDS, ...ROLE_FIELDS].find((one) => one === field);
  if (idField !== undefined) {
    if (!values.every((id) => ID.test(id))) throw unknown;
    return {
      section: SECTION_OF[idField],
      isStale: (before) => stampOf(before[idField]) !== stamp,
      apply: (before) => ({ ...before, [idField]: [...values] }),
    };
  }
  if (field === 'modelIds' || field === 'ratios') {
    return {
      section: SECTION_OF[field],
      isStale: (before) => stampOf(before[field]) !== stamp,
      apply: (before) => {
        const offered: readonly string[] = [...NAME_FIELDS[field], ...before[field]];
        if (!values.every((name) => offered.includes(name))) throw unknown;
        return { ...before, [field]: [...values] };
      },
    };
  }
  const channelField = ONE_CHANNEL_FIELDS.find((one) => one === field);
  if (channelField) {
    if (value !== undefined && !ID.test(value)) throw unknown;
    return {
      section: SECTION_OF[channelField],
      apply: (before) => ({ ...before, [channelField]: value ?? null }),
      ...(value === undefined ? {} : { channelToTry: { id: value, field: channelField } }),
    };
  }
  const ofChannels = MODE_NAMES.find((mode) => field === `mode-${mode}`);
  if (ofChannels) {
    if (!values.every((id) => ID.test(id))) throw unknown;
    return {
      section: 'modes',
      isStale: (before) => stampOf(channelsOfMode(before, ofChannels)) !== stamp,
      apply: (before) => {
        const others = Object.entries(before.modes).filter(([, mode]) => mode !== ofChannels);
        // Of those that the menu does not show nothing was chosen.
        const chosen = [...values, ...channelsOfMode(before, ofChannels).slice(MOST_CHOICES)];
        const modes = Object.fromEntries([...others, ...chosen.map((id) => [id, ofChannels] as const)]);
        if (Object.keys(modes).length > CHANNEL_MODES_MAX) {
          throw new MemberError(texts.moderation.settings.tooManyModes(CHANNEL_MODES_MAX));
        }
        return { ...before, modes };
      },
    };
  }
  const defaultMode = MODE_NAMES.find((one) => one === value);
  if (field === 'defaultMode' && defaultMode) {
    return { section: 'modes', apply: (before) => ({ ...before, defaultMode }) };
  }
  const category = CATEGORIES.find((one) => field === `category-${one}`);
  const to = SWITCHES.find((one) => one === value);
  if (category && to) {
    return {
      section: 'categories',
      apply: (before) => ({ ...before, categories: { ...before.categories, [category]: to } }),
    };
  }
  const spoiler = SPOILERS.find((one) => one === value);
  if (field === 'spoiler' && spoiler) return { section: 'results', apply: (before) => ({ ...before, spoiler }) };
  const prompts = PROMPT_READERS.find((one) => one === value);
  if (field === 'prompts' && prompts) return { section: 'results', apply: (before) => ({ ...before, prompts }) };
  throw unknown;
}
