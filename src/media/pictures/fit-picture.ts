import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { type FitAttempt, firstFitAttempt, MOST_FIT_ATTEMPTS, nextFitAttempt } from './fit-schedule.ts';

// One thread and no cache: a picture's pixels are large, and nobody looks at them twice.
sharp.concurrency(1);
sharp.cache(false);

/** Pictures of more are not read at all: shrinking them costs more than their link is worse. */
const MOST_PIXELS_READ = 50_000_000;
/** WebP's own bound for a side. */
const LONGEST_WEBP_SIDE_PX = 16_383;

interface PictureSize {
  widthPx: number;
  heightPx: number;
}

/**
 * Makes a still picture fit an upload limit: as WebP with falling quality first and falling size then. Runs in a process of its own
 * (`fit-child.ts`), for it takes memory by the hundred megabytes and trusts a library with bytes from outside.
 * @returns whether `to` was written. It is not when the picture cannot be read, has more pixels than are read, moves (re-encoding
 * would stop it), or cannot be made small enough.
 * @throws the file system's error when the disk failed.
 */
export async function fitPicture(from: string, limitBytes: number, to: string): Promise<boolean> {
  const size = await readStillSize(from);
  const encoded = size && (await encodeWithin(from, size, limitBytes));
  if (!encoded) return false;
  await writeFile(to, encoded, { mode: 0o600 });
  return true;
}

async function readStillSize(path: string): Promise<PictureSize | undefined> {
  const found = await unlessUnreadable(openPicture(path).metadata());
  if (!found || (found.pages ?? 1) > 1) return undefined;
  const { width: widthPx, height: heightPx } = found.autoOrient;
  return widthPx * heightPx > MOST_PIXELS_READ ? undefined : { widthPx, heightPx };
}

async function encodeWithin(path: string, size: PictureSize, limitBytes: number): Promise<Buffer | undefined> {
  let attempt = firstFitAttempt(size.widthPx * size.heightPx);
  for (let attempts = 0; attempts < MOST_FIT_ATTEMPTS; attempts += 1) {
    const encoded = await unlessUnreadable(encode(path, size, attempt));
    if (!encoded || encoded.byteLength <= limitBytes) return encoded;
    attempt = nextFitAttempt(attempt, encoded.byteLength, limitBytes);
  }
  return undefined;
}

function encode(path: string, { widthPx, heightPx }: PictureSize, { scale, quality }: FitAttempt): Promise<Buffer> {
  const sidePx = Math.min(LONGEST_WEBP_SIDE_PX, Math.max(1, Math.round(scale * Math.max(widthPx, heightPx))));
  return (
    openPicture(path)
      .autoOrient()
      .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
      // What the service wrote into it of how it was made, and its colours' meaning.
      .keepMetadata()
      .webp({ quality, effort: 3 })
      .toBuffer()
  );
}

function openPicture(path: string): Sharp {
  return sharp(path, { sequentialRead: true, limitInputPixels: MOST_PIXELS_READ });
}

/** sharp names no kinds of error: whatever it throws means here that this picture is not made smaller. */
async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
