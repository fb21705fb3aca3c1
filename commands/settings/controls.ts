import { z } from 'zod';
import { settingsIds, settingsOfForm } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import type { UndoState } from '../../src/moderation/settings/server-settings.ts';
import { changesBetween } from '../../src/moderation/settings/setting-changes.ts';
import { SECTIONS, type SettingsPage, type SettingValue } from '../../src/moderation/settings/setting-kinds.ts';
import type { Setting } from '../../src/moderation/settings/setting-rows.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { loadBudgetPage } from '../budget/manage.ts';
import { SETTINGS_COMMAND } from '../support/command-access.ts';
import type { ComponentInteraction, Context, ServerInteraction } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { chosenIn } from '../support/form-fields.ts';
import { requireManager } from '../support/guards.ts';
import { returnFormText } from '../support/text-file.ts';
import { formFor, nameOfForm, stampOf, valueIn, writtenIn } from './forms.ts';
import { takesOne } from './menus.ts';
import { loadPanel } from './panel.ts';
import { findPublicChannel, postingChannelsIn, save } from './saving.ts';
import { testForm, testPrompt } from './test-prompt.ts';
import { exportSettings } from './transfer.ts';
import { BUDGET, renderPublicChannelQuestion } from './view.ts';

/** What a manager chose or typed: a value for each setting, and the stamp of the values that were shown. */
interface Wanted {
  values: readonly { setting: Setting; value: SettingValue }[];
  stamp: string;
  page: SettingsPage;
  /** The manager confirmed that everyone can see the channel. */
  isSure?: boolean;
  /** Thrown if the settings were changed meanwhile; otherwise the page shows them again. */
  ifStale?: MemberError;
}

const guard = { who: 'granted', as: SETTINGS_COMMAND } as const;

/** Every button and menu of the panel. */
export const settingsControl = defineButtons(settingsIds, guard, {
  home: (interaction, _, context) => showPage('start', interaction, interaction.respond.update, context),
  pick: (interaction, _, context) => openPage(interaction, context),
  experts: (interaction, _, context) => openPage(interaction, context),
  test: ({ respond, userId }, _, context) => respond.openForm(testForm(userId, context)),
  save: (interaction, _, context) => exportSettings(interaction, context),
  undo,
  put: async (interaction, { setting, stamp, page }, context) => {
    const { values } = interaction;
    const value = setting.parse(takesOne(setting) ? (values[0] ?? null) : values);
    if (value === undefined) throw new MemberError(context.texts.refusals.unknownButton, 'gone');
    await put(interaction, { values: [{ setting, value }], stamp, page }, context);
  },
  sure: (interaction, { setting, stamp, channelId, page }, context) =>
    put(interaction, { values: [{ setting, value: channelId }], stamp, page, isSure: true }, context),
  edit: async ({ respond, guildId, userId }, { form }, { moderation, texts }) => {
    const { settings } = await moderation.settings.of(guildId);
    await respond.openForm(formFor(form, settings, userId, texts.moderation.settings));
  },
});

/** The panel's forms. If the input is refused, the answer repeats it, so that no text is lost. */
export const settingsForm = defineForms(settingsIds, guard, {
  test: (interaction, _, context) => testPrompt(interaction, context),
  write: async (interaction, { form, stamp }, context) => {
    const words = context.texts.moderation.settings;
    const asked = settingsOfForm(form);
    try {
      const values = asked.map((setting) => ({ setting, value: valueIn(setting, interaction, words) }));
      const ifStale = new MemberError(words.formChanged(nameOfForm(form, words)));
      await put(interaction, { values, stamp, page: asked[0]?.facts.section ?? 'start', ifStale }, context);
    } catch (error) {
      if (!(error instanceof MemberError)) throw error;
      await returnFormText(error.message, writtenIn(asked, interaction), interaction.respond);
      interaction.respond.onRefused(error.reason);
    }
  },
});

/** Opens what was chosen in a menu of sections. */
async function openPage(interaction: ComponentInteraction, context: Context): Promise<void> {
  const section = chosenIn(interaction, z.enum([...SECTIONS, BUDGET]), context);
  if (section !== BUDGET) return showPage(section, interaction, interaction.respond.update, context);
  requireManager(interaction.server, context);
  await interaction.respond.update(await loadBudgetPage(interaction, context));
}

/** Applies a choice. Checking a channel takes several calls to Discord, so that press is acknowledged first. */
async function put(
  interaction: ServerInteraction,
  { values, stamp, page, isSure = false, ifStale }: Wanted,
  context: Context,
): Promise<void> {
  const { moderation, texts } = context;
  const words = texts.moderation.settings;
  const { respond, guildId, userId: byId } = interaction;
  const asked = values.map(({ setting }) => setting);
  let isStale = false;
  const apply = (before: ModerationSettings): ModerationSettings => {
    isStale = stampOf(asked, before) !== stamp;
    return isStale ? before : values.reduce((all, { setting, value }) => setting.with(all, value), before);
  };
  const now = await moderation.settings.of(guildId);
  const chosen = postingChannelsIn(changesBetween(now.settings, apply(now.settings)));
  if (chosen.length > 0) await respond.acknowledge();
  const show = chosen.length > 0 ? respond.complete : respond.update;
  const open = await findPublicChannel(guildId, chosen, context);
  if (open && !isSure) return show(renderPublicChannelQuestion(open, { ...now, page, memberId: byId, texts: words }));
  const saved = await save({ guildId, byId, action: 'settings changed', apply }, context);
  if (isStale && ifStale) throw ifStale;
  const otherwise = isStale ? words.menuChanged : words.unchanged;
  await showPage(page, interaction, show, context, saved ? (saved.said ?? words.saved) : otherwise);
}

async function undo(interaction: ServerInteraction, seen: UndoState, context: Context): Promise<void> {
  const words = context.texts.moderation.settings;
  const { respond, guildId, userId: byId } = interaction;
  const { steps, changedAtMs } = seen;
  const outcome = await context.moderation.settings.undo(guildId, byId, { steps, changedAtMs });
  if (outcome === 'nothing') throw new MemberError(words.nothingToUndo);
  if (outcome === 'changed') return showPage('start', interaction, respond.update, context, words.undoChanged);
  await showPage('start', interaction, respond.update, context, words.undone);
}

async function showPage(
  page: SettingsPage,
  interaction: ServerInteraction,
  show: Responder['update'],
  context: Context,
  said?: string,
): Promise<void> {
  await show(await loadPanel(page, interaction, context, said));
}
