import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A file whose type is known from its bytes, not from anyone's claim. */
export interface TypedFile {
  path: string;
  /** E.g. `image/png`. */
  mimeType: string;
}

/** A result on this machine's disk. */
export interface MediaFile extends TypedFile {
  sizeBytes: number;
  kind: 'image' | 'video' | 'audio';
  /** Without a dot, e.g. `png`. */
  extension: string;
  /** Whether every frame is unchanged, in a new container. */
  isLossless?: boolean;
  /** The files with content credentials that Easel made it from, which stay on the disk as long as it does. */
  madeFrom?: readonly TypedFile[];
}

/** What is uploaded of a file: a range of it, or bytes that aren't on the disk. */
export type FilePiece = Uint8Array | { from: number; to: number };

/** Waits for a free slot and runs `work` in it. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The slots that work on files needs. None is waited for while another is held. */
export interface FitTurns {
  /** For inspecting or copying a clip, which is quick. */
  look: Turn;
  /** For encoding, which may take minutes and much memory. */
  encode: Turn;
}

export interface FitOptions {
  signal: AbortSignal;
  turns: FitTurns;
}

/** Makes results fit an upload limit. Writes new files next to the given ones, which stay unchanged. */
export interface Fitter {
  /**
   * @returns the file itself if it fits already; undefined if it can't be made to fit in time.
   * @throws FitLostError if the working process was lost; the signal's reason if it aborted; what a turn throws; another Error,
   * such as for a full disk. Leaves nothing behind then.
   */
  fit(file: MediaFile, limitBytes: number, options: FitOptions): Promise<MediaFile | undefined>;
}

/** Why two clips can't be one. */
export type JoinRefusal = 'too long' | 'other shape' | 'unreadable' | 'no ffmpeg';

/**
 * Takes pictures from clips, and joins clips. Writes new files next to the first given one. Everything throws as
 * `Fitter.fit`, and leaves nothing behind then.
 */
export interface ClipEditor {
  /** Whether this machine can take pictures from clips, as far as known. */
  readonly takesFrames: boolean;
  /** One typical frame from the clip's start, as a JPEG. @returns undefined if none can be taken in time. */
  typicalFrame(clip: TypedFile, options: { signal: AbortSignal }): Promise<MediaFile | undefined>;
  /** The last frame, as a PNG. @returns undefined if none can be taken in time. */
  lastFrame(clip: TypedFile, options: { signal: AbortSignal }): Promise<MediaFile | undefined>;
  /** Copies the frames of two like clips, and encodes others. @returns the file, or why there is none. */
  join(clips: readonly [TypedFile, TypedFile], options: FitOptions): Promise<MediaFile | JoinRefusal>;
}

/** Makes pictures and clips fit, each by its own fitter. Sound fits unchanged or not at all. */
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
 * Makes a file next to the one it is made from, with the same name up to the first dot.
 * @param make writes to `path` and returns the file's type, or nothing if it made none.
 * @returns undefined if it made none. Nothing is left at `path` then, nor after a failure.
 * @throws the signal's reason if it aborts, and what `make` throws.
 */
export async function createNextTo(
  from: string,
  suffix: string,
  signal: AbortSignal,
  make: (path: string) => Promise<Omit<MediaFile, 'path' | 'sizeBytes'> | undefined>,
): Promise<MediaFile | undefined> {
  const path = join(dirname(from), `${basename(from).split('.', 1)[0]}.${suffix}`);
  let made: MediaFile | undefined;
  try {
    const type = await make(path);
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
