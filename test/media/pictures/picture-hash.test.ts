import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPicture, type PictureHash } from '../../../src/media/pictures/picture-hash.ts';
import { hashInChild } from '../../../src/media/pictures/picture-hasher.ts';
import { isAlike } from '../../../src/moderation/known/known-pictures.ts';
import { cloudyPicture, noisyPicture, plainPicture } from './pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-hash-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(picture: Sharp | Buffer): Promise<string> {
  const path = join(folder, 'picture');
  await writeFile(path, 'toBuffer' in picture ? await picture.toBuffer() : picture);
  return path;
}
async function hashOf(picture: Sharp): Promise<PictureHash> {
  const hash = await hashPicture(await fileOf(picture));
  if (!hash) throw new Error('the picture has no hash');
  return hash;
}

const WAYS: Record<string, (picture: Sharp) => Sharp> = {
  'encoded again': (picture) => picture.jpeg({ quality: 40 }),
  shrunk: (picture) => picture.resize(128).webp({ quality: 60 }),
  mirrored: (picture) => picture.flop().png(),
  'without colours': (picture) => picture.greyscale().png(),
};

it.each(Object.entries(WAYS))('knows a picture that was %s', async (_, way) => {
  const known = await hashOf(cloudyPicture(1).png());
  expect(isAlike(known, await hashOf(way(cloudyPicture(1))))).toBe(true);
});

it('tells a hundred pictures from each other', async () => {
  const hashes: PictureHash[] = [];
  for (let seed = 1; seed <= 100; seed += 1) hashes.push(await hashOf(cloudyPicture(seed, 64).png()));
  const mistaken = hashes.flatMap((one, at) => hashes.slice(at + 1).filter((other) => isAlike(one, other)));
  expect(mistaken).toEqual([]);
});

it('says nothing about a plain picture, and one that can’t be read', async () => {
  expect(await hashPicture(await fileOf(plainPicture(300, 300).png()))).toBeUndefined();
  expect(await hashPicture(await fileOf(Buffer.alloc(5_000)))).toBeUndefined();
});

it('reads it in a process of its own', async () => {
  const path = await fileOf(noisyPicture(60, 60).png());
  const { signal } = new AbortController();
  const file = { path, mimeType: 'image/png', sizeBytes: 10_000 };
  expect(await hashInChild(file, signal)).toEqual(await hashPicture(path));
  expect(await hashInChild({ ...file, mimeType: 'video/mp4' }, signal)).toBeUndefined();
  await writeFile(path, Buffer.alloc(5_000));
  expect(await hashInChild(file, signal)).toBeUndefined();
});
