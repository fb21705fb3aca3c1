import { readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { FitLostError } from '../../../src/media/confined/confined-program.ts';
import type { MediaFile } from '../../../src/media/files/media.ts';
import { createPictureFitter, type PictureFitterOptions } from '../../../src/media/pictures/picture-fitter.ts';
import { tempFolder } from '../../store/temp-folder.ts';
import { FREE_TURNS } from '../../support/fit-turns.ts';
import { hugePicture, noisyPicture } from './pictures.ts';

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

async function put(bytes: Buffer, changes: Partial<MediaFile> = {}): Promise<MediaFile> {
  const path = join(folder, 'job-0.png');
  await writeFile(path, bytes);
  return { path, sizeBytes: bytes.byteLength, kind: 'image', mimeType: 'image/png', extension: 'png', ...changes };
}

const noise = async (): Promise<Buffer> => noisyPicture(200, 200).png().toBuffer();

function fit(
  file: MediaFile,
  limitBytes: number,
  options: PictureFitterOptions = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<MediaFile | undefined> {
  return createPictureFitter(options).fit(file, limitBytes, { signal, turns: FREE_TURNS });
}

/** A program to run instead of the real one. */
const program = (name: string): string => fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url));

describe('a picture', () => {
  test('over the limit is made smaller in a file next to it', async () => {
    const file = await put(await noise());
    const fitted = await fit(file, Math.floor(file.sizeBytes / 3));
    const path = join(folder, 'job-0.fitted.webp');
    expect(fitted).toEqual({
      ...{ path, sizeBytes: (await stat(path)).size, kind: 'image' },
      ...{ mimeType: 'image/webp', extension: 'webp' },
    });
    expect(fitted?.sizeBytes).toBeLessThanOrEqual(file.sizeBytes / 3);
    expect((await stat(file.path)).size).toBe(file.sizeBytes);
  });

  test('at the limit is returned unchanged', async () => {
    const file = await put(await noise());
    expect(await fit(file, file.sizeBytes, { program: program('absent') })).toBe(file);
  });

  test.each([
    ['a clip', { kind: 'video', mimeType: 'video/mp4' }],
    ['an animated PNG, whose first frame alone would be read', { mimeType: 'image/apng' }],
  ] as const)('that is %s is not tried', async (_, changes) => {
    expect(await fit(await put(await noise(), changes), 100, { program: program('absent') })).toBeUndefined();
  });

  test('of 16000x16000 pixels in a few bytes is not fitted and takes little memory', async () => {
    const file = await put(hugePicture(16_000, 16_000));
    // The pixels would take over 256 MB.
    expect(await fit(file, 1_000, { memoryMaxBytes: 200 * 1024 ** 2 })).toBeUndefined();
    expect(await readdir(folder)).toEqual(['job-0.png']);
  });

  test('that is unreadable is not fitted', async () => {
    expect(await fit(await put(Buffer.alloc(2_000, 'text')), 1_000)).toBeUndefined();
  });
});

describe('the process that fits it', () => {
  test('may be killed', async () => {
    const fitting = fit(await put(await noise()), 1_000, { program: program('killed') });
    await expect(fitting).rejects.toThrow(FitLostError);
    expect(await readdir(folder)).toEqual(['job-0.png']);
  });

  test('ends when it uses too much memory', async () => {
    await expect(fit(await put(await noise()), 1_000, { memoryMaxBytes: 1 })).rejects.toThrow(FitLostError);
  });

  test('ends at its time limit, like for a picture that cannot fit', async () => {
    const file = await put(await noise());
    expect(await fit(file, 1_000, { program: program('endless'), timeLimitMs: 500 })).toBeUndefined();
  });

  test('ends with the reason of a stop', async () => {
    const stop = new AbortController();
    const fitting = fit(await put(await noise()), 1_000, { program: program('endless') }, stop.signal);
    stop.abort(new Error('stopping'));
    await expect(fitting).rejects.toThrow('stopping');
    await expect(fit(await put(await noise()), 1_000, {}, stop.signal)).rejects.toThrow('stopping');
  });

  test('reports a disk error as such', async () => {
    await symlink(join(folder, 'absent', 'x'), join(folder, 'job-0.fitted.webp'));
    await expect(fit(await put(await noise()), 50_000)).rejects.toThrow('ENOENT');
  });

  test('sees nothing of the bot’s environment', async () => {
    const file = await put(await noise());
    const fitting = fit(file, 1_000, { program: program('tells-environment') });
    await expect(fitting).rejects.toThrow(/environment: \[\]/);
  });
});
