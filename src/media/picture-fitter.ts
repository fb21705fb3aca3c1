import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { UNFITTABLE_EXIT_CODE } from './fit-exit-code.ts';
import type { MediaFile } from './media.ts';

/** For a whole picture, in real time: 16 megapixels of noise take about 3 s an encoding. */
const FIT_LIMIT_MS = 60_000;
/** For all of the process: 16 megapixels of noise, the hardest picture, take about 450 MB. */
const MEMORY_MAX_BYTES = 640 * 1024 ** 2;
/** For the script, which needs next to nothing; pixels are not in it. */
const SCRIPT_MEMORY_MEGABYTES = 64;

/** The process that made a picture fit was killed, or took more memory than it may. The next time it may not be. */
export class FitLostError extends Error {
  override readonly name = 'FitLostError';

  constructor(endedBy: string) {
    super(`the process that made a picture fit was ended by ${endedBy}`);
  }
}

export interface PictureFitter {
  /**
   * Makes a picture fit an upload limit, as `<name>.fitted.webp` beside it; the one given is left where it is.
   * @returns the file itself where it fits already; undefined where it cannot be made to, in time at least.
   * @throws FitLostError; the signal's reason when it aborted; an Error with the process's own words when it failed otherwise, as for
   * a full disk. Nothing is left behind then.
   */
  fit(file: MediaFile, limitBytes: number, options: { signal: AbortSignal }): Promise<MediaFile | undefined>;
}

export interface PictureFitterOptions {
  /** Where results are kept. */
  folder: string;
  timeLimitMs?: number;
  memoryMaxBytes?: number;
  /** The program of the process; a test may bring another. */
  program?: string;
}

type Ending = 'fitted' | 'unfittable';

/** Makes pictures fit, each in a process of its own: neither the bot's memory nor its threads are touched, whatever the picture is. */
export function createPictureFitter(options: PictureFitterOptions): PictureFitter {
  const { folder, timeLimitMs = FIT_LIMIT_MS, memoryMaxBytes = MEMORY_MAX_BYTES } = options;
  const program = options.program ?? fileURLToPath(new URL('./fit-child.ts', import.meta.url));

  const run = async (from: string, to: string, limitBytes: number, signal: AbortSignal): Promise<Ending> => {
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${SCRIPT_MEMORY_MEGABYTES}`,
        program,
        from,
        to,
        String(limitBytes),
        String(memoryMaxBytes),
      ],
      // No environment: a picture from outside has no business near the bot's keys. The open input tells it that the bot lives.
      { env: {}, stdio: ['pipe', 'ignore', 'pipe'], timeout: timeLimitMs, killSignal: 'SIGKILL', signal },
    );
    // Nothing is written to it: all that can go wrong is that it ends with the process.
    child.stdin.on('error', () => undefined);
    const [words] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (child.exitCode === 0) return 'fitted';
    // Only its time limit kills it from here, beside the signal.
    if (child.exitCode === UNFITTABLE_EXIT_CODE || child.killed) return 'unfittable';
    if (child.signalCode) throw new FitLostError(child.signalCode);
    throw new Error(`a picture could not be made to fit: ${words}`);
  };

  return {
    fit: async (file, limitBytes, { signal }) => {
      if (file.sizeBytes <= limitBytes) return file;
      // sharp reads the first frame of an animated PNG and says nothing of the others.
      if (file.kind !== 'image' || file.mimeType === 'image/apng') return undefined;
      signal.throwIfAborted();
      const path = join(folder, `${basename(file.path).split('.', 1)[0] ?? ''}.fitted.webp`);
      try {
        const ending = await run(file.path, path, limitBytes, signal);
        signal.throwIfAborted();
        if (ending === 'fitted') {
          const { size: sizeBytes } = await stat(path);
          return { path, sizeBytes, kind: 'image', mimeType: 'image/webp', extension: 'webp' };
        }
      } catch (error) {
        await rm(path, { force: true });
        signal.throwIfAborted();
        throw error;
      }
      await rm(path, { force: true });
      return undefined;
    },
  };
}
