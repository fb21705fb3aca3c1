import { fileURLToPath } from 'node:url';
import { MEMORY_MAX_BYTES, runConfined } from '../confined/confined-program.ts';
import { createNextTo, type Fitter, type MediaFile } from '../files/media.ts';

/** For a whole picture, in real time. 16 megapixels of noise take about 3 s per encoding. */
const FIT_LIMIT_MS = 60_000;

export interface PictureFitterOptions {
  timeLimitMs?: number;
  memoryMaxBytes?: number;
  /** The program of the process. Tests may pass another. */
  program?: string;
}

/** Makes pictures fit, as `<name>.fitted.webp` next to them, each in its own process. */
export function createPictureFitter(options: PictureFitterOptions = {}): Fitter {
  const { timeLimitMs = FIT_LIMIT_MS, memoryMaxBytes = MEMORY_MAX_BYTES } = options;
  const program = options.program ?? fileURLToPath(new URL('./fit-child.ts', import.meta.url));

  return {
    fit: async (file: MediaFile, limitBytes, { signal, turns }) => {
      if (file.sizeBytes <= limitBytes) return file;
      // sharp silently reads only the first frame of an animated PNG.
      if (file.kind !== 'image' || file.mimeType === 'image/apng') return undefined;
      signal.throwIfAborted();
      return createNextTo(file.path, 'fitted.webp', signal, async (path) => {
        const args = [file.path, path, String(limitBytes), String(memoryMaxBytes)];
        const printed = await turns.encode(() => runConfined(program, args, { timeLimitMs, signal }));
        return printed === undefined ? undefined : { kind: 'image', mimeType: 'image/webp', extension: 'webp' };
      });
    },
  };
}
