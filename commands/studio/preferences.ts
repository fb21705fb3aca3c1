import { ButtonStyle } from 'discord.js';
import type { z } from 'zod';
import { PREFERENCES, type PreferenceKey, preferencesIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import {
  actionRow,
  button,
  container,
  privateMessage,
  privateText,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { buildPolicySchema } from '../../src/jobs/job/sources.ts';
import { preferencesSchema } from '../../src/studio/preferences.ts';
import { SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';
import { allowedModel, countChoices, serverModel } from '../generate/models.ts';
import { usualCount } from '../generate/request.ts';
import { parseRatio } from '../generate/validation.ts';
import type { ComponentInteraction, Context, FormInteraction, ServerInteraction } from '../support/context.ts';
import { defineButtons, defineCommand, defineForms } from '../support/define.ts';
import { typedIn } from '../support/form-fields.ts';
import { ANOTHER, type Choice, modelChoices, optionMenu, ratioForm, requireChoice } from './option-menus.ts';

/** `/preferences`: one private panel with a menu for each default of a member's requests. */

const NOTIFY_AFTER_MINUTES = [0, 1, 2, 5, 10, 30, 60, null];

/** What a member chose here, and for all servers. */
const chosenSchema = preferencesSchema.extend({ buildPolicy: buildPolicySchema.optional() });
type Chosen = z.output<typeof chosenSchema>;

export const preferences = defineCommand({
  name: 'preferences',
  description: en.commands.preferences.description,
  guard: 'everyone',
  run: async (interaction, context) => {
    await interaction.respond.answer(await loadPanel(interaction, context));
  },
});

export const preferencesControl = defineButtons(preferencesIds, 'owner', {
  home: async (interaction, _, context) => interaction.respond.update(await loadPanel(interaction, context)),
  put: (interaction, { key }, context) => put(interaction, key, context),
  ask: async ({ respond, userId }, _, { texts }) => {
    const words = texts.studio.preferences;
    const yes = button(preferencesIds.of(userId, { verb: 'reset' }), words.resetYes, ButtonStyle.Danger);
    const no = button(preferencesIds.of(userId, { verb: 'home' }), words.resetNo);
    await respond.update(privateText(words.resetAsk, [yes, no]));
  },
  reset: async (interaction, _, context) => {
    const { respond, guildId, userId } = interaction;
    await context.studio.preferences.reset(guildId, userId);
    await context.studio.preferences.setBuildPolicy(userId, undefined);
    await respond.update(await loadPanel(interaction, context));
  },
});

/** The form for an aspect ratio that the menu doesn't list. */
export const preferencesForm = defineForms(preferencesIds, 'owner', {
  ratio: async (interaction: FormInteraction, _, context) => {
    const aspectRatio = parseRatio(typedIn(interaction, 'ratio'), context.texts);
    await context.studio.preferences.change(interaction.guildId, interaction.userId, { aspectRatio });
    await interaction.respond.update(await loadPanel(interaction, context));
  },
});

async function put(interaction: ComponentInteraction, key: PreferenceKey, context: Context): Promise<void> {
  const { respond, guildId, userId } = interaction;
  const { discord, studio, texts } = context;
  const [wanted] = interaction.values;
  if (key === 'aspectRatio' && wanted === ANOTHER) {
    return respond.openForm(ratioForm(preferencesIds.of(userId, { verb: 'ratio' }), texts));
  }
  const choices = await choicesFor(await chosenBy(interaction, context), context);
  const { buildPolicy, ...changes } = chosenSchema.parse({ [key]: requireChoice(choices[key], wanted, texts) });
  if (changes.drafts && (await context.rules()).settings.drafts === 'off') throw new MemberError(texts.drafts.off);
  if (changes.directMessages && !(await discord.directMessage(userId, texts.personal.hello, interaction.id)))
    throw new MemberError(texts.personal.closed);
  if (key === 'buildPolicy') await studio.preferences.setBuildPolicy(userId, buildPolicy);
  else await studio.preferences.change(guildId, userId, changes);
  await respond.update(await loadPanel(interaction, context));
}

async function chosenBy({ guildId, userId }: ServerInteraction, { studio }: Context): Promise<Chosen> {
  const { preferences } = studio;
  const [here, buildPolicy] = await Promise.all([preferences.of(guildId, userId), preferences.buildPolicy(userId)]);
  return { ...here, buildPolicy };
}

async function loadPanel(interaction: ServerInteraction, context: Context): Promise<MessageBody> {
  const { userId } = interaction;
  const words = context.texts.studio.preferences;
  const chosen = await chosenBy(interaction, context);
  const choices = await choicesFor(chosen, context);
  const { settings } = await context.rules();
  const { drafts } = settings;
  const current = { ...chosen, count: usualCount(chosen, settings) };
  const shown = PREFERENCES.filter((key) => key !== 'drafts' || chosen.drafts === true || drafts !== 'off');
  const menus = shown.map((key) => {
    const another = key === 'aspectRatio' ? words.another : undefined;
    return optionMenu(preferencesIds.of(userId, { verb: 'put', key }), current[key], choices[key], another);
  });
  const isSet = PREFERENCES.some((key) => chosen[key] !== undefined);
  const reset = button(preferencesIds.of(userId, { verb: 'ask' }), words.reset, ButtonStyle.Secondary, {
    disabled: !isSet,
  });
  return privateMessage([container([textDisplay(words.lead), ...menus, actionRow([reset])])]);
}

/** What each menu offers. Without a choice, the first is the default, but for the count, which the server sets. */
async function choicesFor(chosen: Chosen, context: Context): Promise<Record<PreferenceKey, readonly Choice[]>> {
  const words = context.texts.studio.preferences;
  const ratios = new Set([undefined, ...SUGGESTED_RATIOS, chosen.aspectRatio]);
  const { settings } = await context.rules();
  const { modelId } = context.defaults;
  const imageModel = serverModel(allowedModel('image', [chosen.imageModelId, modelId.image], settings), settings);
  const toggle = (value: boolean, ask: (value: boolean) => string): Choice[] =>
    [value, !value].map((one) => ({ value: one, label: ask(one) }));
  const policies = [undefined, true, 'ask', false] as const;
  // The default comes first.
  const minutes = [...NOTIFY_AFTER_MINUTES].sort((a, b) => Number(b === 10) - Number(a === 10));
  return {
    imageModelId: await modelChoices(['image'], chosen.imageModelId, words.imageModel, context),
    videoModelId: await modelChoices(['video'], chosen.videoModelId, words.videoModel, context),
    aspectRatio: [...ratios].map((value) => ({ value, label: words.aspectRatio(value) })),
    count: countChoices(imageModel, context).map(({ count, about }) => ({
      value: count,
      label: words.count(count),
      about,
    })),
    spoiler: toggle(false, words.spoiler),
    drafts: toggle(false, words.drafts),
    notifyAfterMinutes: minutes.map((value) => ({ value, label: words.mention(value) })),
    directMessages: toggle(false, words.directMessages),
    starsMayShow: toggle(true, words.stars),
    buildPolicy: policies.map((value) => ({ value, label: words.others(value) })),
  };
}
