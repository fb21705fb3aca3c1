import { createHash } from 'node:crypto';
import { z } from 'zod';
import { PICTURES_MAX } from '../jobs/job/job.ts';

/** A style: words and options saved under a name. */

export const STYLE_NAME_MAX_CHARACTERS = 32;
export const STYLE_TEXT_MAX_CHARACTERS = 500;
/** Per member and server, and for each server. Discord suggests at most half as many. */
export const STYLES_MAX = 50;
/** Stands for the prompt in a style's text. */
const PROMPT_MARK = '{prompt}';
/** How many words a suggested name has. */
const NAME_WORDS = 3;

/** The command options that a style sets. Commands have the same bounds. */
export const styleOptionsSchema = z.object({
  /** Not checked against the list of models, because stored ids outlive it. */
  modelId: z.string().min(1).max(100).optional(),
  aspectRatio: z.string().min(1).max(20).optional(),
  count: z.int().min(1).max(PICTURES_MAX).optional(),
  spoiler: z.boolean().optional(),
});
export type StyleOptions = z.output<typeof styleOptionsSchema>;
export const STYLE_OPTIONS = styleOptionsSchema.keyof().options;

/** A picture made in this style, found by its message, because Discord's file addresses expire after a day. */
const sampleSchema = z.object({
  jobId: z.string(),
  memberId: z.string(),
  channelId: z.string(),
  messageId: z.string(),
  attachmentId: z.string(),
  spoiler: z.boolean(),
});
export type Sample = z.output<typeof sampleSchema>;

export const styleSchema = z.object({
  name: z.string().min(1).max(STYLE_NAME_MAX_CHARACTERS),
  /** Undefined if the style has only options. */
  text: z.string().min(1).max(STYLE_TEXT_MAX_CHARACTERS).optional(),
  options: styleOptionsSchema.optional(),
  sample: sampleSchema.optional(),
  /** The member who saved it last. */
  byId: z.string(),
  atMs: z.int().min(0),
});
export type Style = z.output<typeof styleSchema>;

/** Puts the prompt where the style's text marks it, or before the text. */
export function applyStyle(text: string | undefined, prompt: string): string {
  if (text === undefined) return prompt;
  return text.includes(PROMPT_MARK) ? text.replaceAll(PROMPT_MARK, () => prompt) : `${prompt}, ${text}`;
}

/**
 * The prompt with a line end wherever the style's words meet the member's own; undefined without a style, or if the prompt
 * was edited since.
 */
export function withStyleApart(prompt: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const pieces = applyStyle(text, PROMPT_MARK).split(PROMPT_MARK);
  const start = pieces[0]?.length ?? 0;
  const length = (prompt.length - pieces.join('').length) / (pieces.length - 1);
  const typed = prompt.slice(start, start + length);
  return applyStyle(text, typed) === prompt ? applyStyle(text, `\n${typed}\n`) : undefined;
}

/** The style's text, if the prompt still has it. Otherwise everything after the first comma; if there's none, no words yet. */
export function styleTextFrom({ prompt, styleText }: { prompt: string; styleText?: string | undefined }): string {
  if (styleText !== undefined && isInStyle(prompt, styleText)) return styleText;
  const [, ...rest] = prompt.replaceAll(/\s+/g, ' ').split(',');
  return cutTo(STYLE_TEXT_MAX_CHARACTERS, `${PROMPT_MARK},${rest.length > 0 ? rest.join(',') : ' '}`);
}

/** The prompt may have been edited since. */
function isInStyle(prompt: string, text: string): boolean {
  const [before = '', ...others] = applyStyle(text, PROMPT_MARK).split(PROMPT_MARK);
  return prompt.startsWith(before) && prompt.endsWith(others.at(-1) ?? '');
}

/** Suggests a name from the first words that isn't taken. */
export function suggestStyleName(text: string, taken: readonly string[]): string {
  const words = text.replaceAll(PROMPT_MARK, ' ').match(/[\p{L}\p{N}’'-]+/gu) ?? [];
  const first = cutTo(STYLE_NAME_MAX_CHARACTERS - 3, words.slice(0, NAME_WORDS).join(' '));
  const known = new Set(taken.map(foldedName));
  const names = [first, ...taken.map((_, index) => `${first} ${index + 2}`)];
  return names.find((name) => !known.has(foldedName(name))) ?? first;
}

/** Cuts at a space if there is one. */
function cutTo(most: number, text: string): string {
  if (text.length <= most) return text.trim();
  const end = text.lastIndexOf(' ', most);
  return text.slice(0, end > 0 ? end : most).trim();
}

/** Names may have any characters; store keys may not. */
export function styleKeyOf(name: string): string {
  return createHash('sha256').update(foldedName(name)).digest('base64url').slice(0, 22);
}

/** Equal for names that people would consider equal. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
