import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A result on this machine's disk, known by its bytes and not by what anybody said of it. */
export interface MediaFile {
  path: string;
  sizeBytes: number;
  kind: 'image' | 'video' | 'audio';
  /** From the bytes, e.g. `image/png`. */
  mimeType: string;
  /** Without a dot, e.g. `png`. */
  extension: string;
  /** Every frame is as it was: only what is around them was written anew. */
  isLossless?: boolean;
}

/** Makes results fit an upload limit, beside the ones given, which are left where they are. */
export interface Fitter {
  /**
   * @returns the file itself where it fits already; undefined where it cannot be made to, in time at least.
   * @throws FitLostError where the process that did it was lost; the signal's reason when it aborted; an Error that tells more when it
   * failed otherwise, as for a full disk. Nothing is left behind then.
   */
  fit(file: MediaFile, limitBytes: number, options: { signal: AbortSignal }): Promise<MediaFile | undefined>;
}

/** Takes still pictures of clips. */
export interface StillMaker {
  /**
   * @returns a file beside the clip; undefined where no picture of it can be had, in time at least.
   * @throws as `Fitter.fit`. Nothing is left behind then.
   */
  take(clip: Pick<MediaFile, 'path' | 'mimeType'>, options: { signal: AbortSignal }): Promise<MediaFile | undefined>;
}

/** Where a fitter puts what it made of a file. */
export function fittedPath(folder: string, file: MediaFile, extension: string): string {
  return join(folder, `${nameOf(file)}.fitted.${extension}`);
}

/** Where the still picture of a clip is put. */
export function stillPath(folder: string, clip: Pick<MediaFile, 'path'>, extension: string): string {
  return join(folder, `${nameOf(clip)}.still.${extension}`);
}

function nameOf({ path }: Pick<MediaFile, 'path'>): string {
  return basename(path).split('.', 1)[0] ?? '';
}

/** A result could not be had. `retry` tells whether the same address may work a little later. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly reason:
    | 'bad address'
    | 'private address'
    | 'too large'
    | 'too slow'
    | 'gone'
    | 'unavailable'
    | 'not media'
    | 'too many redirects';
  readonly retry: boolean;

  constructor(reason: FetchError['reason'], retry: boolean, options?: ErrorOptions) {
    super(`the result could not be fetched: ${reason}`, options);
    this.reason = reason;
    this.retry = retry;
  }
}

/** Makes pictures and clips fit, each in its way; sound as it is, or not at all. */
export function createFitter({ pictures, clips }: { pictures: Fitter; clips: Fitter }): Fitter {
  const byKind: Readonly<Partial<Record<MediaFile['kind'], Fitter>>> = { image: pictures, video: clips };
  return {
    fit: async (file, limitBytes, options) => {
      const fitter = byKind[file.kind];
      if (fitter) return fitter.fit(file, limitBytes, options);
      return file.sizeBytes <= limitBytes ? file : undefined;
    },
  };
}

/**
 * A file that is made from another, next to it.
 * @param make writes to `path` and says what it is; nothing, where it made none.
 * @returns undefined where none was made. Then, and when anything fails, nothing is left at `path`.
 * @throws the signal's reason if it aborts, and what `make` throws.
 */
export async function makeBeside(
  path: string,
  signal: AbortSignal,
  make: () => Promise<Omit<MediaFile, 'path' | 'sizeBytes'> | undefined>,
): Promise<MediaFile | undefined> {
  let made: MediaFile | undefined;
  try {
    const type = await make();
    signal.throwIfAborted();
    if (type) made = { path, sizeBytes: (await stat(path)).size, ...type };
    return made;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    if (!made) await rm(path, { force: true });
  }
}
