import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { usualMs } from '../../src/jobs/polling/expectation.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { type MediaKind, MODELS, type Model, nameOfModel, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import type { CommandContext } from '../support/context.ts';
import { RATIO } from './validation.ts';

/** Models as members choose them: what each is good for, what it costs and how long it takes, as far as that was learned. */

const modelsOf = (kinds: readonly MediaKind[]): Model[] => MODELS.filter(({ kind }) => kinds.includes(kind));

/** A model as one server's members read of it. */
export interface ModelHere {
  id: string;
  name: string;
  /** What the managers say of it; empty where they say nothing. */
  about: string;
}

/** @param settings those of the server, if it is read in one */
export function modelHere(id: string, settings?: ModerationSettings): ModelHere {
  return { id, name: nameOfModel(id, settings?.modelNames), about: settings?.modelAbouts[id] ?? '' };
}

/** All of that kind where the server's managers chose none. */
export async function modelsHere(
  kinds: readonly MediaKind[],
  { rules }: Pick<CommandContext, 'rules'>,
): Promise<readonly ModelHere[]> {
  const { settings } = await rules();
  const all = modelsOf(kinds);
  return all
    .filter(({ id }) => settings.modelIds.length === 0 || settings.modelIds.includes(id))
    .map(({ id }) => modelHere(id, settings));
}

/** A model's description next to its name. The managers' own words come last, so that the price is never cut off. */
export function factsOfModel(
  { id: modelId, about }: ModelHere,
  { models, texts }: Pick<CommandContext, 'models' | 'texts'>,
): string[] {
  const words = texts.models;
  const usuallyMs = usualMs(models.runTimes(modelId).law);
  return [
    ...(about === '' ? (words.goodFor[modelId] ?? []) : []),
    words.price(models.quoteCredits(modelId)),
    ...(usuallyMs === undefined ? [] : [words.usually(usuallyMs)]),
    ...(about === '' ? [] : [about]),
  ];
}

/** A model with all that is said of it. */
export function factsLineOf(model: ModelHere, context: Pick<CommandContext, 'models' | 'texts'>): string {
  return [model.name, ...factsOfModel(model, context)].join(context.texts.models.between);
}

/** Those that may be used here and contain what was typed. What Discord asks too late is typed by its name (`modelCalled`). */
export async function suggestModels(
  { focused, options, server }: InteractionOf<'autocomplete'>,
  kinds: readonly MediaKind[],
  context: CommandContext,
): Promise<Suggestions> {
  const typed = String(options[focused] ?? '')
    .trim()
    .toLowerCase();
  const offered = server ? await modelsHere(kinds, context) : modelsOf(kinds).map(({ id }) => modelHere(id));
  return offered
    .map((model) => ({ name: factsLineOf(model, context), value: model.id }))
    .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed));
}

/** The ratios that begin with what was typed so far; what was typed itself first, when it is one. */
export function suggestRatios({ options }: InteractionOf<'autocomplete'>): Suggestions {
  const typed = String(options['aspect_ratio'] ?? '').trim();
  const own = RATIO.test(typed) && !SUGGESTED_RATIOS.includes(typed) ? [typed] : [];
  return [...own, ...SUGGESTED_RATIOS.filter((ratio) => ratio.startsWith(typed))].map((ratio) => ({
    name: ratio,
    value: ratio,
  }));
}
