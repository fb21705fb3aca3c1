import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMediaType } from '../../../src/media/files/media-type.ts';
import { CLIP_LONG_SIDE_PX, filmClip } from '../../../src/sandbox/media/film-clip.ts';
import { startResultServer } from '../../media/fetching/result-server.ts';
import { plainPicture } from '../../media/pictures/pictures.ts';
import { makeNoisyPng } from '../../support/noisy-png.ts';
import { padClip } from '../../support/pad-clip.ts';
import { clipRequest } from './requests.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-clips-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function typeOf(bytes: Buffer): Promise<string | undefined> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const type = await readMediaType(path);
  return typeof type === 'string' ? type : type.mimeType;
}

test('the encoder doesn’t stand between an error and its report', () => {
  const listeners = [...process.listeners('uncaughtException'), ...process.listeners('unhandledRejection')];
  expect(listeners.filter((listener) => /throw A|abort\(/.test(String(listener)))).toEqual([]);
});

describe('a clip', () => {
  test('is an mp4 of moderate size', async () => {
    const { body, mimeType, extension } = await filmClip(clipRequest('a boat on the sea at night'), CLIP_LONG_SIDE_PX);
    expect({ mimeType, extension }).toEqual({ mimeType: 'video/mp4', extension: 'mp4' });
    expect(await typeOf(body)).toBe('video/mp4');
    expect(body.byteLength).toBeGreaterThan(20 * 1024);
    expect(body.byteLength).toBeLessThan(2 * 1024 * 1024);
  });

  test('can be made from a source', async () => {
    const picture = await plainPicture(300, 200).png().toBuffer();
    const server = await startResultServer((_, response) => response.end(picture));
    const { body } = await filmClip(clipRequest('sunset', { imageUrls: [server.origin] }), 160);
    await server.close();
    expect(await typeOf(body)).toBe('video/mp4');
  });

  test('is still a clip when padded to a size', async () => {
    const { body } = await filmClip(clipRequest('hills'), 96);
    const padded = padClip(body, 3 * 1024 * 1024);
    expect(padded.byteLength).toBe(3 * 1024 * 1024);
    expect(await typeOf(padded)).toBe('video/mp4');
    expect(() => padClip(body, body.byteLength + 7)).toThrow(RangeError);
  });
});

test('makes a noisy PNG of the requested size, and hardly larger', async () => {
  const picture = await makeNoisyPng(500_000);
  expect(picture.byteLength).toBeGreaterThanOrEqual(500_000);
  expect(picture.byteLength).toBeLessThan(510_000);
  expect(await typeOf(picture)).toBe('image/png');
});
