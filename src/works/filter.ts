import { z } from 'zod';
import type { JobRequest } from '../jobs/job.ts';
import { modelsIn } from '../jobs/variants.ts';
import { kindOf } from '../task-api/models.ts';

export const WORDS_MAX_CHARACTERS = 100;

/** What a member looks for among their works; all of it has to hold. */
export const workFilterSchema = z.object({
  /** Each of them is somewhere in the prompt, however it is written. */
  words: z.string().max(WORDS_MAX_CHARACTERS).optional(),
  modelId: z.string().max(100).optional(),
  kind: z.enum(['image', 'video']).optional(),
  /** Asked for at this time or later. */
  sinceMs: z.int().min(0).optional(),
  /** Asked for before this time. */
  untilMs: z.int().min(0).optional(),
  /** Starred by this member: other members' works, too. */
  starred: z.boolean().optional(),
  /** In this collection of the member's. */
  collection: z.object({ id: z.string(), name: z.string() }).optional(),
});
export type WorkFilter = z.output<typeof workFilterSchema>;

const NOT_ASCII = /[^\p{ASCII}]/u;

/** Letters as people type them who look for something: without case and accents. */
function foldedText(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text;
  return plain.toLowerCase();
}

/** @returns whether a request is what is looked for; its time is looked at by whoever reads the works in their order. */
export function matcherOf({ words = '', modelId, kind }: WorkFilter): (request: JobRequest) => boolean {
  const wanted = foldedText(words).split(/\s+/u).filter(Boolean);
  return (request) => {
    if (modelId !== undefined && !modelsIn(request).includes(modelId)) return false;
    if (kind !== undefined && kindOf(request.modelId) !== kind) return false;
    if (wanted.length === 0) return true;
    const prompt = foldedText(request.prompt);
    return wanted.every((word) => prompt.includes(word));
  };
}
