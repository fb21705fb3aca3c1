import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Words around a prompt, and how it is made, kept under a name. */

export const STYLE_NAME_MAX_CHARACTERS = 32;
export const STYLE_TEXT_MAX_CHARACTERS = 500;
/** Of each member in a server, and of each server; what is suggested while typing is half of it. */
export const STYLES_MAX = 50;
/** Where the prompt goes. */
const PROMPT_MARK = '{prompt}';
/** Of a style's words, for its name. */
const NAME_WORDS = 3;

/** How something is made, as far as it says; the same bounds hold for what members type. */
const presetSchema = z.object({
  /** Whatever was offered when it was chosen: what is stored outlives the list of models. */
  modelId: z.string().min(1).max(100).optional(),
  aspectRatio: z.string().min(1).max(20).optional(),
  count: z.int().min(1).max(4).optional(),
  spoiler: z.boolean().optional(),
});
export type Preset = z.output<typeof presetSchema>;
export const PRESET_KEYS = presetSchema.keyof().options;

/** A picture made in this style: whose work it is, and the message that shows it. Discord's addresses last for a day, these for ever. */
const sampleSchema = z.object({
  jobId: z.string(),
  memberId: z.string(),
  channelId: z.string(),
  messageId: z.string(),
  attachmentId: z.string(),
  /** It is shown hidden until somebody clicks it. */
  spoiler: z.boolean(),
});
export type Sample = z.output<typeof sampleSchema>;

export const styleSchema = z.object({
  name: z.string().min(1).max(STYLE_NAME_MAX_CHARACTERS),
  /** None where it says only how things are made. */
  text: z.string().min(1).max(STYLE_TEXT_MAX_CHARACTERS).optional(),
  preset: presetSchema.optional(),
  sample: sampleSchema.optional(),
  /** Who saved it last. */
  byId: z.string(),
  atMs: z.int().min(0),
});
export type Style = z.output<typeof styleSchema>;

/** The prompt in the style's words: in the place that they mark, or before them. */
export function inStyle(text: string | undefined, prompt: string): string {
  if (text === undefined) return prompt;
  return text.includes(PROMPT_MARK) ? text.replaceAll(PROMPT_MARK, () => prompt) : `${prompt}, ${text}`;
}

/** The words of the style that a prompt is in, as far as that can be told: else all behind its first comma, or the whole of it. */
export function styleTextOf({ prompt, styleText }: { prompt: string; styleText?: string | undefined }): string {
  if (styleText !== undefined && isInStyle(prompt, styleText)) return styleText;
  const [, ...rest] = prompt.replaceAll(/\s+/g, ' ').split(',');
  return cutTo(STYLE_TEXT_MAX_CHARACTERS, rest.length > 0 ? `${PROMPT_MARK},${rest.join(',')}` : prompt);
}

/** It may have been changed since. */
function isInStyle(prompt: string, text: string): boolean {
  const [before = '', ...others] = inStyle(text, PROMPT_MARK).split(PROMPT_MARK);
  return prompt.startsWith(before) && prompt.endsWith(others.at(-1) ?? '');
}

/** What such a style might be called, by its first words; never as one of those that are there. */
export function nameForStyle(text: string, taken: readonly string[]): string {
  const words = text.replaceAll(PROMPT_MARK, ' ').match(/[\p{L}\p{N}’'-]+/gu) ?? [];
  const first = cutTo(STYLE_NAME_MAX_CHARACTERS - 3, words.slice(0, NAME_WORDS).join(' '));
  const known = new Set(taken.map(foldedName));
  const names = [first, ...taken.map((_, index) => `${first} ${index + 2}`)];
  return names.find((name) => !known.has(foldedName(name))) ?? first;
}

/** At a space, where there is one. */
function cutTo(most: number, text: string): string {
  if (text.length <= most) return text.trim();
  const end = text.lastIndexOf(' ', most);
  return text.slice(0, end > 0 ? end : most).trim();
}

/** Keys of the store are plain letters; names need not be. */
export function styleKeyOf(name: string): string {
  return createHash('sha256').update(foldedName(name)).digest('base64url').slice(0, 22);
}

/** The same for names that people would take for the same. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
