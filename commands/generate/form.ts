import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import type { GenerationRequest, JobRequest } from '../../src/jobs/job.ts';
import { countPerVariant } from '../../src/jobs/variants.ts';
import { kindOf, type MediaKind, modelCalled, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { chosenIn, type FieldOption, type FormData, selectField, textField } from '../support/form-fields.ts';
import { generate } from './generation.ts';
import { factsOfModel, modelsHere } from './models.ts';
import { checkPrompt, countOf, MOST_PICTURES, modelOf, ratioOf } from './validation.ts';

/** What members do with a picture: another picture of it, a clip of it, or the same request with other words. */
export type WorkVerb = 'change' | 'animate' | 'edit';

/** Discord's, of what a select offers. */
const DESCRIPTION_MAX_CHARACTERS = 100;
/** Discord's, of a form. */
const MOST_FIELDS = 5;

interface WorkFormFacts {
  verb: WorkVerb;
  kind: MediaKind;
  /** How many pictures there are to choose from. */
  pictures: number;
  /** What it is filled in with. */
  request: Pick<JobRequest, 'modelId' | 'andModelId' | 'aspectRatio' | 'prompt'>;
  /** Of each prompt and model. */
  count: number;
  /** What may be chosen as a model. */
  models: readonly FieldOption[];
  promptMaxCharacters: number;
}

/** Opens the form in which a request is edited, filled in with it. */
export async function openRequestForm(
  customId: string,
  { request, count }: { request: JobRequest; count: number },
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const kind = kindOf(request.modelId);
  const facts = { verb: 'edit' as const, kind, pictures: 0, request, count: countPerVariant(request, count) };
  await openFilledForm(customId, facts, respond, context);
}

/** @throws MemberError where no model may be used here. */
export async function openFilledForm(
  customId: string,
  facts: Omit<WorkFormFacts, 'models' | 'promptMaxCharacters'>,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { defaults, texts } = context;
  const offered = await modelsHere([facts.kind], context);
  const { id: modelId } = offered.find(({ id }) => id === facts.request.modelId) ?? offered[0] ?? {};
  if (modelId === undefined) throw new MemberError(texts.studio.work.noModel);
  const models = offered.map((model) => ({
    label: model.name,
    value: model.id,
    description: cut(factsOfModel(model, context).join(texts.models.between), DESCRIPTION_MAX_CHARACTERS),
  }));
  const request = { ...facts.request, modelId };
  const form = { ...facts, request, models, promptMaxCharacters: defaults.promptMaxCharacters };
  await respond.openForm(workForm(customId, form, texts));
}

/** One form for all of it, filled in with what is known; a select says what each model costs. */
function workForm(customId: string, facts: WorkFormFacts, { studio }: CommandContext['texts']): FormData {
  const { verb, kind, pictures, request, count, models } = facts;
  const words = studio.work;
  const ratios = [...new Set([request.aspectRatio ?? ANY_RATIO, ANY_RATIO, ...SUGGESTED_RATIOS])];
  const first = [
    textField('prompt', words.prompts[verb], {
      value: request.prompt,
      example: words.examples[verb],
      most: facts.promptMaxCharacters,
      isLong: true,
    }),
    ...(pictures > 1 && verb !== 'edit'
      ? [selectField('picture', words.picture, numbered(pictures, words.pictureNumber), { chosen: ['1'] })]
      : []),
    selectField('model', words.model, models, { chosen: [request.modelId] }),
  ];
  const last = [
    selectField(
      'ratio',
      words.ratio,
      ratios.map((ratio) => ({ label: ratio === ANY_RATIO ? words.anyRatio : ratio, value: ratio })),
      { chosen: [request.aspectRatio ?? ANY_RATIO] },
    ),
    ...(kind === 'image'
      ? [selectField('count', words.count, numbered(MOST_PICTURES, words.pictures), { chosen: [String(count)] })]
      : []),
  ];
  const hasRoom = first.length + last.length < MOST_FIELDS;
  const second = hasRoom && models.length > 1 ? [secondModelField(request.andModelId, models, words)] : [];
  return { custom_id: customId, title: words.titles[verb], components: [...first, ...second, ...last] };
}

/** One model makes it unless another is chosen here. */
function secondModelField(
  chosenId: string | undefined,
  models: readonly FieldOption[],
  words: CommandContext['texts']['studio']['work'],
) {
  const options = [{ label: words.noSecondModel, value: NO_SECOND_MODEL }, ...models];
  return selectField('compare_with', words.andModel, options, { chosen: [chosenId ?? NO_SECOND_MODEL] });
}

function numbered(most: number, words: (number: number) => string): FieldOption[] {
  return Array.from({ length: most }, (_, index) => ({ label: words(index + 1), value: String(index + 1) }));
}

type Sent = InServer<InteractionOf<'modal'>>;

/** What a form's fields are put into. */
export interface FormBase {
  kind: MediaKind;
  base: Omit<JobRequest, 'prompt' | 'modelId'>;
  usesSavedSources?: boolean | undefined;
}

/** The value of a select cannot be empty. */
const ANY_RATIO = 'any';
const NO_SECOND_MODEL = 'none';

/** Generates what a form asks for. Where one of its fields cannot be used, its member can edit it once more. */
export async function generateFromForm(
  interaction: Sent,
  { kind, base, usesSavedSources }: FormBase,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { styleName: _, styleText: __, aspectRatio: ___, isVaried: ____, andModelId: _____, ...plain } = base;
  const { fields } = interaction;
  const prompt = String(fields['prompt'] ?? '').trim();
  const modelId = modelCalled(chosenIn(fields['model'])[0] ?? '')?.id ?? context.defaults.modelId[kind];
  const generation = { request: { ...plain, prompt, modelId }, count: 1, usesSavedSources };
  const read = async () => ({
    generation: { ...readFields(interaction, kind, generation.request, context), usesSavedSources },
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
