import type { Suggestions } from '../../src/discord/interactions/command.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import { usualMs } from '../../src/jobs/polling/expectation.ts';
import { StoreError } from '../../src/store/store.ts';
import { isOffered, type MediaKind, MODELS, type Model } from '../../src/task-api/models.ts';
import type { CommandContext } from '../support/context.ts';

/** Models as members choose them: what each is good for, what it costs and how long it takes, as far as that was learned. */

/** Discord's, of what it suggests. */
const CHOICE_MAX_CHARACTERS = 100;

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
    ...(isOffered(modelId) ? [words.goodFor[modelId]] : []),
    words.price(models.quoteCredits(modelId)),
    ...(usuallyMs === undefined ? [] : [words.usually(usuallyMs)]),
  ];
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
  return (await offeredAnyway(server?.guildId, kinds, context))
    .map(({ id, name }) => ({
      name: cut(context.texts.models.label(name, factsOfModel(id, context)), CHOICE_MAX_CHARACTERS),
      value: id,
    }))
    .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed));
}

/** A server whose settings cannot be read just now is offered all of them: the request itself says what is wrong. */
async function offeredAnyway(
  guildId: string | undefined,
  kinds: readonly MediaKind[],
  context: CommandContext,
): Promise<readonly Model[]> {
  if (guildId === undefined) return modelsOf(kinds);
  try {
    return await modelsHere(guildId, kinds, context);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return modelsOf(kinds);
  }
}
