import { isDeepStrictEqual } from 'node:util';
import { type APIComponentInContainer, ButtonStyle, ComponentType } from 'discord.js';
import { formOf, settingsIds } from '../../src/discord/custom-ids/controls.ts';
import { actionRow, button, privateMessage, textDisplay } from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { UndoState } from '../../src/moderation/settings/server-settings.ts';
import { MOST_CHOICES, SECTIONS, type Section } from '../../src/moderation/settings/setting-kinds.ts';
import { type Setting, settingsIn } from '../../src/moderation/settings/setting-rows.ts';
import {
  lacksModeratorsChannel,
  type ModerationSettings,
  NEW_SETTINGS,
} from '../../src/moderation/settings/settings.ts';
import { nameOfForm, stampOf } from './forms.ts';
import { menuOf } from './menus.ts';
import type { Place } from './saving.ts';
import { type SettingsTexts, valueWords, wordsOf } from './wording.ts';

export interface PanelState {
  settings: ModerationSettings;
  undo: UndoState;
  /** What the last press did. */
  said?: string | undefined;
}

/** Of each list, in the overview of all: the texts of a message hold 4000 characters together. A section shows its lists whole. */
const MOST_IN_OVERVIEW = 4;

const panelOf = (components: APIComponentInContainer[]): MessageBody =>
  privateMessage([{ type: ComponentType.Container, components }]);

const backButton = (memberId: string, texts: SettingsTexts) =>
  button(settingsIds.of(memberId, { verb: 'home' }), texts.back);

/** All settings with their present values, what to change, and Undo. */
export function renderPanel({ settings, undo, said }: PanelState, memberId: string, texts: SettingsTexts): MessageBody {
  const sections = SECTIONS.map((section) =>
    textDisplay([`**${texts.sections[section].name}**`, ...overviewOf(section, settings, texts)].join('\n')),
  );
  return panelOf([
    textDisplay([texts.title, texts.lead, ...warningsFor(settings, texts)].join('\n')),
    ...sections,
    ...(said === undefined ? [] : [textDisplay(said)]),
    actionRow([
      {
        type: ComponentType.StringSelect,
        custom_id: settingsIds.of(memberId, { verb: 'pick' }),
        placeholder: texts.pick,
        options: SECTIONS.map((section) => {
          const { name, about } = texts.sections[section];
          return { value: section, label: name, description: about };
        }),
      },
    ]),
    actionRow([
      button(settingsIds.of(memberId, { verb: 'undo', ...undo }), texts.undo(undo.steps), ButtonStyle.Secondary, {
        disabled: undo.steps === 0,
      }),
    ]),
  ]);
}

/** What managers have to know, on the overview and on the sections that it concerns. */
const warningsFor = (settings: ModerationSettings, texts: SettingsTexts, section?: Section): string[] => [
  ...(lacksModeratorsChannel(settings) ? [texts.noModeratorsChannel] : []),
  ...(settings.moderatorRoleIds.length === 0 && (section ?? 'moderators') === 'moderators'
    ? [texts.noModeratorRoles]
    : []),
];

const isAtFirst = ({ of }: Setting, settings: ModerationSettings): boolean =>
  isDeepStrictEqual(of(settings), of(NEW_SETTINGS));

/** What was set here, line by line; in small print what is as it came, without the modes that no channel has. */
function overviewOf(section: Section, settings: ModerationSettings, texts: SettingsTexts): string[] {
  const line = (setting: Setting): string =>
    texts.is(wordsOf(setting.key, texts).name, valueWords(setting, settings, texts, MOST_IN_OVERVIEW));
  const all = settingsIn(section);
  const own = all.filter((setting) => !isAtFirst(setting, settings));
  const isSaid = ({ key, facts }: Setting) =>
    facts.kind !== 'text' && (facts.kind !== 'channels' || wordsOf(key, texts).none !== undefined);
  const asItCame = all.filter((setting) => isAtFirst(setting, settings) && isSaid(setting));
  return [...own.map(line), ...(asItCame.length === 0 ? [] : [`-# ${asItCame.map(line).join(' · ')}`])];
}

/** One section: what has a menu above it, what is typed above the buttons of its forms. */
export function renderSection(
  section: Section,
  { settings, said }: PanelState,
  memberId: string,
  texts: SettingsTexts,
): MessageBody {
  const all = settingsIn(section);
  const typed = all.filter((setting) => formOf(setting) !== undefined);
  const explained = [texts.explained[section] ?? []].flat();
  const line = (setting: Setting) => lineOf(setting, settings, texts);
  const edit = [...new Set(typed.flatMap((setting) => formOf(setting) ?? []))].map((form) =>
    button(
      settingsIds.of(memberId, { verb: 'edit', form }),
      form === section ? texts.changeNumbers : texts.edit(nameOfForm(form, texts)),
    ),
  );
  return panelOf([
    textDisplay(
      [`### ${texts.sections[section].name}`, ...explained, ...warningsFor(settings, texts, section)].join('\n'),
    ),
    ...all.flatMap((setting) => {
      const menu = menuOf(setting, settings, memberId, texts);
      return menu ? [textDisplay(line(setting)), actionRow([menu])] : [];
    }),
    ...(typed.length === 0 ? [] : [textDisplay(typed.map(line).join('\n')), actionRow(edit)]),
    ...(said === undefined ? [] : [textDisplay(said)]),
    actionRow([backButton(memberId, texts)]),
  ]);
}

/** A number or a choice that is not as it came also says what it was at first. */
function lineOf(setting: Setting, settings: ModerationSettings, texts: SettingsTexts): string {
  const { facts, key, of } = setting;
  const line = texts.is(wordsOf(key, texts).name, valueWords(setting, settings, texts));
  const isTold = (facts.kind === 'number' || facts.kind === 'choice') && !isAtFirst(setting, settings);
  const unshown = facts.kind === 'channels' ? [of(settings)].flat().length - MOST_CHOICES : 0;
  return [
    isTold ? `${line}${texts.atFirst(valueWords(setting, NEW_SETTINGS, texts))}` : line,
    ...(unshown > 0 ? [texts.unshown(unshown)] : []),
  ].join('\n');
}

/** Asks whether a channel may be one that everybody sees. */
export function renderPublicDesk(
  { setting, channelId }: Place,
  settings: ModerationSettings,
  memberId: string,
  texts: SettingsTexts,
): MessageBody {
  const stamp = stampOf([setting], settings);
  const sure = settingsIds.of(memberId, { verb: 'sure', setting, stamp, channelId });
  return panelOf([
    textDisplay(texts.publicDesk(channelId)),
    actionRow([button(sure, texts.publicDeskYes, ButtonStyle.Danger), backButton(memberId, texts)]),
  ]);
}
