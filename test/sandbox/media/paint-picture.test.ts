import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { PICTURE_LONG_SIDE_PX, paintPicture } from '../../../src/sandbox/media/paint-picture.ts';
import { SUBJECTS, subjectNamed } from '../../../src/sandbox/media/subjects/subject.ts';
import { type ResultServer, startResultServer } from '../../media/fetching/result-server.ts';
import { plainPicture } from '../../media/pictures/pictures.ts';
import { pictureRequest } from './requests.ts';

const SMALL_PX = 160;
/** Small enough to paint dozens. */
const TINY_PX = 64;

const servers: ResultServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(bytes: Buffer, status = 200): Promise<string> {
  const server = await startResultServer((_, response) => response.writeHead(status).end(bytes));
  servers.push(server);
  return `${server.origin}/source.png`;
}

/** The mean of all pixels, from 0 to 255. */
async function brightness(picture: Buffer): Promise<number> {
  const grey = await sharp(picture).removeAlpha().greyscale().raw().toBuffer();
  return grey.reduce((sum, value) => sum + value, 0) / grey.length;
}

/** The mean difference of two pictures at low resolution, from 0 to 255. */
async function distance(one: Buffer, other: Buffer): Promise<number> {
  const far = (picture: Buffer): Promise<Buffer> =>
    sharp(picture).removeAlpha().resize(16, 16, { fit: 'fill' }).raw().toBuffer();
  const [a, b] = [await far(one), await far(other)];
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

test('in full size, a picture has the asked shape and a moderate size', async () => {
  const request = pictureRequest('mountains at dawn with a castle', { aspectRatio: '16:9' });
  const result = await paintPicture(request, PICTURE_LONG_SIDE_PX);
  expect(result).toMatchObject({ extension: 'webp', mimeType: 'image/webp' });
  expect(await sharp(result.body).metadata()).toMatchObject({ format: 'webp', width: 1_024, height: 576 });
  expect(result.body.byteLength).toBeGreaterThan(60 * 1024);
  expect(result.body.byteLength).toBeLessThan(1024 * 1024);
});

describe('a picture', () => {
  test('is the same for the same request, and different for another seed', async () => {
    const paint = (seed: number): Promise<Buffer> =>
      paintPicture(pictureRequest('a fox', { seed }), SMALL_PX).then(({ body }) => body);
    expect(await paint(1)).toEqual(await paint(1));
    expect(await paint(1)).not.toEqual(await paint(2));
  });

  test('follows its prompt', async () => {
    const paint = (prompt: string): Promise<Buffer> =>
      paintPicture(pictureRequest(prompt), SMALL_PX).then(({ body }) => body);
    const [night, snow] = [await paint('hills at night'), await paint('hills in the snow')];
    expect(await brightness(snow)).toBeGreaterThan(2 * (await brightness(night)));
  });

  // Both models paint the same drawing, so each paints a part of all.
  test('can be made of each known subject', async () => {
    const empty = await paintPicture(pictureRequest('a hill'), TINY_PX);
    for (const name of Object.keys(SUBJECTS)) {
      const { body } = await paintPicture(pictureRequest(`a hill, ${name}`), TINY_PX);
      expect(body, name).not.toEqual(empty.body);
    }
  });

  test('can be made of any prompt', async () => {
    const prompts = [
      '',
      '<svg onload="x">&"',
      '静けさ 🎨',
      'x'.repeat(4_000),
      'storm and rain in the city',
      'desert',
      'forest in autumn',
      'space',
      'a deep sea',
    ];
    for (const prompt of prompts) {
      const { body } = await paintPicture(pictureRequest(prompt, { modelId: 'image-model-b' }), TINY_PX);
      expect((await sharp(body).stats()).isOpaque, prompt).toBe(true);
    }
  });

  test('knows each word for one subject only', () => {
    for (const [name, { words }] of Object.entries(SUBJECTS)) {
      for (const word of words) expect(subjectNamed(word), word).toBe(name);
    }
  });
});

describe('from a source', () => {
  test.each(['image-model-a', 'image-model-b'])(
    '%s keeps what the source shows, and changes how it looks',
    async (modelId) => {
      const half = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#101010' } })
        .png()
        .toBuffer();
      const source = await plainPicture(200, 100)
        .composite([{ input: half, left: 0, top: 0 }])
        .png()
        .toBuffer();
      const request = pictureRequest('sunset', { modelId, imageUrls: [await serve(source)] });
      const { body } = await paintPicture(request, SMALL_PX);
      const { width, height } = await sharp(body).metadata();
      expect([width, height]).toEqual(modelId === 'image-model-b' ? [200, 100] : [160, 80]);
      const side = async (left: number): Promise<number> =>
        brightness(await sharp(body).extract({ left, top: 20, width: 50, height: 30 }).png().toBuffer());
      expect(await side(100)).toBeGreaterThan((await side(15)) + 20);
      expect(await distance(body, source)).toBeGreaterThan(8);
    },
  );

  test('adds the prompt’s subjects', async () => {
    const imageUrls = [await serve(await plainPicture(200, 200).png().toBuffer())];
    const paint = async (prompt: string): Promise<Buffer> =>
      (await paintPicture(pictureRequest(prompt, { imageUrls }), SMALL_PX)).body;
    expect(await distance(await paint('winter'), await paint('winter fox'))).toBeGreaterThan(1.5);
  });

  test.each([
    ['is not there', Buffer.from('gone'), 404, 'HTTP 404'],
    ['is no picture', Buffer.from('text'), 200, 'unsupported image'],
    ['is too large', Buffer.alloc(31 * 1024 * 1024), 200, 'too large'],
  ])('fails when it %s', async (_name, bytes, status, said) => {
    const request = pictureRequest('sunset', { imageUrls: [await serve(bytes, status)] });
    await expect(paintPicture(request, SMALL_PX)).rejects.toThrow(said);
  });
});
