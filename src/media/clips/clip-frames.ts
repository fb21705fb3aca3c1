import { createNextTo, type MediaFile, type TypedFile } from '../files/media.ts';
import { clipInput, containerOf } from './clip-facts.ts';
import type { Ffmpeg } from './ffmpeg.ts';

/** In real time. Five seconds of 1080p take half a second on an idle machine. */
const LIMIT_MS = 30_000;
/** How much of the clip's start to choose from. */
const CHOSEN_FROM_SECONDS = 5;
/** ffmpeg holds all candidate frames in memory: 20 of 1,280 by 1,280 pixels take 50 MB. */
const FRAMES_PER_SECOND = 4;
const LONGEST_SIDE_PX = 1_280;
/** JPEG quality, 2 (best) to 31. */
const QUALITY = 3;
/** Where the last frame is looked for first. Every frame from there on is written, each over the one before. */
const LAST_SECONDS = 1;
/** Models take sources of this size, and a hostile clip may have far larger frames. */
const LAST_LONGEST_SIDE_PX = 2_048;

/** Reduces frames in number and size first, then picks the most typical one, so that no fade or flash is picked. */
const FILTERS = [
  `fps=${FRAMES_PER_SECOND}`,
  scaleWithin(LONGEST_SIDE_PX),
  `thumbnail=n=${FRAMES_PER_SECOND * CHOSEN_FROM_SECONDS}`,
  'format=yuvj420p',
].join(',');

type FrameType = Omit<MediaFile, 'path' | 'sizeBytes'>;
const JPEG: FrameType = { kind: 'image', mimeType: 'image/jpeg', extension: 'jpg' };
const PNG: FrameType = { kind: 'image', mimeType: 'image/png', extension: 'png' };

/** @returns undefined if the clip can't be read in time. @throws as `Ffmpeg.run` */
export function takeTypicalFrame(ffmpeg: Ffmpeg, clip: TypedFile, signal: AbortSignal): Promise<MediaFile | undefined> {
  const written = ['-vf', FILTERS, '-frames:v', '1', '-c:v', 'mjpeg', '-q:v', String(QUALITY), '-map_metadata', '-1'];
  return takeWith(clip, 'still.jpg', JPEG, signal, (input, path) => {
    const read = ['-abort_on', 'empty_output', '-t', String(CHOSEN_FROM_SECONDS), ...input, '-map', '0:v:0'];
    const args = [...read, ...written, '-f', 'mjpeg', `file:${path}`];
    return ffmpeg.run(args, { timeLimitMs: LIMIT_MS, signal });
  });
}

/** @returns undefined if the clip can't be read in time. @throws as `Ffmpeg.run` */
export function takeLastFrame(ffmpeg: Ffmpeg, clip: TypedFile, signal: AbortSignal): Promise<MediaFile | undefined> {
  const written = ['-map', '0:v:0', '-vf', scaleWithin(LAST_LONGEST_SIDE_PX), '-c:v', 'png', '-map_metadata', '-1'];
  return takeWith(clip, 'last.png', PNG, signal, async (input, path) => {
    const takeFrom = (start: readonly string[]): Promise<boolean> => {
      const args = ['-abort_on', 'empty_output', ...start, ...input, ...written, '-update', '1', '-f', 'image2'];
      return ffmpeg.run([...args, `file:${path}`], { timeLimitMs: LIMIT_MS, signal });
    };
    // The end has no picture if the sound is longer.
    return (await takeFrom(['-sseof', `-${LAST_SECONDS}`])) || takeFrom([]);
  });
}

async function takeWith(
  { path: from, mimeType }: TypedFile,
  suffix: string,
  type: FrameType,
  signal: AbortSignal,
  take: (input: string[], path: string) => Promise<boolean>,
): Promise<MediaFile | undefined> {
  const container = containerOf(mimeType);
  if (!container) return undefined;
  const input = clipInput(from, container);
  return createNextTo(from, suffix, signal, async (path) => ((await take(input, path)) ? type : undefined));
}

function scaleWithin(longestPx: number): string {
  return `scale=w='min(${longestPx},iw)':h='min(${longestPx},ih)':force_original_aspect_ratio=decrease`;
}
