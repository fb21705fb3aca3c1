import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { filmClip } from '../../../src/sandbox/media/film-clip.ts';
import { paintPicture } from '../../../src/sandbox/media/paint-picture.ts';
import type { Scene } from '../../../src/sandbox/media/scene/scene.ts';
import { planOf } from '../../../src/sandbox/media/source-scene.ts';
import type { ResultRequest } from '../../../src/sandbox/task-api/results.ts';
import { type ResultServer, startResultServer } from '../../media/fetching/result-server.ts';
import { plainPicture } from '../../media/pictures/pictures.ts';
import { clipRequest, pictureRequest } from './requests.ts';

const SMALL_PX = 160;
const PROMPT = 'a fox in a forest';

const servers: ResultServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(...files: Buffer[]): Promise<string[]> {
  return Promise.all(
    files.map(async (bytes) => {
      const server = await startResultServer((_, response) => response.end(bytes));
      servers.push(server);
      return `${server.origin}/source`;
    }),
  );
}

const paint = async (prompt: string, changes: Partial<ResultRequest> = {}): Promise<Buffer> =>
  (await paintPicture(pictureRequest(prompt, changes), SMALL_PX)).body;

/** The scene that a request with these sources is painted from. */
async function sceneFrom(sources: Buffer[], changes: Partial<ResultRequest> = {}): Promise<Scene> {
  const request = pictureRequest(PROMPT, { seed: 9, imageUrls: await serve(...sources), ...changes });
  const { scene, upload } = await planOf(request, []);
  expect(upload).toBeUndefined();
  return scene;
}

/** The mean of all pixels, from 0 to 255. */
async function brightness(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}

/** The mean difference of two pictures at low resolution, from 0 to 255. */
async function distance(one: Buffer, other: Buffer): Promise<number> {
  const far = (picture: Buffer): Promise<Buffer> => sharp(picture).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
  const [a, b] = [await far(one), await far(other)];
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

describe('of the painter’s own picture', () => {
  test('another one shows the same scene in another light, again and again', async () => {
    const first = await paint(PROMPT);
    const varied = await sceneFrom([first]);
    const second = await paint(PROMPT, { seed: 9, imageUrls: await serve(first) });
    expect(varied).toMatchObject({ seed: 1, lookSeed: 9 });
    expect(await sceneFrom([second], { seed: 10 })).toEqual({ ...varied, lookSeed: 10 });
    expect(await distance(first, second)).toBeGreaterThan(3);
    expect(await distance(first, second)).toBeLessThan(await distance(first, await paint(PROMPT, { seed: 9 })));
  });

  test('the better model’s shows the same scene in the same light, larger and with more light', async () => {
    const first = await paint(PROMPT);
    const better = { seed: 9, modelId: 'image-model-b' };
    expect(await sceneFrom([first], better)).toMatchObject({ seed: 1, lookSeed: 1 });
    const finished = await paint(PROMPT, { ...better, imageUrls: await serve(first) });
    expect((await sharp(finished).metadata()).width).toBe(200);
    expect(await brightness(finished)).toBeGreaterThan((await brightness(first)) + 2);
    expect(await distance(first, finished)).toBeLessThan(30);
    expect(await sceneFrom([finished], better)).toMatchObject({ seed: 1, lookSeed: 9 });
  });

  test('one of another shape shows more of the scene', async () => {
    const first = await paint(PROMPT);
    const wide = await paint(PROMPT, { seed: 9, aspectRatio: '2:1', imageUrls: await serve(first) });
    expect(await sharp(wide).metadata()).toMatchObject({ width: 160, height: 80 });
    const middle = await sharp(wide).extract({ left: 40, top: 0, width: 80, height: 80 }).toBuffer();
    expect(await distance(middle, first)).toBeLessThan(10);
  });

  test('a clip starts with the scene, and the next goes on from its last frame', async () => {
    const first = await paint(PROMPT);
    const clip = await filmClip(clipRequest(PROMPT, { seed: 9, imageUrls: await serve(first) }), SMALL_PX);
    expect(clip.ending?.scene).toMatchObject({ seed: 1, lookSeed: 1, clips: 1 });
    const endings = clip.ending ? [clip.ending] : [];
    const { look } = endings[0] ?? { look: new Uint8Array(768) };
    const frame = await sharp(look, { raw: { width: 16, height: 16, channels: 3 } })
      .modulate({ brightness: 1.02 })
      .png()
      .toBuffer();
    const continued = await filmClip(clipRequest(PROMPT, { imageUrls: await serve(frame) }), SMALL_PX, endings);
    expect(continued.ending?.scene).toMatchObject({ seed: 1, lookSeed: 1, clips: 2 });
  });

  test('other words change what they name', async () => {
    const { reading } = await sceneFrom([await paint(PROMPT)], { prompt: 'an owl at night' });
    expect(reading).toMatchObject({ ground: 'forest', mood: 'night', subjects: [{ name: 'owl' }, { name: 'fox' }] });
  });

  test('several become one scene with the subjects of all', async () => {
    const sources = [await paint(PROMPT), await paint('an owl in a tree'), await paint('a balloon')];
    const { reading } = await sceneFrom(sources, { prompt: 'together' });
    expect(reading.subjects.map(({ name }) => name)).toEqual(['fox', 'owl', 'balloon']);
  });

  test('four of one prompt differ in time of day, distance and side', async () => {
    const four = await Promise.all([4, 5, 6, 7].map((seed) => paint('a fox', { seed })));
    for (const [index, one] of four.entries()) {
      for (const other of four.slice(index + 1)) expect(await distance(one, other)).toBeGreaterThan(10);
    }
  });
});

test('a note that isn’t the painter’s makes a picture foreign', async () => {
  const description = 'Painted scene: {"reading":{"ground":"moon"}}';
  const picture = await plainPicture(50, 50)
    .withExif({ IFD0: { ImageDescription: description } })
    .webp()
    .toBuffer();
  const request = pictureRequest(PROMPT, { imageUrls: await serve(picture) });
  expect((await planOf(request, [])).upload).toEqual(picture);
});
