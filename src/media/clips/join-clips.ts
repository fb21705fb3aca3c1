import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MEMORY_MAX_BYTES, type ProgramLimits, runConfined } from '../confined/confined-program.ts';
import { createNextTo, type FitOptions, type JoinRefusal, type MediaFile, type TypedFile } from '../files/media.ts';
import { type ClipFacts, clipFactsSchema, clipInput, containerOf, readFindings } from './clip-facts.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { type JoinEncoding, planJoin } from './join-plan.ts';

/** In real time. Copying takes milliseconds, or a second or two for 200 MB. */
const COPY_LIMIT_MS = 30_000;
/** A minute of 1080p takes about half a minute on two cores. */
const ENCODING_LIMIT_MS = 120_000;
/** The constant quality of H.264, 0 (lossless) to 51. If the file is too large then, it is made to fit like others. */
const QUALITY = '20';
const AUDIO_BITS_PER_SECOND = '128000';

const JOINING = fileURLToPath(new URL('./join-child.ts', import.meta.url));

/** What the joining process prints. */
const joinInspectionSchema = z.strictObject({
  facts: z.tuple([clipFactsSchema, clipFactsSchema]),
  isJoined: z.boolean(),
});

const MP4: Omit<MediaFile, 'path' | 'sizeBytes'> = { kind: 'video', mimeType: 'video/mp4', extension: 'mp4' };

/** @param found undefined for a machine without ffmpeg, which joins only like clips. @throws as `Fitter.fit` */
export async function joinClips(
  found: Ffmpeg | undefined,
  [first, second]: readonly [TypedFile, TypedFile],
  options: FitOptions,
): Promise<MediaFile | JoinRefusal> {
  const [container, secondContainer] = [containerOf(first.mimeType), containerOf(second.mimeType)];
  if (!container || !secondContainer) return 'unreadable';
  const paths: Paths = [
    { path: first.path, container },
    { path: second.path, container: secondContainer },
  ];
  let refusal: JoinRefusal = 'unreadable';
  const joined = await createNextTo(first.path, 'joined.mp4', options.signal, async (to) => {
    const outcome = await joinInto(to, found, paths, options);
    if (outcome === 'joined') return MP4;
    refusal = outcome;
    return undefined;
  });
  return joined ?? refusal;
}

async function joinInto(
  to: string,
  ffmpeg: Ffmpeg | undefined,
  paths: Paths,
  { signal, turns }: FitOptions,
): Promise<JoinRefusal | 'joined'> {
  const args = [...paths.flatMap(({ path, container }) => [path, container]), to, String(MEMORY_MAX_BYTES)];
  const printed = await turns.look(() => runConfined(JOINING, args, { timeLimitMs: COPY_LIMIT_MS, signal }));
  const found = printed === undefined ? undefined : readFindings(joinInspectionSchema, printed);
  if (!found) return 'unreadable';
  const { facts, isJoined } = found;
  if (isJoined) return 'joined';
  const plan = planJoin(facts);
  if (typeof plan === 'string') return plan;
  if (!ffmpeg) return 'no ffmpeg';
  const limits = { timeLimitMs: ENCODING_LIMIT_MS, signal };
  const isEncoded = await turns.encode(() => encodeJoined(ffmpeg, paths, to, { facts, plan }, limits));
  return isEncoded ? 'joined' : 'unreadable';
}

interface ClipPath {
  path: string;
  container: ClipFacts['container'];
}
type Paths = readonly [ClipPath, ClipPath];

/**
 * Encodes two clips as one, in the size and frame rate of the first. If only one has sound, the other part is silent.
 * @returns whether `to` was written. @throws as `Ffmpeg.run`.
 */
async function encodeJoined(
  ffmpeg: Ffmpeg,
  [first, second]: Paths,
  to: string,
  { facts, plan }: { facts: readonly [ClipFacts, ClipFacts]; plan: JoinEncoding },
  limits: ProgramLimits,
): Promise<boolean> {
  const { widthPx, heightPx, framesPerSecond } = plan;
  const [hasSound, secondHasSound] = facts.map(({ audioCodec }) => audioCodec !== undefined);
  const input = (clip: ClipPath): string[] => clipInput(clip.path, clip.container);
  // The sound of the second clip alone, at its place after the first.
  const later = ['-itsoffset', String(facts[0].durationSeconds), ...input(second)];
  const inputs = [...input(first), ...input(second), ...(!hasSound && secondHasSound ? later : [])];
  const shown = `scale=${widthPx}:${heightPx},setsar=1,fps=${framesPerSecond},format=yuv420p`;
  const heard = 'aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo';
  const pictures = [`[0:v:0]${shown}[v0]`, `[1:v:0]${shown}[v1]`];
  const filters =
    hasSound && secondHasSound
      ? [...pictures, `[0:a:0]${heard}[a0]`, `[1:a:0]${heard}[a1]`, '[v0][a0][v1][a1]concat=n=2:v=1:a=1[v][a]']
      : [
          ...pictures,
          '[v0][v1]concat=n=2:v=1:a=0[v]',
          ...(hasSound ? [`[0:a:0]${heard}[a]`] : []),
          ...(secondHasSound ? [`[2:a:0]aresample=async=1:first_pts=0,${heard}[a]`] : []),
        ];
  const video = ['-map', '[v]', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', QUALITY, '-threads', '2'];
  const audio = hasSound || secondHasSound ? ['-map', '[a]', '-c:a', 'aac', '-b:a', AUDIO_BITS_PER_SECOND] : [];
  const written = ['-movflags', '+faststart', '-map_metadata', '-1', '-map_chapters', '-1', '-f', 'mp4', `file:${to}`];
  return ffmpeg.run([...inputs, '-filter_complex', filters.join(';'), ...video, ...audio, ...written], limits);
}
