import { cut } from '../../src/discord/messages/prompt-text.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { modelsIn } from '../../src/jobs/variants.ts';
import { type MediaKind, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import { MOST_PICTURES } from '../generate/values.ts';
import type { CommandContext } from '../support/context.ts';
import { type FieldOption, type FormData, selectField, textField } from '../support/form-fields.ts';

/** What members do with a picture: another picture of it, a clip of it, or the same request with other words. */
export type WorkVerb = 'change' | 'animate' | 'edit';

/** Discord's, of what a select offers. */
const DESCRIPTION_MAX_CHARACTERS = 100;
/** The value of a select cannot be empty. */
export const ANY_RATIO = 'any';

export interface WorkFormFacts {
  verb: WorkVerb;
  kind: MediaKind;
  /** How many pictures there are to choose from. */
  pictures: number;
  /** What it is filled in with. */
  request: Pick<JobRequest, 'modelId' | 'andModelId' | 'aspectRatio' | 'prompt'>;
  count: number;
  /** Those that may be used here, and what is said of each. */
  models: readonly { id: string; name: string; facts: readonly string[] }[];
  promptMaxCharacters: number;
}

/** One form for all of it, filled in with what is known; a select says what each model costs. Discord takes five fields. */
export function workForm(
  customId: string,
  facts: WorkFormFacts,
  { models, studio }: CommandContext['texts'],
): FormData {
  const { verb, kind, pictures, request, count } = facts;
  const words = studio.work;
  const ratios = [...new Set([request.aspectRatio ?? ANY_RATIO, ANY_RATIO, ...SUGGESTED_RATIOS])];
  return {
    custom_id: customId,
    title: words.titles[verb],
    components: [
      textField('prompt', words.prompts[verb], {
        value: request.prompt,
        example: words.examples[verb],
        most: facts.promptMaxCharacters,
        isLong: true,
      }),
      ...(pictures > 1 && verb !== 'edit'
        ? [selectField('picture', words.picture, numbered(pictures, words.pictureNumber), { chosen: ['1'] })]
        : []),
      selectField(
        'model',
        words.model,
        facts.models.map((model) => ({
          ...{ label: model.name, value: model.id },
          description: cut(model.facts.join(models.between), DESCRIPTION_MAX_CHARACTERS),
        })),
        { chosen: modelsIn(request), most: 2 },
      ),
      selectField(
        'ratio',
        words.ratio,
        ratios.map((ratio) => ({ label: ratio === ANY_RATIO ? words.anyRatio : ratio, value: ratio })),
        { chosen: [request.aspectRatio ?? ANY_RATIO] },
      ),
      ...(kind === 'image'
        ? [selectField('count', words.count, numbered(MOST_PICTURES, words.pictures), { chosen: [String(count)] })]
        : []),
    ],
  };
}

function numbered(most: number, words: (number: number) => string): FieldOption[] {
  return Array.from({ length: most }, (_, index) => ({ label: words(index + 1), value: String(index + 1) }));
}
