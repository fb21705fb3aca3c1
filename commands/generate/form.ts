import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import type { GenerationRequest, JobRequest } from '../../src/jobs/job/job.ts';
import { countPerVariant } from '../../src/jobs/job/variants.ts';
import { kindOf, type MediaKind, modelCalled, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import type { Context, FormInteraction, Needs } from '../support/context.ts';
import {
  type FieldOption,
  type FormData,
  selectedIn,
  selectField,
  textField,
  typedIn,
} from '../support/form-fields.ts';
import { generate } from './generation.ts';
import { modelFacts, serverModels } from './models.ts';
import { checkPrompt, countTasks, PICTURES_MAX, parseRatio, requireModel } from './validation.ts';

/** Makes another picture of a picture, a clip of it, or edits the request that made it. */
export type BuildVerb = 'change' | 'animate' | 'edit';

/** Discord's limit for an option of a select menu. */
const DESCRIPTION_MAX_CHARACTERS = 100;
/** Discord's limit for a form. */
const MOST_FIELDS = 5;

interface FormFacts {
  verb: BuildVerb;
  kind: MediaKind;
  /** The number of pictures to choose from. */
  pictures: number;
  /** The initial values. */
  request: Pick<JobRequest, 'modelId' | 'andModelId' | 'aspectRatio' | 'prompt'>;
  /** For each prompt and model. */
  count: number;
}

/** The form that edits a request. */
export function editForm(
  customId: string,
  { request, count }: { request: JobRequest; count: number },
  context: Context,
): Promise<FormData> {
  const kind = kindOf(request.modelId);
  const facts = { verb: 'edit' as const, kind, pictures: 0, request, count: countPerVariant(request, count) };
  return generationForm(customId, facts, context);
}

/** @throws MemberError if the server allows no model of this kind */
export async function generationForm(customId: string, facts: FormFacts, context: Context): Promise<FormData> {
  const { verb, kind, pictures, request, count } = facts;
  const { defaults, texts } = context;
  const words = texts.studio.work;
  const offered = await serverModels([kind], context);
  const chosen = offered.find(({ id }) => id === request.modelId) ?? offered[0];
  if (!chosen) throw new MemberError(words.noModel);
  const models = offered.map((model) => ({
    label: model.name,
    value: model.id,
    description: cut(modelFacts(model, context).join(texts.models.between), DESCRIPTION_MAX_CHARACTERS),
  }));
  const seconds = [{ label: words.noSecondModel, value: NO_SECOND_MODEL }, ...models];
  const given = request.aspectRatio ?? ANY_RATIO;
  const ratios = [...new Set([given, ANY_RATIO, ...SUGGESTED_RATIOS])].map((ratio) => ({
    label: ratio === ANY_RATIO ? words.anyRatio : ratio,
    value: ratio,
  }));
  const first = [
    textField('prompt', words.prompts[verb], {
      value: request.prompt,
      example: words.examples[verb],
      most: defaults.promptMaxCharacters,
      isLong: true,
    }),
    ...(pictures > 1
      ? [selectField('picture', words.picture, numbered(pictures, words.pictureNumber), { chosen: ['1'] })]
      : []),
    selectField('model', words.model, models, { chosen: [chosen.id] }),
  ];
  const last = [
    selectField('ratio', words.ratio, ratios, { chosen: [given] }),
    ...(kind === 'image'
      ? [selectField('count', words.count, numbered(PICTURES_MAX, words.pictures), { chosen: [String(count)] })]
      : []),
  ];
  const hasRoom = first.length + last.length < MOST_FIELDS;
  const second =
    hasRoom && models.length > 1
      ? [selectField('compare_with', words.andModel, seconds, { chosen: [request.andModelId ?? NO_SECOND_MODEL] })]
      : [];
  return { custom_id: customId, title: words.titles[verb], components: [...first, ...second, ...last] };
}

function numbered(most: number, words: (number: number) => string): FieldOption[] {
  return Array.from({ length: most }, (_, index) => ({ label: words(index + 1), value: String(index + 1) }));
}

/** The parts of a request that the form doesn't ask for. */
export interface FormBase {
  kind: MediaKind;
  base: Omit<JobRequest, 'prompt' | 'modelId'>;
  usesSavedSources?: boolean | undefined;
}

/** A select's value can't be empty. */
const ANY_RATIO = 'any';
const NO_SECOND_MODEL = 'none';

/** Starts the request that a form describes. If a field is unusable, the member can edit the request again. */
export async function generateFromForm(
  interaction: FormInteraction,
  { kind, base, usesSavedSources }: FormBase,
  context: Context,
): Promise<void> {
  const { styleName: _, styleText: __, aspectRatio: ___, isVaried: ____, andModelId: _____, ...plain } = base;
  const prompt = typedIn(interaction, 'prompt');
  const modelId = modelCalled(selectedIn(interaction, 'model')[0] ?? '')?.id ?? context.defaults.modelId[kind];
  const generation = { request: { ...plain, prompt, modelId }, count: 1, usesSavedSources };
  const read = async () => ({
    generation: { ...readFields(interaction, kind, generation.request, context), usesSavedSources },
  });
  await generate(interaction, { generation, read }, context);
}

/** @throws MemberError for the first unusable field */
function readFields(
  interaction: FormInteraction,
  kind: MediaKind,
  { prompt, modelId: _, ...base }: JobRequest,
  context: Needs<'defaults' | 'texts'>,
): GenerationRequest {
  const { texts } = context;
  const chosen = (name: string): string | undefined => selectedIn(interaction, name)[0];
  checkPrompt(prompt, context);
  const second = chosen('compare_with') ?? NO_SECOND_MODEL;
  const models = {
    modelId: requireModel(kind, chosen('model'), texts),
    ...(second === NO_SECOND_MODEL ? {} : { andModelId: requireModel(kind, second, texts) }),
  };
  const ratio = chosen('ratio');
  const aspectRatio = ratio === ANY_RATIO ? undefined : parseRatio(ratio, texts);
  const { count, isVaried } = countTasks({ ...models, prompt }, Number(chosen('count') ?? 1), texts);
  const request = {
    ...base,
    ...models,
    prompt,
    ...(isVaried && { isVaried }),
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
  };
  return { request, count };
}
