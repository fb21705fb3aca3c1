import { isPictureType, type MessagePicture } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { type JobRequest, PICTURES_MAX, TASKS_MAX } from '../../src/jobs/job/job.ts';
import { SOURCE_ADDRESS_MAX_CHARACTERS } from '../../src/jobs/job/sources.ts';
import { countVariants, hasBlankVariant, isBlank, modelsIn } from '../../src/jobs/job/variants.ts';
import { kindOf, type MediaKind, type ModelId, type ModelNames, modelCalled } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Needs } from '../support/context.ts';

/** Checks the parts of a request that members give in commands and forms. */

export const RATIO = /^([1-9]\d{0,3}):([1-9]\d{0,3})$/;
/** A ratio as it is kept, however its digits and sign were typed: `１６：９`, `16∶9`, `16 x 9`. */
export const writtenRatio = (typed: string): string =>
  typed
    .normalize('NFKC')
    .trim()
    .replace(/\s*[:\u2236\ua789x×/]\s*/i, ':');
/** With several prompts or models. Clips may have sound, and a message shows up to ten files. */
const COUNT_MAX: Readonly<Record<MediaKind, number>> = { image: TASKS_MAX, video: 4 };
/** Beyond it, the exact number doesn't matter. */
export const COUNTED_MAX = 10_000;

/** @throws MemberError if there's no such model of this kind */
export function requireModel(kind: MediaKind, given: unknown, texts: Texts, own: ModelNames = {}): ModelId {
  const found = modelCalled(String(given ?? ''), own);
  if (found?.kind !== kind) throw new MemberError(texts.refusals.modelUnknown);
  return found.id;
}

/**
 * Counts the tasks of a request: `each` for every variant of the prompt, times the number of models.
 * @throws MemberError if there are too many
 */
export function countTasks(
  request: Pick<JobRequest, 'modelId' | 'andModelId' | 'prompt'>,
  each: number,
  texts: Texts,
): { count: number; isVaried: boolean } {
  checkCount(each, texts);
  if (request.andModelId === request.modelId) throw new MemberError(texts.studio.sameModels);
  const variants = countVariants(request.prompt, COUNTED_MAX);
  const count = variants * modelsIn(request).length * each;
  const kind = kindOf(request.modelId);
  if (count > COUNT_MAX[kind]) throw new MemberError(texts.studio.tooMany(count, COUNT_MAX[kind], kind));
  return { count, isVaried: variants > 1 };
}

function checkCount(each: number, texts: Texts): void {
  if (!Number.isInteger(each) || each < 1 || each > PICTURES_MAX) throw new MemberError(texts.refusals.countWrong);
}

export function checkPrompt(prompt: string, { defaults, texts }: Needs<'defaults' | 'texts'>): void {
  const limit = defaults.promptMaxCharacters;
  if (isBlank(prompt)) throw new MemberError(texts.refusals.promptEmpty);
  if (hasBlankVariant(prompt)) throw new MemberError(texts.refusals.promptVariantEmpty);
  if (prompt.length > limit) throw new MemberError(texts.refusals.promptTooLong(prompt.length, limit));
}

export function parseRatio(given: unknown, texts: Texts): string | undefined {
  if (given === undefined) return undefined;
  const text = writtenRatio(String(given));
  if (!RATIO.test(text)) throw new MemberError(texts.refusals.ratio(escapeText(cut(String(given), 40))));
  return text;
}

/**
 * Discord takes the type from the file's name, but gives a width and height only if it could read the picture.
 * @throws MemberError if no model can use the picture
 */
export function checkPicture(picture: MessagePicture, context: Needs<'discord' | 'texts'>): void {
  const { refusals } = context.texts;
  const name = escapeText(cut(picture.filename, 60));
  if (!isPictureType(picture.content_type)) throw new MemberError(refusals.sourceNoImage(name));
  checkAddress(picture.url, context);
  if (picture.size === 0 || !picture.width || !picture.height) throw new MemberError(refusals.sourceUnreadable(name));
}

/** @throws MemberError for an address that Easel doesn't pass on to the service */
export function checkAddress(
  address: string,
  { discord: { isSourceAddress }, texts }: Needs<'discord' | 'texts'>,
): void {
  if (address.length > SOURCE_ADDRESS_MAX_CHARACTERS) throw new MemberError(texts.refusals.sourceAddressTooLong);
  if (!isSourceAddress(address)) throw new MemberError(texts.refusals.sourceElsewhere);
}
