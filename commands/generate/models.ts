import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MENU_OPTION_MAX_CHARACTERS } from '../../src/discord/messages/components.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import { PICTURES_MAX, TASKS_MAX } from '../../src/jobs/job/job.ts';
import { countVariants } from '../../src/jobs/job/variants.ts';
import { usualMs } from '../../src/jobs/polling/expectation.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { applyStyle } from '../../src/studio/style.ts';
import {
  type MediaKind,
  MODELS,
  type Model,
  type ModelId,
  modelCalled,
  modelIdsOf,
  nameOfModel,
  SUGGESTED_RATIOS,
} from '../../src/task-api/models.ts';
import type { Needs } from '../support/context.ts';
import { completing, matching } from '../support/options.ts';
import { RATIO, writtenRatio } from './validation.ts';

/** Models and ratios that members choose from, with what each model is good for, costs and usually takes. */

/** Whether the server uses a model. */
const isUsed = (id: string, { modelIds }: Pick<ModerationSettings, 'modelIds'>): boolean =>
  modelIds.length === 0 || modelIds.includes(id);

/** The models of this kind that the server uses. */
export const usedModels = (kind: MediaKind, settings: Pick<ModerationSettings, 'modelIds'>): ModelId[] =>
  modelIdsOf(kind).filter((id) => isUsed(id, settings));

const modelsOfKinds = (kinds: readonly MediaKind[]): Model[] => MODELS.filter(({ kind }) => kinds.includes(kind));

/** A model as one server presents it. */
export interface ServerModel {
  id: string;
  name: string;
  /** The managers' description, or an empty text. */
  about: string;
}

/** @param settings the server's, if there is one */
export function serverModel(id: string, settings?: ModerationSettings): ServerModel {
  return { id, name: nameOfModel(id, settings?.modelNames), about: settings?.modelAbouts[id] ?? '' };
}

/** The models that managers allow; all of these kinds if managers chose none. */
export async function serverModels(
  kinds: readonly MediaKind[],
  { rules }: Needs<'rules'>,
): Promise<readonly ServerModel[]> {
  const { settings } = await rules();
  const all = modelsOfKinds(kinds);
  return all.filter(({ id }) => isUsed(id, settings)).map(({ id }) => serverModel(id, settings));
}

/** A model's description next to its name. The managers' own words come last, so that the price is never cut off. */
export function modelFacts(
  { id: modelId, about }: ServerModel,
  { models, texts }: Needs<'models' | 'texts'>,
): string[] {
  const words = texts.models;
  const usuallyMs = usualMs(models.runTimes(modelId).law);
  return [
    ...(about === '' ? (words.goodFor[modelId] ?? []) : []),
    words.price(models.price(modelId)),
    ...(usuallyMs === undefined ? [] : [words.usually(usuallyMs)]),
    ...(about === '' ? [] : [about]),
  ];
}

/** What requests with 1, 2, … pictures of each prompt cost with a model: next to each number where it's chosen. */
export function countChoices(
  { id, name }: Pick<ServerModel, 'id' | 'name'>,
  { models, texts }: Needs<'models' | 'texts'>,
  prompts = 1,
): { count: number; pictures: string; about: string }[] {
  return Array.from({ length: PICTURES_MAX }, (_, index) => index + 1).map((count) => {
    const { credits, isGuess } = models.price(id);
    const all = count * prompts;
    return {
      count,
      pictures: texts.studio.work.pictures(all),
      about: cut(texts.models.priceWith({ credits: all * credits, isGuess }, name), MENU_OPTION_MAX_CHARACTERS),
    };
  });
}

export function modelFactsLine(model: ServerModel, context: Needs<'models' | 'texts'>): string {
  return [model.name, ...modelFacts(model, context)].join(context.texts.models.between);
}

/** Suggests allowed models that match what was typed. If Discord shows no suggestions, a typed name works too. */
export async function suggestModels(
  interaction: InteractionOf<'autocomplete'>,
  kinds: readonly MediaKind[],
  context: Needs<'models' | 'rules' | 'texts'>,
): Promise<Suggestions> {
  const offered = interaction.server
    ? await serverModels(kinds, context)
    : modelsOfKinds(kinds).map(({ id }) => serverModel(id));
  const all = offered.map((model) => ({ name: modelFactsLine(model, context), value: model.id }));
  return matching(interaction, all);
}

/** Suggests numbers of pictures, each with the price of what the other options ask for so far. */
export async function suggestCounts(
  { focused, guildId, options, userId: memberId }: InteractionOf<'autocomplete'>,
  context: Needs<'defaults' | 'models' | 'rules' | 'studio' | 'texts'>,
): Promise<Suggestions> {
  if (guildId === undefined) return [];
  const { defaults, studio, texts } = context;
  const { settings } = await context.rules();
  const [own, found] = await Promise.all([
    studio.preferences.of(guildId, memberId),
    options['style'] === undefined ? undefined : studio.styles.find({ guildId, memberId }, String(options['style'])),
  ]);
  const style = found?.style;
  const named = modelCalled(String(options['model'] ?? ''), settings.modelNames)?.id;
  const wantedIds = [named, style?.options?.modelId, own.imageModelId, defaults.modelId.image];
  const model = serverModel(allowedModel('image', wantedIds, settings), settings);
  const prompts = countVariants(applyStyle(style?.text, String(options['prompt'] ?? '')), TASKS_MAX + 1);
  return countChoices(model, context, prompts)
    .filter(
      ({ count }) => count * prompts <= TASKS_MAX && String(count).startsWith(String(options[focused] ?? '').trim()),
    )
    .map(({ count, pictures, about }) => ({ name: [pictures, about].join(texts.models.between), value: count }));
}

export const suggestRatios = (interaction: InteractionOf<'autocomplete'>): Suggestions =>
  completing(interaction, SUGGESTED_RATIOS, (typed) => RATIO.test(typed), writtenRatio);

/** The first of these models that is offered and that the server uses; otherwise any that it uses. */
export function allowedModel(
  kind: MediaKind,
  wantedIds: readonly (string | undefined)[],
  settings: Pick<ModerationSettings, 'modelIds'>,
): ModelId {
  const wanted = wantedIds.flatMap((wantedId) => modelIdsOf(kind).find((id) => id === wantedId) ?? []);
  const found = wanted.find((id) => isUsed(id, settings)) ?? usedModels(kind, settings)[0] ?? wanted[0];
  if (found === undefined) throw new TypeError(`there is no model for a ${kind}`);
  return found;
}

/** The first of these ratios that the server uses; otherwise the first that it uses. */
export function allowedRatio(
  wanted: readonly (string | undefined)[],
  { ratios }: Pick<ModerationSettings, 'ratios'>,
): string | undefined {
  return wanted.find((ratio) => ratio !== undefined && (ratios.length === 0 || ratios.includes(ratio))) ?? ratios[0];
}
