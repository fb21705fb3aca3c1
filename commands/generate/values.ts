import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { MemberError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { countVariants, hasEmptyVariant, modelsIn } from '../../src/jobs/variants.ts';
import { type MediaKind, type ModelId, type ModelNames, modelCalled } from '../../src/task-api/models.ts';
import type { CommandContext } from '../support/context.ts';

/** What a wish is made of, as members give it in commands and forms. */

export const RATIO = /^([1-9]\d{0,3}):([1-9]\d{0,3})$/;
export const MOST_PICTURES = 4;

type Texts = CommandContext['texts'];

/** @throws MemberError where no such model makes that. */
export function modelOf(kind: MediaKind, given: unknown, texts: Texts, own: ModelNames = {}): ModelId {
  const found = modelCalled(String(given ?? ''), own);
  if (found?.kind !== kind) throw new MemberError(texts.refusals.modelUnknown);
  return found.id;
}

/**
 * How many tasks that takes: `{dawn|dusk}` makes so many of each, and a second model as many again.
 * @throws MemberError where they are too many.
 */
export function countOf(
  request: Pick<JobRequest, 'modelId' | 'andModelId' | 'prompt'>,
  each: number,
  texts: Texts,
): { count: number; isVaried: boolean } {
  checkCount(each, texts);
  if (request.andModelId === request.modelId) throw new MemberError(texts.studio.sameModels);
  const variants = countVariants(request.prompt, MOST_PICTURES);
  const count = variants * modelsIn(request).length * each;
  if (count > MOST_PICTURES) throw new MemberError(texts.studio.tooMany(MOST_PICTURES));
  return { count, isVaried: variants > 1 };
}

/** @throws MemberError */
export function checkCount(each: number, texts: Texts): void {
  if (!Number.isInteger(each) || each < 1 || each > MOST_PICTURES) throw new MemberError(texts.refusals.countWrong);
}

/** @throws MemberError */
export function checkPrompt(prompt: string, limit: number, texts: Texts): void {
  if (prompt === '') throw new MemberError(texts.refusals.promptEmpty);
  if (hasEmptyVariant(prompt)) throw new MemberError(texts.refusals.promptVariantEmpty);
  if (prompt.length > limit) throw new MemberError(texts.refusals.promptTooLong(prompt.length, limit));
}

export function ratioOf(given: unknown, texts: Texts): string | undefined {
  if (given === undefined) return undefined;
  const text = String(given)
    .trim()
    .replace(/\s*[:x×/]\s*/, ':');
  if (!RATIO.test(text)) throw new MemberError(texts.refusals.ratio(escapeText(cut(String(given), 40))));
  return text;
}
