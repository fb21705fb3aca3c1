import { createNextTo, type StillMaker } from '../files/media.ts';
import { clipInput, containerOf } from './clip-facts.ts';
import type { Ffmpeg } from './ffmpeg.ts';

/** In real time. Five seconds of 1080p take half a second on an idle machine. */
const STILL_LIMIT_MS = 30_000;
/** How much of the clip's start to choose from. */
const CHOSEN_FROM_SECONDS = 5;
/** ffmpeg holds all candidate frames in memory: 20 of 1,280 by 1,280 pixels take 50 MB. */
const FRAMES_PER_SECOND = 4;
const LONGEST_SIDE_PX = 1_280;
/** Decoders hold frames for each thread. */
const DECODER_THREADS = 2;
/** JPEG quality, 2 (best) to 31. */
const QUALITY = 3;

/** Reduces frames in number and size first, then picks the most typical one, so that no fade or flash is picked. */
const FILTERS = [
  `fps=${FRAMES_PER_SECOND}`,
  `scale=w='min(${LONGEST_SIDE_PX},iw)':h='min(${LONGEST_SIDE_PX},ih)':force_original_aspect_ratio=decrease`,
  `thumbnail=n=${FRAMES_PER_SECOND * CHOSEN_FROM_SECONDS}`,
  'format=yuvj420p',
].join(',');

/** Takes one typical frame from a clip's start, as a JPEG. @param found undefined for a machine without ffmpeg: no stills. */
export function createStillMaker(found: Promise<Ffmpeg | undefined>): StillMaker {
  return {
    take: async ({ path: from, mimeType }, { signal }) => {
      const ffmpeg = await found;
      signal.throwIfAborted();
      const container = containerOf(mimeType);
      if (!ffmpeg || !container) return undefined;
      const read = ['-t', String(CHOSEN_FROM_SECONDS), '-threads', String(DECODER_THREADS)];
      const args = [
        ...['-abort_on', 'empty_output', ...read, ...clipInput(from, container), '-map', '0:v:0', '-vf', FILTERS],
        ...['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', String(QUALITY), '-map_metadata', '-1', '-f', 'mjpeg'],
      ];
      return createNextTo(from, 'still.jpg', signal, async (path) => {
        const isTaken = await ffmpeg.run([...args, `file:${path}`], { timeLimitMs: STILL_LIMIT_MS, signal });
        return isTaken ? { kind: 'image', mimeType: 'image/jpeg', extension: 'jpg' } : undefined;
      });
    },
  };
}
