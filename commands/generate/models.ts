import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { usualMs } from '../../src/jobs/polling/expectation.ts';
import { type MediaKind, MODELS, type Model, nameOfModel } from '../../src/task-api/models.ts';
import type { CommandContext } from '../support/context.ts';

/** Models as members choose them: what each is good for, what it costs and how long it takes, as far as that was learned. */

const modelsOf = (kinds: readonly MediaKind[]): Model[] => MODELS.filter(({ kind }) => kinds.includes(kind));

/** All of that kind where the server's managers chose none. */
export async function modelsHere(
  guildId: string,
  kinds: readonly MediaKind[],
  { moderation }: Pick<CommandContext, 'moderation'>,
): Promise<readonly Model[]> {
  const { settings } = await moderation.settings.of(guildId);
  const all = modelsOf(kinds);
  return settings.modelIds.length === 0 ? all : all.filter(({ id }) => settings.modelIds.includes(id));
}

/** What is said of a model beside its name. */
export function factsOfModel(modelId: string, { models, texts }: Pick<CommandContext, 'models' | 'texts'>): string[] {
  const words = texts.models;
  const usuallyMs = usualMs(models.runTimes(modelId).law);
  return [
    ...(words.goodFor[modelId] ?? []),
    words.price(models.quoteCredits(modelId)),
    ...(usuallyMs === undefined ? [] : [words.usually(usuallyMs)]),
  ];
}

/** A model with all that is said of it. */
export function factsLineOf(modelId: string, context: Pick<CommandContext, 'models' | 'texts'>): string {
  return [nameOfModel(modelId), ...factsOfModel(modelId, context)].join(context.texts.models.between);
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
  const offered = server ? await modelsHere(server.guildId, kinds, context) : modelsOf(kinds);
  return offered
    .map(({ id }) => ({ name: factsLineOf(id, context), value: id }))
    .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed));
}
