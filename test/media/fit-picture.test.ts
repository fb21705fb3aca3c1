import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fitPicture } from '../../src/media/fit-picture.ts';
import { firstFitAttempt, nextFitAttempt } from '../../src/media/fit-schedule.ts';
import type { MediaFile } from '../../src/media/media.ts';
import { noisyPicture, plainPicture } from './pictures.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-fit-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function put(bytes: Buffer, changes: Partial<MediaFile> = {}): Promise<MediaFile> {
  const path = join(folder, 'job-0.png');
  await writeFile(path, bytes);
  return { path, sizeBytes: bytes.byteLength, kind: 'image', mimeType: 'image/png', extension: 'png', ...changes };
}

describe('a picture over the limit', () => {
  test.each([
    ['just over', 640, 480, 0.95],
    ['two times over', 640, 480, 0.5],
    ['five times over', 640, 480, 0.2],
    ['fifty times over', 640, 480, 0.02],
    ['tall', 60, 2_000, 0.1],
    ['wide', 2_000, 60, 0.1],
  ])('%s, comes out under it', async (_name, widthPx, heightPx, share) => {
    const file = await put(await noisyPicture(widthPx, heightPx).png().toBuffer());
    const limitBytes = Math.floor(file.sizeBytes * share);
    const fitted = await fitPicture(file, limitBytes, folder);
    expect(fitted).toMatchObject({ changed: true, file: { kind: 'image', mimeType: 'image/webp', extension: 'webp' } });
    const path = fitted?.file.path ?? '';
    expect((await stat(path)).size).toBe(fitted?.file.sizeBytes);
    expect(fitted?.file.sizeBytes).toBeLessThanOrEqual(limitBytes);
    const { format, width, height } = await sharp(path).metadata();
    expect(format).toBe('webp');
    expect(Math.abs(width / height / (widthPx / heightPx) - 1)).toBeLessThan(0.1);
    expect(await readFile(file.path)).toHaveLength(file.sizeBytes);
  });

  test('keeps every pixel while quality alone is enough', async () => {
    const file = await put(await noisyPicture(400, 300).png().toBuffer());
    const fitted = await fitPicture(file, file.sizeBytes - 1, folder);
    expect(await sharp(fitted?.file.path).metadata()).toMatchObject({ width: 400, height: 300 });
  });

  test('is not thrown away by more than it takes', async () => {
    const file = await put(await noisyPicture(640, 480).png().toBuffer());
    const limitBytes = Math.floor(file.sizeBytes * 0.1);
    const fitted = await fitPicture(file, limitBytes, folder);
    expect(fitted?.file.sizeBytes).toBeGreaterThan(limitBytes / 2);
  });

  test('keeps what is transparent', async () => {
    const file = await put(await noisyPicture(200, 200, 4).png().toBuffer());
    const fitted = await fitPicture(file, Math.floor(file.sizeBytes / 4), folder);
    expect((await sharp(fitted?.file.path).metadata()).hasAlpha).toBe(true);
  });

  test('stays the right way up', async () => {
    const turned = await noisyPicture(200, 100).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
    const file = await put(turned, { mimeType: 'image/jpeg', extension: 'jpg' });
    const fitted = await fitPicture(file, file.sizeBytes - 1, folder);
    expect(await sharp(fitted?.file.path).metadata()).toMatchObject({ width: 100, height: 200 });
  });
});

describe('left as it is', () => {
  test('a picture that fits, at the limit too', async () => {
    const file = await put(await plainPicture().png().toBuffer());
    expect(await fitPicture(file, file.sizeBytes, folder)).toEqual({ file, changed: false });
  });

  test('a clip that fits', async () => {
    const file = await put(Buffer.from('clip'), { kind: 'video', mimeType: 'video/mp4', extension: 'mp4' });
    expect(await fitPicture(file, 10, folder)).toEqual({ file, changed: false });
  });
});

describe('cannot be fitted, and leaves nothing behind', () => {
  const expectUnfitted = async (file: MediaFile, limitBytes = 100): Promise<void> => {
    expect(await fitPicture(file, limitBytes, folder)).toBeUndefined();
    expect(await readdir(folder)).toEqual(['job-0.png']);
  };

  test('a clip', async () => {
    await expectUnfitted(await put(Buffer.alloc(200), { kind: 'video', mimeType: 'video/mp4' }));
  });

  test('an animated picture', async () => {
    const frames = await noisyPicture(40, 80).raw().toBuffer();
    const animated = sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } });
    await expectUnfitted(await put(await animated.gif().toBuffer(), { mimeType: 'image/gif' }), 1_000);
  });

  test('an animated PNG, whose first frame alone would be read', async () => {
    await expectUnfitted(await put(await noisyPicture(40, 40).png().toBuffer(), { mimeType: 'image/apng' }), 1_000);
  });

  test('a corrupt picture', async () => {
    const picture = await noisyPicture(200, 200).png().toBuffer();
    await expectUnfitted(await put(picture.subarray(0, picture.byteLength / 2)), 1_000);
  });

  test('what is no picture at all', async () => {
    await expectUnfitted(await put(Buffer.alloc(2_000, 'text')), 1_000);
  });

  test('a picture of more pixels than may be read', async () => {
    const bomb = await sharp({
      create: { width: 16_500, height: 16_500, channels: 3, background: 'black' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await expectUnfitted(await put(bomb), 1_000);
  });

  test('one with a limit out of reach', async () => {
    await expectUnfitted(await put(await noisyPicture(300, 300).png().toBuffer()), 10);
  });
});

test('aborting gives the reason back', async () => {
  const file = await put(await noisyPicture(100, 100).png().toBuffer());
  const stopped = new Error('stopping');
  await expect(fitPicture(file, 100, folder, AbortSignal.abort(stopped))).rejects.toBe(stopped);
});

test('a disk that fails is not taken for a picture that cannot be fitted', async () => {
  const file = await put(await noisyPicture(100, 100).png().toBuffer());
  const fitting = fitPicture(file, file.sizeBytes - 1, join(folder, 'absent'));
  await expect(fitting).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('what to try next', () => {
  test('is a lower quality while that may be enough', () => {
    expect(nextFitAttempt(firstFitAttempt, 150, 100)).toEqual({ scale: 1, quality: 80 });
  });

  test('is fewer pixels at the least quality when it cannot', () => {
    const next = nextFitAttempt(firstFitAttempt, 800, 100);
    expect(next.quality).toBe(70);
    expect(next.scale).toBeCloseTo(Math.sqrt(0.85 / 4));
  });

  test('always shrinks by a good step', () => {
    expect(nextFitAttempt({ scale: 0.5, quality: 70 }, 101, 100).scale).toBeCloseTo(0.45);
  });
});
