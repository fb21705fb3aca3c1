import { makeBeside, type StillMaker, stillPath } from '../media.ts';
import { clipInput, containerOf } from './clip-facts.ts';
import type { Ffmpeg } from './ffmpeg.ts';

/** In real time: five seconds of 1080p take half of one on an idle machine. */
const STILL_LIMIT_MS = 30_000;
/** Of the clip's beginning. */
const LOOKED_AT_SECONDS = 5;
/** ffmpeg holds all frames that it chooses from in memory: 20 of 1,280 by 1,280 pixels take 50 MB. */
const FRAMES_PER_SECOND = 4;
const LONGEST_SIDE_PX = 1_280;
/** Decoders hold frames for each thread. */
const DECODER_THREADS = 2;
/** Of JPEG, 2 (best) to 31. */
const QUALITY = 3;

/** Few and small frames first; of those the one that is most like the others, so that no fade or flash is taken. */
const FILTERS = [
  `fps=${FRAMES_PER_SECOND}`,
  `scale=w='min(${LONGEST_SIDE_PX},iw)':h='min(${LONGEST_SIDE_PX},ih)':force_original_aspect_ratio=decrease`,
  `thumbnail=n=${FRAMES_PER_SECOND * LOOKED_AT_SECONDS}`,
  'format=yuvj420p',
].join(',');

export interface StillMakerOptions {
  /** Where results are kept. */
  folder: string;
  /** Undefined where this machine has none: there are no stills then. */
  ffmpeg: Promise<Ffmpeg | undefined>;
}

/** Takes one telling frame of a clip's beginning, as a JPEG. */
export function createStillMaker(options: StillMakerOptions): StillMaker {
  return {
    take: async ({ path: from, mimeType }, { signal }) => {
      const ffmpeg = await options.ffmpeg;
      signal.throwIfAborted();
      const container = containerOf(mimeType);
      if (!ffmpeg || !container) return undefined;
      const path = stillPath(options.folder, { path: from }, 'jpg');
      const read = ['-t', String(LOOKED_AT_SECONDS), '-threads', String(DECODER_THREADS)];
      const args = [
        ...['-abort_on', 'empty_output', ...read, ...clipInput(from, container), '-map', '0:v:0', '-vf', FILTERS],
        ...['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', String(QUALITY), '-map_metadata', '-1', '-f', 'mjpeg'],
        `file:${path}`,
      ];
      return makeBeside(path, signal, async () => {
        const isTaken = await ffmpeg.run(args, { timeLimitMs: STILL_LIMIT_MS, signal });
        return isTaken ? { kind: 'image', mimeType: 'image/jpeg', extension: 'jpg' } : undefined;
      });
    },
  };
}
