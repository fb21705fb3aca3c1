import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Migration } from '../store/store.ts';

/** Words around a prompt, and how it is made, kept under a name. */

export const STYLE_NAME_MAX_CHARACTERS = 32;
export const STYLE_TEXT_MAX_CHARACTERS = 500;
/** Of each member in a server, and of each server; what is suggested while typing is half of it. */
export const STYLES_MAX = 50;
/** Where the prompt goes. */
const PROMPT_MARK = '{prompt}';

/** How something is made, as far as it says; the same bounds hold for what members type. */
export const presetSchema = z.object({
  /** Whatever was offered when it was chosen: what is stored outlives the list of models. */
  modelId: z.string().min(1).max(100).optional(),
  aspectRatio: z.string().min(1).max(20).optional(),
  count: z.int().min(1).max(4).optional(),
  spoiler: z.boolean().optional(),
});
export type Preset = z.output<typeof presetSchema>;

/** A picture made in this style: the message of Easel's that shows it. Discord's addresses last for a day, these for ever. */
const sampleSchema = z.object({ channelId: z.string(), messageId: z.string(), attachmentId: z.string() });

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

/** The first version had words in every style, and nothing else. */
export const STYLE_MIGRATIONS: readonly Migration[] = [(record) => record];

/** The prompt in the style's words: in the place that they mark, or before them. */
export function inStyle(text: string | undefined, prompt: string): string {
  if (text === undefined) return prompt;
  return text.includes(PROMPT_MARK) ? text.replaceAll(PROMPT_MARK, () => prompt) : `${prompt}, ${text}`;
}

/** The same for names that people would take for the same. Keys of the store are plain letters; names need not be. */
export function styleKeyOf(name: string): string {
  return createHash('sha256').update(foldedName(name)).digest('base64url').slice(0, 22);
}

export function foldedName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
