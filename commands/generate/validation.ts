import { isPictureType, type MessagePicture } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { isExpired, SOURCE_ADDRESS_MAX_CHARACTERS } from '../../src/jobs/origins.ts';
import { countVariants, hasEmptyVariant, modelsIn } from '../../src/jobs/variants.ts';
import { type MediaKind, type ModelId, type ModelNames, modelCalled } from '../../src/task-api/models.ts';
import type { CommandContext } from '../support/context.ts';

/** The parts of a request, as members give them in commands and forms. */

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

/**
 * Discord tells the type by the file's name alone, but width and height only of what it could read as a picture.
 * @throws MemberError for a picture that no model could use, or that Discord does not keep.
 */
export function checkPicture(picture: MessagePicture, context: CommandContext): void {
  const { refusals } = context.texts;
  const name = escapeText(cut(picture.filename, 60));
  if (!isPictureType(picture.content_type)) throw new MemberError(refusals.sourceNoImage(name));
  checkAddress(picture.url, context);
  if (picture.size === 0 || !picture.width || !picture.height) throw new MemberError(refusals.sourceUnreadable(name));
}

/** @throws MemberError for an address that Easel does not hand to the service. */
export function checkAddress(address: string, { discord: { isSourceAddress }, texts }: CommandContext): void {
  if (address.length > SOURCE_ADDRESS_MAX_CHARACTERS) throw new MemberError(texts.refusals.sourceAddressTooLong);
  if (!isSourceAddress(address)) throw new MemberError(texts.refusals.sourceElsewhere);
}

/** @throws MemberError where Discord no longer gives out the source pictures. */
export function checkSources(sourceUrls: readonly string[], { clock, texts }: CommandContext): void {
  if (sourceUrls.some((address) => isExpired(address, clock.now()))) {
    throw new MemberError(texts.refusals.sourcesExpired);
  }
}
