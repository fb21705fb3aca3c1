import { type APIComponentInContainer, type APISelectMenuOption, ButtonStyle } from 'discord.js';
import type { z } from 'zod';
import { PREFERENCES, type PreferenceKey, preferencesIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import {
  actionRow,
  button,
  container,
  menu,
  privateMessage,
  privateText,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { buildPolicySchema, preferencesSchema } from '../../src/studio/preferences.ts';
import { type MediaKind, nameOfModel, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import { en, type Texts } from '../../src/texts/en.ts';
import { modelFacts, serverModels } from '../generate/models.ts';
import { PICTURES_MAX, parseRatio } from '../generate/validation.ts';
import type { ComponentInteraction, Context, FormInteraction, ServerInteraction } from '../support/context.ts';
import { defineButtons, defineCommand, defineForms } from '../support/define.ts';
import { textField, typedIn } from '../support/form-fields.ts';

/** `/preferences`: one private panel with a menu for each default of a member's requests. */

/** Discord's limit for an option of a menu. */
const OPTION_MAX_CHARACTERS = 100;
const RATIO_MAX_CHARACTERS = 20;
const NOTIFY_AFTER_MINUTES = [0, 1, 2, 5, 10, 30, 60, null];

/** What a member chose here, and for all servers. */
const chosenSchema = preferencesSchema.extend({ buildPolicy: buildPolicySchema.optional() });
type Chosen = z.output<typeof chosenSchema>;

/** One option of a menu: what it sets, and its words. */
interface Choice {
  value: Chosen[PreferenceKey];
  label: string;
  about?: string | undefined;
}

/** The value of an option that opens a form. */
const ANOTHER = 'another';

export const preferences = defineCommand({
  name: 'preferences',
  description: en.commands.preferences.description,
  guard: 'everyone',
  run: async (interaction, context) => {
    await interaction.respond.answer(await loadPanel(interaction, context));
  },
});

export const preferencesControl = defineButtons(preferencesIds, {
  home: {
    guard: 'owner',
    run: async (interaction, _, context) => interaction.respond.update(await loadPanel(interaction, context)),
  },
  put: { guard: 'owner', run: (interaction, { key }, context) => put(interaction, key, context) },
  ask: {
    guard: 'owner',
    run: async ({ respond, userId }, _, { texts }) => {
      const words = texts.studio.preferences;
      const yes = button(preferencesIds.of(userId, { verb: 'reset' }), words.resetYes, ButtonStyle.Danger);
      const no = button(preferencesIds.of(userId, { verb: 'home' }), words.resetNo);
      await respond.update(privateText(words.resetAsk, [yes, no]));
    },
  },
  reset: {
    guard: 'owner',
    run: async (interaction, _, context) => {
      const { respond, guildId, userId } = interaction;
      await context.studio.preferences.reset(guildId, userId);
      await context.studio.preferences.setBuildPolicy(userId, undefined);
      await respond.update(await loadPanel(interaction, context));
    },
  },
});

/** The form for an aspect ratio that the menu doesn't list. */
export const preferencesForm = defineForms(preferencesIds, {
  ratio: {
    guard: 'owner',
    run: async (interaction: FormInteraction, _, context) => {
      const aspectRatio = parseRatio(typedIn(interaction, 'ratio'), context.texts);
      await context.studio.preferences.change(interaction.guildId, interaction.userId, { aspectRatio });
      await interaction.respond.update(await loadPanel(interaction, context));
    },
  },
});

async function put(interaction: ComponentInteraction, key: PreferenceKey, context: Context): Promise<void> {
  const { respond, guildId, userId } = interaction;
  const { discord, studio, texts } = context;
  const [wanted] = interaction.values;
  if (key === 'aspectRatio' && wanted === ANOTHER) return respond.openForm(ratioForm(userId, texts));
  const choices = await choicesFor(await chosenBy(interaction, context), context);
  const choice = choices[key].find(({ value }) => String(value) === wanted);
  if (!choice) throw new MemberError(texts.refusals.unknownButton, 'gone');
  const { buildPolicy, ...changes } = chosenSchema.parse({ [key]: choice.value });
  if (changes.directMessages && !(await discord.directMessage(userId, texts.personal.hello, interaction.id)))
    throw new MemberError(texts.personal.closed);
  if (key === 'buildPolicy') await studio.preferences.setBuildPolicy(userId, buildPolicy);
  else await studio.preferences.change(guildId, userId, changes);
  await respond.update(await loadPanel(interaction, context));
}

function ratioForm(memberId: string, { studio }: Texts) {
  const { ratioTitle, ratioLabel } = studio.preferences;
  const field = textField('ratio', ratioLabel, { example: '5:4', most: RATIO_MAX_CHARACTERS });
  return { custom_id: preferencesIds.of(memberId, { verb: 'ratio' }), title: ratioTitle, components: [field] };
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
  const { drafts } = (await context.rules()).settings;
  const shown = PREFERENCES.filter((key) => key !== 'drafts' || chosen.drafts === true || drafts !== 'off');
  const menus = shown.map((key) => menuOf(key, chosen[key], choices[key], userId, words.another));
  const isSet = Object.values(chosen).some((value) => value !== undefined);
  const reset = button(preferencesIds.of(userId, { verb: 'ask' }), words.reset, ButtonStyle.Secondary, {
    disabled: !isSet,
  });
  return privateMessage([container([textDisplay(words.lead), ...menus, actionRow([reset])])]);
}

/** Nothing chosen is the same as the first choice. */
function menuOf(
  key: PreferenceKey,
  current: Choice['value'],
  choices: readonly Choice[],
  memberId: string,
  another: string,
): APIComponentInContainer {
  const chosen = choices.find(({ value }) => value === current) ?? choices[0];
  const options = choices.map(
    (choice): APISelectMenuOption => ({
      label: cut(choice.label, OPTION_MAX_CHARACTERS),
      value: String(choice.value),
      ...(choice.about === undefined ? {} : { description: cut(choice.about, OPTION_MAX_CHARACTERS) }),
      default: choice === chosen,
    }),
  );
  const all = key === 'aspectRatio' ? [...options, { label: another, value: ANOTHER }] : options;
  return actionRow([menu(preferencesIds.of(memberId, { verb: 'put', key }), all)]);
}

/** What each menu offers; the first of each is the default. */
async function choicesFor(chosen: Chosen, context: Context): Promise<Record<PreferenceKey, readonly Choice[]>> {
  const words = context.texts.studio.preferences;
  const ratios = new Set([undefined, ...SUGGESTED_RATIOS, chosen.aspectRatio]);
  const counts = Array.from({ length: PICTURES_MAX }, (_, index) => index + 1);
  const toggle = (value: boolean, ask: (value: boolean) => string): Choice[] =>
    [value, !value].map((one) => ({ value: one, label: ask(one) }));
  const policies = [undefined, true, 'ask', false] as const;
  // The default comes first.
  const minutes = [...NOTIFY_AFTER_MINUTES].sort((a, b) => Number(b === 10) - Number(a === 10));
  return {
    imageModelId: await modelChoices('image', chosen.imageModelId, context),
    videoModelId: await modelChoices('video', chosen.videoModelId, context),
    aspectRatio: [...ratios].map((value) => ({ value, label: words.aspectRatio(value) })),
    count: counts.map((value) => ({ value, label: words.count(value) })),
    spoiler: toggle(false, words.spoiler),
    drafts: toggle(false, words.drafts),
    notifyAfterMinutes: minutes.map((value) => ({ value, label: words.mention(value) })),
    directMessages: toggle(false, words.directMessages),
    starsMayShow: toggle(true, words.stars),
    buildPolicy: policies.map((value) => ({ value, label: words.others(value) })),
  };
}

/** The models that managers allow, and the member's own choice if it is another one. */
async function modelChoices(kind: MediaKind, chosenId: string | undefined, context: Context): Promise<Choice[]> {
  const words = context.texts.studio.preferences;
  const { between } = context.texts.models;
  const offered = (await serverModels([kind], context)).map((model) => ({
    value: model.id,
    label: words.model(kind, model.name),
    about: modelFacts(model, context).join(between),
  }));
  const isOffered = chosenId === undefined || offered.some(({ value }) => value === chosenId);
  const { modelNames } = (await context.rules()).settings;
  const own = isOffered ? [] : [{ value: chosenId, label: words.model(kind, nameOfModel(chosenId, modelNames)) }];
  return [{ value: undefined, label: words.model(kind) }, ...own, ...offered];
}
