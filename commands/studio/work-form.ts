import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { modelsIn } from '../../src/jobs/variants.ts';
import { type MediaKind, SUGGESTED_RATIOS } from '../../src/task-api/models.ts';
import { MOST_PICTURES } from '../generate/generation.ts';
import type { CommandContext } from '../support/context.ts';

/** What members do with a picture: another picture of it, a clip of it, or the same request with other words. */
export type WorkVerb = 'change' | 'animate' | 'edit';

type FormData = APIModalInteractionResponseCallbackData;
type Option = { label: string; value: string; description?: string; default?: boolean };

/** Discord's text inputs hold so many characters. */
const INPUT_MAX_CHARACTERS = 4_000;
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
      promptField(facts, words),
      ...(pictures > 1 && verb !== 'edit'
        ? [select('picture', words.picture, numbered(pictures, words.pictureNumber), ['1'])]
        : []),
      select(
        'model',
        words.model,
        facts.models.map((model) => ({
          ...{ label: model.name, value: model.id },
          description: cut(model.facts.join(models.between), DESCRIPTION_MAX_CHARACTERS),
        })),
        modelsIn(request),
        2,
      ),
      select(
        'ratio',
        words.ratio,
        ratios.map((ratio) => ({ label: ratio === ANY_RATIO ? words.anyRatio : ratio, value: ratio })),
        [request.aspectRatio ?? ANY_RATIO],
      ),
      ...(kind === 'image'
        ? [select('count', words.count, numbered(MOST_PICTURES, words.pictures), [String(count)])]
        : []),
    ],
  };
}

type Words = CommandContext['texts']['studio']['work'];

function promptField(
  { verb, request, promptMaxCharacters }: WorkFormFacts,
  words: Words,
): FormData['components'][number] {
  const limit = Math.min(INPUT_MAX_CHARACTERS, promptMaxCharacters);
  return {
    type: ComponentType.Label,
    label: words.prompts[verb],
    component: {
      ...{ type: ComponentType.TextInput, custom_id: 'prompt', style: TextInputStyle.Paragraph },
      ...{ max_length: limit, required: true },
      ...(request.prompt === '' ? {} : { value: cut(request.prompt, limit) }),
    },
  };
}

function select(
  id: string,
  label: string,
  options: readonly Option[],
  chosen: readonly string[],
  most = 1,
): FormData['components'][number] {
  return {
    type: ComponentType.Label,
    label,
    component: {
      ...{ type: ComponentType.StringSelect, custom_id: id, min_values: 1, max_values: Math.min(most, options.length) },
      options: options.map((option) => (chosen.includes(option.value) ? { ...option, default: true } : option)),
    },
  };
}

function numbered(most: number, words: (number: number) => string): Option[] {
  return Array.from({ length: most }, (_, index) => ({ label: words(index + 1), value: String(index + 1) }));
}
