import { isDeepStrictEqual } from 'node:util';
import { type APIComponentInContainer, ButtonStyle } from 'discord.js';
import { formOf, settingsIds } from '../../src/discord/custom-ids/controls.ts';
import {
  actionRow,
  button,
  container,
  menu,
  privateMessage,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { valueWords, wordsOf } from '../../src/discord/messages/setting-words.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import {
  EXPERT_SECTIONS,
  FIRST_SECTIONS,
  MOST_CHOICES,
  SECTIONS,
  type Section,
  type SettingsPage,
} from '../../src/moderation/settings/setting-kinds.ts';
import { type Setting, type SettingKey, settingOf, settingsIn } from '../../src/moderation/settings/setting-rows.ts';
import {
  lacksModeratorsChannel,
  type ModerationSettings,
  NEW_SETTINGS,
} from '../../src/moderation/settings/settings.ts';
import { nameOfForm, stampOf } from './forms.ts';
import { menuOf, type Panel } from './menus.ts';
import type { PostingChannel } from './saving.ts';

/** What a new server needs first: who moderates and where, who can ask for what, and who decides. */
const FIRST_SETTINGS: readonly Setting[] = (
  ['moderatorRoleIds', 'moderatorsChannelId', 'roleIds', 'defaultMode', 'words.refuse'] satisfies SettingKey[]
).flatMap((key) => settingOf(key) ?? []);

/** In the menu of sections, the page of the budget, which isn't part of the settings. */
export const BUDGET = 'budget';

/** The settings that a page changes. */
export const settingsOn = (page: SettingsPage): readonly Setting[] =>
  page === 'start' ? FIRST_SETTINGS : settingsIn(page);

/** How many items of each list the first page shows: the texts of a message have at most 4000 characters together. */
const MOST_IN_OVERVIEW = 4;

const panelOf = (components: APIComponentInContainer[]): MessageBody => privateMessage([container(components)]);

const backButton = ({ memberId, texts }: Panel) => button(settingsIds.of(memberId, { verb: 'home' }), texts.back);

export function renderPanel(panel: Panel): MessageBody {
  const { page, said, texts } = panel;
  const isStart = page === 'start';
  const heading = isStart
    ? [texts.title, texts.lead]
    : [`### ${texts.sections[page].name}`, texts.explained[page] ?? []];
  return panelOf([
    textDisplay([...heading.flat(), ...warningsFor(panel)].join('\n')),
    ...controlsOf(settingsOn(page), panel),
    ...(isStart ? changedSettings(panel) : []),
    ...(said === undefined ? [] : [textDisplay(said)]),
    ...(isStart ? startRows(panel) : [actionRow([backButton(panel)])]),
  ]);
}

/** The menus of sections, and what concerns all of them. */
function startRows({ isManager, memberId, texts, undo }: Panel) {
  const idOf = (verb: 'pick' | 'experts' | 'test' | 'save') => settingsIds.of(memberId, { verb });
  const optionsOf = (sections: readonly Section[]) =>
    sections.map((value) => {
      const { name, about } = texts.sections[value];
      return { value, label: name, description: about };
    });
  const budget = isManager ? [{ value: BUDGET, label: texts.budget.name, description: texts.budget.about }] : [];
  const undoId = settingsIds.of(memberId, { verb: 'undo', ...undo });
  return [
    actionRow([menu(idOf('pick'), [...optionsOf(FIRST_SECTIONS), ...budget], { placeholder: texts.pick })]),
    actionRow([menu(idOf('experts'), optionsOf(EXPERT_SECTIONS), { placeholder: texts.experts })]),
    actionRow([
      button(undoId, texts.undo(undo.steps), ButtonStyle.Secondary, { disabled: undo.steps === 0 }),
      button(idOf('test'), texts.test.button),
      button(idOf('save'), texts.save),
    ]),
  ];
}

/** Problems that can be solved on this page or in the section *Moderators*. */
function warningsFor({ page, settings, texts, unseenByRoleIds = [], goneRoleIds = [] }: Panel): string[] {
  const hasMenu = page === 'start' || page === 'moderators';
  const stale = settingsOn(page).filter((one) => roleIdsIn([one], settings).some((id) => goneRoleIds.includes(id)));
  return [
    ...(lacksModeratorsChannel(settings) ? [texts.noModeratorsChannel(hasMenu)] : []),
    ...(settings.moderatorRoleIds.length === 0 && hasMenu ? [texts.noModeratorRoles] : []),
    ...(stale.length > 0 ? [texts.rolesGone(stale.map(({ key }) => wordsOf(key, texts).name))] : []),
    ...(unseenByRoleIds.length > 0 ? [texts.commandUnseen(unseenByRoleIds)] : []),
  ];
}

export const roleIdsIn = (shown: readonly Setting[], settings: ModerationSettings): string[] =>
  shown.flatMap(({ facts, of }) => (facts.kind === 'roles' ? [of(settings)].flat().map(String) : []));

const isDefault = ({ of }: Setting, settings: ModerationSettings): boolean =>
  isDeepStrictEqual(of(settings), of(NEW_SETTINGS));

/** By section, what else differs from its default. */
function changedSettings({ settings, texts }: Panel): APIComponentInContainer[] {
  const sections = SECTIONS.flatMap((section) => {
    const changed = settingsIn(section).filter((one) => !FIRST_SETTINGS.includes(one) && !isDefault(one, settings));
    const lines = changed.map((one) =>
      texts.is(wordsOf(one.key, texts).name, valueWords(one, settings, texts, MOST_IN_OVERVIEW)),
    );
    return lines.length === 0 ? [] : [[`**${texts.sections[section].name}**`, ...lines].join('\n')];
  });
  return sections.length === 0 ? [] : [texts.othersChanged, ...sections].map(textDisplay);
}

/** A line and a menu for each setting that has one, then the settings that are typed, above the buttons of their forms. */
function controlsOf(shown: readonly Setting[], panel: Panel): APIComponentInContainer[] {
  const { page, memberId, texts } = panel;
  const typed = shown.filter((setting) => formOf(setting) !== undefined);
  const edit = [...new Set(typed.flatMap((setting) => formOf(setting) ?? []))].map((form) =>
    button(
      settingsIds.of(memberId, { verb: 'edit', form }),
      form === page ? texts.changeNumbers : texts.edit(nameOfForm(form, texts)),
    ),
  );
  return [
    ...shown.flatMap((setting) => {
      const menu = menuOf(setting, panel);
      return menu ? [textDisplay(lineOf(setting, panel)), actionRow([menu])] : [];
    }),
    ...(typed.length === 0 ? [] : [textDisplay(typed.map((one) => lineOf(one, panel)).join('\n')), actionRow(edit)]),
  ];
}

/** The setting's name and value; for a number or a choice also its default, if it differs. */
function lineOf(setting: Setting, { page, settings, texts }: Panel): string {
  const { facts, key, of } = setting;
  const name = (page === 'start' ? texts.namesAtStart[key] : undefined) ?? wordsOf(key, texts).name;
  const line = texts.is(name, valueWords(setting, settings, texts));
  const showsDefault = (facts.kind === 'number' || facts.kind === 'choice') && !isDefault(setting, settings);
  const unshown = facts.kind === 'channels' ? [of(settings)].flat().length - MOST_CHOICES : 0;
  return [
    showsDefault ? `${line}${texts.atFirst(valueWords(setting, NEW_SETTINGS, texts))}` : line,
    ...(unshown > 0 ? [texts.unshown(unshown)] : []),
  ].join('\n');
}

/** Asks whether a channel that everyone can see may be the moderators' channel. */
export function renderPublicChannelQuestion({ setting, channelId }: PostingChannel, panel: Panel): MessageBody {
  const { page, settings, memberId, texts } = panel;
  const sure = settingsIds.of(memberId, {
    verb: 'sure',
    setting,
    stamp: stampOf([setting], settings),
    channelId,
    page,
  });
  return panelOf([
    textDisplay(texts.publicChannel(channelId)),
    actionRow([button(sure, texts.publicChannelConfirm, ButtonStyle.Danger), backButton(panel)]),
  ]);
}
