import { afterEach, expect, test } from 'vitest';
import { type ClosableResultMaker, createResultMaker } from '../../../src/sandbox/media/result-maker.ts';
import { clipRequest, pictureRequest } from './requests.ts';

let make: ClosableResultMaker | undefined;
afterEach(() => make?.close());

test('answers simultaneous requests with their own results', async () => {
  make = createResultMaker(() => 160);
  const results = await Promise.all([
    make(pictureRequest('a fox')),
    make(pictureRequest('a fox', { modelId: 'image-model-b' })),
    make(clipRequest('a fox')),
  ]);
  expect(results.map(({ mimeType }) => mimeType)).toEqual(['image/webp', 'image/webp', 'video/mp4']);
  for (const { body } of results) expect(Buffer.isBuffer(body)).toBe(true);
});

test('keeps a failed request from harming others', async () => {
  make = createResultMaker(() => 160);
  const failing = make(pictureRequest('a fox', { imageUrls: ['http://127.0.0.1:1/none'] }));
  const other = make(pictureRequest('a fox', { modelId: 'image-model-b' }));
  await expect(failing).rejects.toThrow('ECONNREFUSED');
  expect((await other).mimeType).toBe('image/webp');
});

test('fails unfinished results on closing, closes twice, and starts again with the next request', async () => {
  make = createResultMaker(() => 160);
  const rejected = expect(make(pictureRequest('a fox'))).rejects.toThrow('ended');
  await make.close();
  await make.close();
  await rejected;
  expect((await make(pictureRequest('a fox', { modelId: 'image-model-b' }))).extension).toBe('webp');
});
