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

const CONTAINERS: Readonly<Partial<Record<string, ClipFacts['container']>>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};
/** Names what reads the file, so that no bytes make ffmpeg take it for a list of other files. */
const DEMUXER: Readonly<Record<ClipFacts['container'], string>> = { mp4: 'mov', mov: 'mov', webm: 'matroska' };

/** @returns undefined for a kind of file that is no clip. */
export function containerOf(mimeType: string): ClipFacts['container'] | undefined {
  return CONTAINERS[mimeType];
}

/** How ffmpeg is to read a clip: that file, and no other. */
export function clipInput(path: string, container: ClipFacts['container']): string[] {
  return ['-protocol_whitelist', 'file', '-f', DEMUXER[container], '-i', `file:${path}`];
}
