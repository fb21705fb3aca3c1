import { rm, stat } from 'node:fs/promises';
import type { MediaFile } from './media.ts';

/**
 * A file that is made of another, beside it.
 * @param make writes to `path` and says what it is; nothing, where it made none.
 * @returns undefined where none was made. Then, and when anything fails, nothing is left at `path`.
 * @throws the signal's reason when it aborted, and whatever `make` throws.
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
