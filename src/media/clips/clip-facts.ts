import { z } from 'zod';

/** The findings of a clip's inspection. */
export const clipFactsSchema = z.strictObject({
  container: z.enum(['mp4', 'mov', 'webm']),
  /** By mediabunny's names: `avc`, `hevc`, `vp9`, `aac` …; null if it knows none. */
  videoCodec: z.string().max(20).nullable(),
  /** Undefined without sound. */
  audioCodec: z.string().max(20).nullable().optional(),
  durationSeconds: z.number().positive(),
  /** As shown, after rotation. */
  widthPx: z.int().min(1).max(16_384),
  heightPx: z.int().min(1).max(16_384),
  framesPerSecond: z.number().positive().max(1_000),
  /** Whether the index comes first, so that playing can start before the download ends. */
  isFastStart: z.boolean(),
});
export type ClipFacts = z.output<typeof clipFactsSchema>;

/** What the inspecting process prints. */
export const clipInspectionSchema = z.union([
  z.literal('sound alone'),
  z.strictObject({ facts: clipFactsSchema, isRemuxed: z.boolean() }),
]);
export type ClipInspection = z.output<typeof clipInspectionSchema>;

/** What a process printed of a clip; undefined for a clip that has no such facts. */
export const readFindings = <Findings>(schema: z.ZodType<Findings>, printed: string): Findings | undefined =>
  schema.safeParse(JSON.parse(printed)).data;

const CONTAINERS: Readonly<Partial<Record<string, ClipFacts['container']>>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};
/** Names the format, so that no file's contents make ffmpeg take it for a list of other files. */
const DEMUXER: Readonly<Record<ClipFacts['container'], string>> = { mp4: 'mov', mov: 'mov', webm: 'matroska' };

/** @returns undefined for other kinds of files. */
export function containerOf(mimeType: string): ClipFacts['container'] | undefined {
  return CONTAINERS[mimeType];
}

/** Decoders hold frames for each thread, and take one thread per core if they may. */
const DECODER_THREADS = '2';

/** Makes ffmpeg read this file and no other. */
export function clipInput(path: string, container: ClipFacts['container']): string[] {
  const demuxer = ['-protocol_whitelist', 'file', '-f', DEMUXER[container]];
  return ['-threads', DECODER_THREADS, ...demuxer, '-i', `file:${path}`];
}
