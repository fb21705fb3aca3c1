import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { type FitAttempt, firstFitAttempt, MOST_FIT_ATTEMPTS, nextFitAttempt } from './fit-schedule.ts';

// One thread and no cache, because pixels take much memory and each picture is read once.
sharp.concurrency(1);
sharp.cache(false);

/** Larger pictures are not read. Shrinking them costs more than a link loses. */
const MOST_PIXELS_READ = 50_000_000;
/** WebP's limit for a side. */
const LONGEST_WEBP_SIDE_PX = 16_383;

interface PictureSize {
  widthPx: number;
  heightPx: number;
}

/**
 * Makes a still picture fit an upload limit, as WebP: lowers its quality first, then its size. Runs in a separate
 * process (`fit-child.ts`), because it takes hundreds of megabytes and gives untrusted bytes to a library.
 * @returns whether `to` was written. False if the picture can't be read, has too many pixels, is animated (re-encoding
 * would stop it), or can't be made small enough.
 * @throws the file system's error if the disk failed.
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
      // Keeps what the service wrote about its making, and its colour profile.
      .keepMetadata()
      .webp({ quality, effort: 3 })
      .toBuffer()
  );
}

function openPicture(path: string): Sharp {
  return sharp(path, { sequentialRead: true, limitInputPixels: MOST_PIXELS_READ });
}

/** sharp has no classes of errors, so any error means that the picture can't be made smaller. */
async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
