import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import type { GenerationRequest, JobRequest } from '../../src/jobs/job.ts';
import { type MediaKind, modelCalled } from '../../src/task-api/models.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { chosenIn } from '../support/form-fields.ts';
import { generate } from './generation.ts';
import { checkPrompt, countOf, modelOf, ratioOf } from './validation.ts';

type Sent = InServer<InteractionOf<'modal'>>;

/** What a form's fields are put into. */
export interface FormBase {
  kind: MediaKind;
  base: Omit<JobRequest, 'prompt' | 'modelId'>;
  usesTray?: boolean | undefined;
}

/** The value of a select cannot be empty. */
export const ANY_RATIO = 'any';
export const NO_SECOND_MODEL = 'none';

/** Generates what a form asks for. Where one of its fields cannot be used, its member can edit it once more. */
export async function generateFromForm(
  interaction: Sent,
  { kind, base, usesTray }: FormBase,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { styleName: _, styleText: __, aspectRatio: ___, isVaried: ____, andModelId: _____, ...plain } = base;
  const { fields } = interaction;
  const prompt = String(fields['prompt'] ?? '').trim();
  const modelId = modelCalled(chosenIn(fields['model'])[0] ?? '')?.id ?? context.defaults.modelId[kind];
  const generation = { request: { ...plain, prompt, modelId }, count: 1, usesTray };
  const read = async () => ({
    generation: { ...readFields(interaction, kind, generation.request, context), usesTray },
  });
  await generate(interaction, { generation, read }, respond, context);
}

/** @throws MemberError for the first field that cannot be used. */
function readFields(
  { fields }: Sent,
  kind: MediaKind,
  { prompt, modelId: _, ...base }: JobRequest,
  { defaults, texts }: CommandContext,
): GenerationRequest {
  const chosen = (name: string): string | undefined => chosenIn(fields[name])[0];
  checkPrompt(prompt, defaults.promptMaxCharacters, texts);
  const second = chosen('compare_with') ?? NO_SECOND_MODEL;
  const models = {
    modelId: modelOf(kind, chosen('model'), texts),
    ...(second === NO_SECOND_MODEL ? {} : { andModelId: modelOf(kind, second, texts) }),
  };
  const ratio = chosen('ratio');
  const aspectRatio = ratio === ANY_RATIO ? undefined : ratioOf(ratio, texts);
  const { count, isVaried } = countOf({ ...models, prompt }, Number(chosen('count') ?? 1), texts);
  const request = {
    ...base,
    ...models,
    prompt,
    ...(isVaried && { isVaried }),
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
  };
  return { request, count };
}
