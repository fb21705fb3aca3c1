import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  ChannelType,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord.js';
import { actionRow, button } from '../../src/discord/messages/components.ts';
import { MODE_NAMES, type Mode } from '../../src/moderation/settings/modes.ts';
import {
  channelsOfMode,
  MOST_CHOICES,
  type ModerationSettings,
  type OneChannelField,
  PROMPT_READERS,
  SPOILERS,
  SWITCHES,
} from '../../src/moderation/settings/settings.ts';
import { CATEGORIES } from '../../src/moderation/words/starter-lists.ts';
import type { CommandContext } from '../support/context.ts';
import { CHANNEL_FIELDS, LISTS, NAME_FIELDS, type ROLE_FIELDS, type Section } from './fields.ts';
import { idOf } from './ids.ts';
import { stampOf } from './stamps.ts';

type Words = CommandContext['texts']['moderation']['settings'];
type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** Channels in which somebody can type a command; a category stands for nothing here. */
const CHANNEL_TYPES = [
  ...[ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.PublicThread, ChannelType.PrivateThread],
  ...[ChannelType.GuildForum, ChannelType.GuildVoice],
];
const ONE_CHANNEL_TYPES: Readonly<Record<OneChannelField, ChannelType[]>> = {
  moderatorsChannelId: [ChannelType.GuildText, ChannelType.PrivateThread, ChannelType.PublicThread],
  galleryChannelId: [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.PublicThread],
};

/** The menus of one part of the settings, each with its present choice. */
export function menusOf(section: Section, settings: ModerationSettings, memberId: string, words: Words): Row[] {
  const channels = (field: (typeof CHANNEL_FIELDS)[number]): Row =>
    actionRow([
      {
        type: ComponentType.ChannelSelect,
        custom_id: idOf(memberId, `put-${field}-${stampOf(settings[field])}`),
        placeholder: words.selects[field],
        channel_types: CHANNEL_TYPES,
        default_values: settings[field].map((id) => ({ id, type: SelectMenuDefaultValueType.Channel })),
        min_values: 0,
        max_values: MOST_CHOICES,
      },
    ]);
  const channelMode = (mode: Mode): Row =>
    actionRow([
      {
        type: ComponentType.ChannelSelect,
        custom_id: idOf(memberId, `put-mode-${mode}-${stampOf(channelsOfMode(settings, mode))}`),
        placeholder: words.channelMode[mode],
        channel_types: CHANNEL_TYPES,
        default_values: channelsOfMode(settings, mode)
          .slice(0, MOST_CHOICES)
          .map((id) => ({ id, type: SelectMenuDefaultValueType.Channel })),
        min_values: 0,
        max_values: MOST_CHOICES,
      },
    ]);
  const roles = (field: (typeof ROLE_FIELDS)[number]): Row =>
    actionRow([
      {
        type: ComponentType.RoleSelect,
        custom_id: idOf(memberId, `put-${field}-${stampOf(settings[field])}`),
        placeholder: words.selects[field],
        default_values: settings[field].map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
        min_values: 0,
        max_values: MOST_CHOICES,
      },
    ]);
  const names = (field: keyof typeof NAME_FIELDS): Row => {
    // A ratio that came with an imported file stays choosable, and has to be shown to stay chosen.
    const known = [...new Set([...NAME_FIELDS[field], ...settings[field]])];
    const all =
      known.length > MOST_CHOICES ? [...new Set([...settings[field], ...known])].slice(0, MOST_CHOICES) : known;
    return actionRow([
      {
        type: ComponentType.StringSelect,
        custom_id: idOf(memberId, `put-${field}-${stampOf(settings[field])}`),
        placeholder: words.selects[field],
        options: all.map((name) => ({ label: name, value: name, default: settings[field].includes(name) })),
        min_values: 0,
        max_values: all.length,
      },
    ]);
  };

  const oneChannel = (field: OneChannelField): Row => {
    const id = settings[field];
    return actionRow([
      {
        type: ComponentType.ChannelSelect,
        custom_id: idOf(memberId, `put-${field}`),
        placeholder: words.selects[field],
        channel_types: ONE_CHANNEL_TYPES[field],
        default_values: id === null ? [] : [{ id, type: SelectMenuDefaultValueType.Channel }],
        min_values: 0,
        max_values: 1,
      },
    ]);
  };

  switch (section) {
    case 'channels':
      return CHANNEL_FIELDS.map(channels);
    case 'roles':
      return [roles('roleIds')];
    case 'models':
      return [names('modelIds'), names('ratios')];
    case 'limits':
      return [actionRow([button(idOf(memberId, 'edit-numbers-limits'), words.changeNumbers)])];
    case 'modes':
      return [
        ...MODE_NAMES.map((mode) => channelMode(mode)),
        choice('put-defaultMode', settings.defaultMode, MODE_NAMES, memberId, (mode) => ({
          label: words.otherwise(words.modes[mode]),
        })),
        actionRow([button(idOf(memberId, 'edit-numbers-modes'), words.changeNumbers)]),
      ];
    case 'moderators':
      return [roles('moderatorRoleIds'), roles('trustedRoleIds'), oneChannel('moderatorsChannelId')];
    case 'words':
      return [
        actionRow(LISTS.map((list) => button(idOf(memberId, `edit-list-${list}`), words.editList(words.lists[list])))),
      ];
    case 'categories':
      return CATEGORIES.map((category) =>
        choice(`put-category-${category}`, settings.categories[category], SWITCHES, memberId, (to) => ({
          label: `${words.categories[category]}: ${words.switches[to]}`,
        })),
      );
    case 'reports':
      return [actionRow([button(idOf(memberId, 'edit-numbers-reports'), words.changeNumbers)])];
    case 'results':
      return [
        choice('put-spoiler', settings.spoiler, SPOILERS, memberId, (when) => ({ label: words.spoilerChoice[when] })),
        choice('put-prompts', settings.prompts, PROMPT_READERS, memberId, (who) => ({
          label: words.promptChoice[who],
        })),
        oneChannel('galleryChannelId'),
      ];
  }
}

/** One of a few. */
function choice<Value extends string>(
  argument: string,
  present: string,
  all: readonly Value[],
  memberId: string,
  wordsOf: (value: Value) => { label: string },
): Row {
  return actionRow([
    {
      type: ComponentType.StringSelect,
      custom_id: idOf(memberId, argument),
      options: all.map((value) => ({ ...wordsOf(value), value, default: value === present })),
    },
  ]);
}
