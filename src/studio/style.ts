import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Words around a prompt, kept under a name. */

export const STYLE_NAME_MAX_CHARACTERS = 32;
export const STYLE_TEXT_MAX_CHARACTERS = 500;
/** Of each member in a server, and of each server; what is suggested while typing is half of it. */
export const STYLES_MAX = 50;
/** Where the prompt goes. */
const PROMPT_MARK = '{prompt}';

export const styleSchema = z.object({
  name: z.string().min(1).max(STYLE_NAME_MAX_CHARACTERS),
  text: z.string().min(1).max(STYLE_TEXT_MAX_CHARACTERS),
  /** Who saved it last. */
  byId: z.string(),
  atMs: z.int().min(0),
});
export type Style = z.output<typeof styleSchema>;

/** The prompt in the style's words: in the place that it marks, or before it. */
export function inStyle(text: string, prompt: string): string {
  return text.includes(PROMPT_MARK) ? text.replaceAll(PROMPT_MARK, () => prompt) : `${prompt}, ${text}`;
}

/** The same for names that people would take for the same. Keys of the store are plain letters; names need not be. */
export function styleKeyOf(name: string): string {
  return createHash('sha256').update(foldedName(name)).digest('base64url').slice(0, 22);
}

export function foldedName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
