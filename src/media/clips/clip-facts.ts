import { z } from 'zod';

/** What a look into a clip found. */
export const clipFactsSchema = z.strictObject({
  container: z.enum(['mp4', 'mov', 'webm']),
  /** As mediabunny calls them: `avc`, `hevc`, `vp9`, `aac` …; null where it knows no name for it. */
  videoCodec: z.string().max(20).nullable(),
  /** Undefined without sound. */
  audioCodec: z.string().max(20).nullable().optional(),
  durationSeconds: z.number().positive(),
  /** As it is shown, turned already. */
  widthPx: z.int().min(1).max(16_384),
  heightPx: z.int().min(1).max(16_384),
  framesPerSecond: z.number().positive().max(1_000),
  /** Whether its index comes first, so that it begins to play before all of it came. */
  isFastStart: z.boolean(),
});
export type ClipFacts = z.output<typeof clipFactsSchema>;

/** What the process prints that looked into a clip, and wrote it anew where that was all it needed. */
export const clipLookSchema = z.strictObject({ facts: clipFactsSchema, isRewrapped: z.boolean() });
