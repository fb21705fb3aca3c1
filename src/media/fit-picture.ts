import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { firstFitAttempt, MOST_FIT_ATTEMPTS, nextFitAttempt } from './fit-schedule.ts';
import type { MediaFile } from './media.ts';

// One thread and no cache: pictures are rare beside all else this process does, and their pixels are large.
sharp.concurrency(1);
sharp.cache(false);

/** For one encoding; 16 megapixels take about 3 s. */
const ENCODING_LIMIT_SECONDS = 30;
/** WebP's own bound for a side. */
const LONGEST_WEBP_SIDE_PX = 16_383;

interface PictureSize {
  widthPx: number;
  heightPx: number;
}

export interface FittedPicture {
  file: MediaFile;
  /** Whether `file` is another than the one given; the one given is left where it is. */
  changed: boolean;
}

/**
 * Makes a picture fit an upload limit: as it is where it fits, else as WebP with falling quality first and falling size then,
 * in `folder` as `<name>.fitted.webp`.
 * @returns undefined when it cannot be done: no still picture (re-encoding would stop an animation), one that cannot be read, or
 * a limit out of reach.
 * @throws the signal's reason when it aborted; the file system's error when the disk failed.
 */
export async function fitPicture(
  file: MediaFile,
  limitBytes: number,
  folder: string,
  signal?: AbortSignal,
): Promise<FittedPicture | undefined> {
  if (file.sizeBytes <= limitBytes) return { file, changed: false };
  const size = file.kind === 'image' ? await readStillSize(file) : undefined;
  if (!size) return undefined;
  const encoded = await encodeWithin(file.path, size, limitBytes, signal);
  if (!encoded) return undefined;
  const path = join(folder, `${basename(file.path).split('.', 1)[0] ?? ''}.fitted.webp`);
  try {
    await writeFile(path, encoded, { mode: 0o600, ...(signal && { signal }) });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return {
    file: { path, sizeBytes: encoded.byteLength, kind: 'image', mimeType: 'image/webp', extension: 'webp' },
    changed: true,
  };
}

async function readStillSize(file: MediaFile): Promise<PictureSize | undefined> {
  // sharp reads the first frame of an animated PNG and says nothing of the others.
  if (file.mimeType === 'image/apng') return undefined;
  const found = await unlessUnreadable(sharp(file.path).metadata());
  if (!found || (found.pages ?? 1) > 1) return undefined;
  const { width: widthPx, height: heightPx } = found.autoOrient;
  return { widthPx, heightPx };
}

async function encodeWithin(
  path: string,
  size: PictureSize,
  limitBytes: number,
  signal: AbortSignal | undefined,
): Promise<Buffer | undefined> {
  let attempt = firstFitAttempt;
  for (let attempts = 0; attempts < MOST_FIT_ATTEMPTS; attempts += 1) {
    signal?.throwIfAborted();
    const encoded = await unlessUnreadable(encode(path, size, attempt.scale, attempt.quality));
    if (!encoded || encoded.byteLength <= limitBytes) return encoded;
    attempt = nextFitAttempt(attempt, encoded.byteLength, limitBytes);
  }
  return undefined;
}

function encode(path: string, { widthPx, heightPx }: PictureSize, scale: number, quality: number): Promise<Buffer> {
  const sidePx = Math.min(LONGEST_WEBP_SIDE_PX, Math.max(1, Math.round(scale * Math.max(widthPx, heightPx))));
  return sharp(path, { sequentialRead: true })
    .autoOrient()
    .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: 3 })
    .timeout({ seconds: ENCODING_LIMIT_SECONDS })
    .toBuffer();
}

/**
 * sharp names no kinds of error: a corrupt picture, one past its bound of pixels and one that took too long all come as plain errors,
 * and all mean the same here, that this picture is not made smaller.
 */
async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
