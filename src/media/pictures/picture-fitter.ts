import { fileURLToPath } from 'node:url';
import { MEMORY_MAX_BYTES, runConfined } from '../confined/confined-program.ts';
import { createNextTo, type Fitter, fittedPath, type MediaFile } from '../files/media.ts';

/** For a whole picture, in real time. 16 megapixels of noise take about 3 s per encoding. */
const FIT_LIMIT_MS = 60_000;

export interface PictureFitterOptions {
  /** Where results are kept. */
  folder: string;
  timeLimitMs?: number;
  memoryMaxBytes?: number;
  /** The program of the process. Tests may pass another. */
  program?: string;
}

/** Makes pictures fit, as `<name>.fitted.webp` next to them, each in its own process. */
export function createPictureFitter(options: PictureFitterOptions): Fitter {
  const { folder, timeLimitMs = FIT_LIMIT_MS, memoryMaxBytes = MEMORY_MAX_BYTES } = options;
  const program = options.program ?? fileURLToPath(new URL('./fit-child.ts', import.meta.url));

  return {
    fit: async (file: MediaFile, limitBytes, { signal }) => {
      if (file.sizeBytes <= limitBytes) return file;
      // sharp silently reads only the first frame of an animated PNG.
      if (file.kind !== 'image' || file.mimeType === 'image/apng') return undefined;
      signal.throwIfAborted();
      const path = fittedPath(folder, file, 'webp');
      const args = [file.path, path, String(limitBytes), String(memoryMaxBytes)];
      return createNextTo(path, signal, async () => {
        const printed = await runConfined(program, args, { timeLimitMs, signal });
        return printed === undefined ? undefined : { kind: 'image', mimeType: 'image/webp', extension: 'webp' };
      });
    },
  };
}
