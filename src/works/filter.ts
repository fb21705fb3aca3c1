import { z } from 'zod';
import type { JobRequest } from '../jobs/job/job.ts';
import { kindOfRequest, modelsIn } from '../jobs/job/variants.ts';

export const WORDS_MAX_CHARACTERS = 100;

/** What a member looks for. A work has to meet all of these. */
export const workFilterSchema = z.object({
  /** The prompt contains each of these words, in any case and with or without accents. */
  words: z.string().max(WORDS_MAX_CHARACTERS).optional(),
  modelId: z.string().max(100).optional(),
  kind: z.enum(['image', 'video']).optional(),
  /** Requested at this time or later. */
  sinceMs: z.int().min(0).optional(),
  /** Starred by this member, including other members' works. */
  starred: z.boolean().optional(),
  /** In this one of the member's collections. */
  collection: z.object({ id: z.string(), name: z.string() }).optional(),
});
export type WorkFilter = z.output<typeof workFilterSchema>;

const NOT_ASCII = /[^\p{ASCII}]/u;

/** Removes case and accents. */
function foldedText(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text;
  return plain.toLowerCase();
}

/** Matches requests by everything except time, which the search handles as it reads works in order. */
export function createMatcher({ words = '', modelId, kind }: WorkFilter): (request: JobRequest) => boolean {
  const wanted = foldedText(words).split(/\s+/u).filter(Boolean);
  return (request) => {
    if (modelId !== undefined && !modelsIn(request).includes(modelId)) return false;
    if (kind !== undefined && kindOfRequest(request) !== kind) return false;
    if (wanted.length === 0) return true;
    const prompt = foldedText(request.prompt);
    return wanted.every((word) => prompt.includes(word));
  };
}
