import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fitPicture } from '../../../src/media/pictures/fit-picture.ts';
import { firstFitAttempt, nextFitAttempt } from '../../../src/media/pictures/fit-schedule.ts';
import { hugePicture, noisyPicture } from './pictures.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-fit-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** A picture on disk and its size in bytes. */
interface Original {
  path: string;
  sizeBytes: number;
}

async function put(bytes: Buffer): Promise<Original> {
  const path = join(folder, 'job-0.png');
  await writeFile(path, bytes);
  return { path, sizeBytes: bytes.byteLength };
}

const fittedPath = (): string => join(folder, 'job-0.fitted.webp');
const fit = ({ path }: Original, limitBytes: number): Promise<boolean> => fitPicture(path, limitBytes, fittedPath());

describe('a picture over the limit', () => {
  test.each([
    ['just over', 640, 480, 0.95],
    ['two times over', 640, 480, 0.5],
    ['five times over', 640, 480, 0.2],
    ['fifty times over', 640, 480, 0.02],
    ['tall', 60, 2_000, 0.1],
    ['wide', 2_000, 60, 0.1],
  ])('%s, fits afterwards', async (_name, widthPx, heightPx, share) => {
    const file = await put(await noisyPicture(widthPx, heightPx).png().toBuffer());
    const limitBytes = Math.floor(file.sizeBytes * share);
    expect(await fit(file, limitBytes)).toBe(true);
    expect((await stat(fittedPath())).size).toBeLessThanOrEqual(limitBytes);
    const { format, width, height } = await sharp(fittedPath()).metadata();
    expect(format).toBe('webp');
    expect(Math.abs(width / height / (widthPx / heightPx) - 1)).toBeLessThan(0.1);
    expect(await readFile(file.path)).toHaveLength(file.sizeBytes);
  });

  test('keeps every pixel while lower quality is enough', async () => {
    const file = await put(await noisyPicture(400, 300).png().toBuffer());
    await fit(file, file.sizeBytes - 1);
    expect(await sharp(fittedPath()).metadata()).toMatchObject({ width: 400, height: 300 });
  });

  test('keeps its notes about how it was made', async () => {
    const exif = { IFD0: { ImageDescription: 'a heron in the mist' } };
    const file = await put(await noisyPicture(200, 150).withExif(exif).jpeg({ quality: 100 }).toBuffer());
    await fit(file, Math.floor(file.sizeBytes / 3));
    const { exif: kept } = await sharp(fittedPath()).metadata();
    expect(kept?.toString('latin1')).toContain('a heron in the mist');
  });

  test('loses no more than necessary', async () => {
    const file = await put(await noisyPicture(640, 480).png().toBuffer());
    const limitBytes = Math.floor(file.sizeBytes * 0.1);
    await fit(file, limitBytes);
    expect((await stat(fittedPath())).size).toBeGreaterThan(limitBytes / 2);
  });

  test('keeps its transparency', async () => {
    const file = await put(await noisyPicture(200, 200, 4).png().toBuffer());
    await fit(file, Math.floor(file.sizeBytes / 4));
    expect((await sharp(fittedPath()).metadata()).hasAlpha).toBe(true);
  });

  test('stays upright', async () => {
    const turned = await noisyPicture(200, 100).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
    const file = await put(turned);
    await fit(file, file.sizeBytes - 1);
    const { width, height, orientation = 1 } = await sharp(fittedPath()).metadata();
    expect({ width, height, orientation }).toEqual({ width: 100, height: 200, orientation: 1 });
  });
});

describe('that cannot fit leaves nothing behind', () => {
  const expectUnfitted = async (file: Original, limitBytes = 100): Promise<void> => {
    expect(await fit(file, limitBytes)).toBe(false);
    expect(await readdir(folder)).toEqual(['job-0.png']);
  };

  test('an animated picture', async () => {
    const frames = await noisyPicture(40, 80).raw().toBuffer();
    const animated = sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } });
    await expectUnfitted(await put(await animated.gif().toBuffer()), 1_000);
  });

  test('a corrupt picture', async () => {
    const picture = await noisyPicture(200, 200).png().toBuffer();
    await expectUnfitted(await put(picture.subarray(0, picture.byteLength / 2)), 1_000);
  });

  test('a file that is not a picture', async () => {
    await expectUnfitted(await put(Buffer.alloc(2_000, 'text')), 1_000);
  });

  test('a picture with too many pixels', async () => {
    await expectUnfitted(await put(hugePicture(16_000, 16_000)));
  });

  test('a picture with an impossible limit', async () => {
    await expectUnfitted(await put(await noisyPicture(300, 300).png().toBuffer()), 10);
  });
});

test('a disk error is not taken for a picture that cannot fit', async () => {
  const file = await put(await noisyPicture(100, 100).png().toBuffer());
  const fitting = fitPicture(file.path, file.sizeBytes - 1, join(folder, 'absent', 'fitted.webp'));
  await expect(fitting).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('the first attempt', () => {
  test('keeps every pixel, up to what the encoder has memory for', () => {
    expect(firstFitAttempt(4_096 * 4_096)).toEqual({ scale: 1, quality: 90 });
    expect(firstFitAttempt(8_192 * 8_192)).toEqual({ scale: 0.5, quality: 90 });
  });
});

describe('the next attempt', () => {
  test('has a lower quality while that may be enough', () => {
    expect(nextFitAttempt({ scale: 1, quality: 90 }, 150, 100)).toEqual({ scale: 1, quality: 80 });
  });

  test('has fewer pixels at the lowest quality otherwise', () => {
    const next = nextFitAttempt({ scale: 1, quality: 90 }, 800, 100);
    expect(next.quality).toBe(70);
    expect(next.scale).toBeCloseTo(Math.sqrt(0.85 / 4));
  });

  test('always shrinks noticeably', () => {
    expect(nextFitAttempt({ scale: 0.5, quality: 70 }, 101, 100).scale).toBeCloseTo(0.45);
  });
});
