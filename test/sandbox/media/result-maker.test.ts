import { afterEach, expect, test } from 'vitest';
import { type ClosableResultMaker, createResultMaker } from '../../../src/sandbox/media/result-maker.ts';
import { clipRequest, pictureRequest } from './requests.ts';

let make: ClosableResultMaker | undefined;
afterEach(() => make?.close());

test('requests side by side are each answered with their own', async () => {
  make = createResultMaker();
  const results = await Promise.all([
    make(pictureRequest('a fox')),
    make(pictureRequest('a fox', { modelId: 'image-model-b' })),
    make(clipRequest('a fox')),
  ]);
  expect(results.map(({ mimeType }) => mimeType)).toEqual(['image/webp', 'image/png', 'video/mp4']);
  for (const { body } of results) expect(Buffer.isBuffer(body)).toBe(true);
});

test('a request that fails harms no other', async () => {
  make = createResultMaker();
  const failing = make(pictureRequest('a fox', { imageUrls: ['http://127.0.0.1:1/none'] }));
  const other = make(pictureRequest('a fox', { modelId: 'image-model-b' }));
  await expect(failing).rejects.toThrow('ECONNREFUSED');
  expect((await other).mimeType).toBe('image/png');
});

test('closing fails what is still being made, may be repeated, and the next request starts anew', async () => {
  make = createResultMaker();
  const rejected = expect(make(pictureRequest('a fox'))).rejects.toThrow('ended');
  await make.close();
  await make.close();
  await rejected;
  expect((await make(pictureRequest('a fox', { modelId: 'image-model-b' }))).extension).toBe('png');
});
