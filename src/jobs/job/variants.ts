import type { NewHolds } from '../../budget/account/decisions.ts';
import { kindOf, type MediaKind, nameOfModel, type Price } from '../../task-api/models.ts';
import { isMadeHere, type Job, type JobRequest, taskIndexOf, taskKeyOf } from './job.ts';
import { toReadableText } from './readable-text.ts';

/** The prompt and model of each of a job's tasks. */

/** `{dawn|dusk} over the sea` stands for two prompts. Several braces stand for every combination. */
const CHOICES = /\{([^{}|]*(?:\|[^{}|]*)+)\}/;

/** How many prompts this stands for; 1 without choices. Stops counting past `most`. */
export function countVariants(prompt: string, most: number): number {
  let count = 1;
  for (const [, choices = ''] of prompt.matchAll(new RegExp(CHOICES, 'g'))) {
    count *= choices.split('|').length;
    if (count > most) break;
  }
  return count;
}

/** The prompts that one stands for, in the order of their choices; as many as `countVariants` says. */
function variantsOf(prompt: string): string[] {
  // Every second piece was in braces.
  return prompt
    .split(CHOICES)
    .reduce<string[]>(
      (started, piece, index) =>
        index % 2 === 0
          ? started.map((one) => one + piece)
          : started.flatMap((one) => piece.split('|').map((choice) => one + choice.trim())),
      [''],
    )
    .map((variant) => variant.trim());
}

/** Characters that no one sees, and the sign for a cell of Braille without dots. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\s\u2800]/gu;

/** Whether a reader sees nothing in this text. */
export const isBlank = (text: string): boolean => text.replace(UNSEEN, '') === '';

/** Whether one of the prompts is blank: all text is in braces, and each has a blank choice. */
export function hasBlankVariant(prompt: string): boolean {
  const pieces = prompt.split(CHOICES);
  const mayBeBlank = (piece: string, index: number) =>
    index % 2 === 0 ? isBlank(piece) : piece.split('|').some(isBlank);
  return pieces.length > 1 && pieces.every(mayBeBlank);
}

type Prompted = Pick<JobRequest, 'prompt' | 'isVaried'>;
type Modelled = Pick<JobRequest, 'modelId' | 'andModelId' | 'fromClips'>;

/** What a request makes. */
export function kindOfRequest({ modelId, fromClips }: Pick<JobRequest, 'modelId' | 'fromClips'>): MediaKind {
  return fromClips === 'still' ? 'image' : kindOf(modelId);
}

/**
 * The prompts that reach the service. Word lists judge these, not the text as typed. Choices and styles can join pieces to
 * something that was none when it was typed, so each becomes readable text once more.
 */
export function sentPromptsOf({ prompt, isVaried }: Prompted): string[] {
  const prompts = isVaried === true ? variantsOf(prompt) : [prompt];
  return prompts.map((one) => toReadableText(one));
}

/** The ids of its models: one, or two side by side. */
export function modelsIn({ modelId, andModelId }: Modelled): string[] {
  return andModelId === undefined ? [modelId] : [modelId, andModelId];
}

/** The names of its models, as the server called them. */
export function modelNamesIn(request: Pick<JobRequest, 'modelId' | 'andModelId' | 'modelNames'>): string[] {
  return modelsIn(request).map((id) => nameOfModel(id, request.modelNames));
}

/** What is sent for a task, counted from 0: each prompt with each model, then again if there are more tasks. */
export function requestOfTask(request: Prompted & Modelled, index: number): { prompt: string; modelId: string } {
  const prompts = sentPromptsOf(request);
  const modelIds = modelsIn(request);
  return {
    prompt: prompts[Math.floor(index / modelIds.length) % prompts.length] ?? request.prompt,
    modelId: modelIds[index % modelIds.length] ?? request.modelId,
  };
}

/** The request for one of its tasks alone, without the other prompts and the other model. */
export function requestOfTaskAlone(request: JobRequest, index: number): JobRequest {
  const { isVaried: _, andModelId: __, ...alone } = request;
  return { ...alone, ...requestOfTask(request, index) };
}

/**
 * The request that makes a job's results again, and how many tasks it takes. One task of several, such as a part of a
 * draft, is repeated alone; where other tasks are missing, all that were asked for up to the last are made again.
 */
export function requestToRepeat({ request, tasks }: Pick<Job, 'request' | 'tasks'>): {
  request: JobRequest;
  count: number;
} {
  const indexes = tasks.map(({ key }) => taskIndexOf(key));
  const [index = 0, ...others] = indexes;
  if (others.length === 0) return { request: requestOfTaskAlone(request, index), count: 1 };
  return { request, count: Math.max(...indexes) + 1 };
}

/** The model of one task of a job. */
export function modelOfTask({ request }: Pick<Job, 'request'>, taskKey: string): string {
  return requestOfTask(request, taskIndexOf(taskKey)).modelId;
}

/** How many tasks of each prompt and model a request with this many tasks has. */
export function countPerVariant(request: Prompted & Modelled, count: number): number {
  return Math.max(1, Math.floor(count / (sentPromptsOf(request).length * modelsIn(request).length)));
}

/** The quote of each task; nothing for what Easel makes itself. */
export function quotesOf(
  request: Prompted & Modelled,
  count: number,
  quoteCredits: (modelId: string) => number,
): number[] {
  const quoteOf = (index: number): number =>
    isMadeHere(request) ? 0 : quoteCredits(requestOfTask(request, index).modelId);
  return Array.from({ length: count }, (_, index) => quoteOf(index));
}

/** What all tasks cost together. */
export function totalPrice(request: Prompted & Modelled, count: number, priceOf: (modelId: string) => Price): Price {
  const quotesCredits = quotesOf(request, count, (modelId) => priceOf(modelId).credits);
  const isGuess = !isMadeHere(request) && modelsIn(request).some((modelId) => priceOf(modelId).isGuess);
  return { credits: quotesCredits.reduce((sum, credits) => sum + credits, 0), ...(isGuess && { isGuess }) };
}

/** What is held for a job's tasks, given their quotes. */
export function holdTasksOf(
  jobId: string,
  request: Prompted & Modelled,
  quotesCredits: readonly number[],
): NewHolds['tasks'] {
  return quotesCredits.map((quoteCredits, index) => {
    const { modelId } = requestOfTask(request, index);
    return {
      taskKey: taskKeyOf(jobId, index),
      quoteCredits,
      modelId,
      ...(isMadeHere(request) && { isMadeHere: true }),
    };
  });
}
