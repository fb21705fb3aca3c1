import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { FitLostError, MEMORY_MAX_BYTES, runConfined } from '../confined/confined-program.ts';
import type { MediaFile } from '../files/media.ts';
import type { PictureHash } from './picture-hash.ts';

const HASH_LIMIT_MS = 20_000;
/** Fewer bytes hold no picture with details. */
const BYTES_MIN = 1_024;
const HASH_CHILD = fileURLToPath(new URL('./hash-child.ts', import.meta.url));

const hashSchema: z.ZodType<PictureHash> = z.strictObject({ seen: z.string(), mirrored: z.string() });

/** What a picture looks like; undefined if that can't be said. @throws the signal's reason if it aborts */
export type HashPicture = (
  file: Pick<MediaFile, 'path' | 'mimeType' | 'sizeBytes'>,
  signal: AbortSignal,
) => Promise<PictureHash | undefined>;

/** Looks at each picture in a process of its own. */
export const hashInChild: HashPicture = async ({ path, mimeType, sizeBytes }, signal) => {
  if (!mimeType.startsWith('image/') || sizeBytes < BYTES_MIN) return undefined;
  try {
    const args = [path, String(MEMORY_MAX_BYTES)];
    const printed = await runConfined(HASH_CHILD, args, { timeLimitMs: HASH_LIMIT_MS, signal });
    return printed === undefined ? undefined : hashSchema.parse(JSON.parse(printed));
  } catch (error) {
    // A picture on which the process dies can't be read.
    if (error instanceof FitLostError) return undefined;
    throw error;
  }
};
