import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { type ClosableResultMaker, createResultMaker } from '../../../src/sandbox/media/result-maker.ts';
import { clipRequest, pictureRequest } from './requests.ts';

let make: ClosableResultMaker | undefined;
afterEach(() => make?.close());

test('answers simultaneous requests with their own results, also next to one that fails', async () => {
  make = createResultMaker(() => ({ longSidePx: 160 }));
  const failing = make(pictureRequest('a fox', { imageUrls: ['http://127.0.0.1:1/none'] }));
  const others = Promise.all([make(pictureRequest('a fox')), make(clipRequest('a fox'))]);
  await expect(failing).rejects.toThrow('ECONNREFUSED');
  const results = await others;
  expect(results.map(({ mimeType }) => mimeType)).toEqual(['image/webp', 'video/mp4']);
  for (const { body } of results) expect(Buffer.isBuffer(body)).toBe(true);
});

test('fails unfinished results on closing, closes twice, and starts again with the next request', async () => {
  make = createResultMaker(() => ({ longSidePx: 160 }));
  const rejected = expect(make(pictureRequest('a fox'))).rejects.toThrow('ended');
  await make.close();
  await make.close();
  await rejected;
  expect((await make(pictureRequest('a fox'))).extension).toBe('webp');
});

test('leaves a canvas in the right size, and paints it in place for the first who looks', async () => {
  let isPaintedLater = true;
  const made = createResultMaker(() => ({ longSidePx: 160, isPaintedLater }));
  make = made;
  const folder = await mkdtemp(join(tmpdir(), 'easel-canvas-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  for (const request of [pictureRequest('a fox'), clipRequest('a fox')]) {
    isPaintedLater = true;
    const canvas = await made(request);
    await writeFile(path, canvas.body);
    await Promise.all([made.paintFile(path), made.paintFile(path)]);
    isPaintedLater = false;
    const painted = await made(request);
    expect(canvas.body.length).toBeLessThan(2_500);
    const looked = await readFile(path);
    // A clip says when it was made.
    if (request.kind === 'image') expect(looked.equals(painted.body)).toBe(true);
    else expect(looked.length).toBe(painted.body.length);
    expect({ ...canvas, body: null }).toEqual({ ...painted, body: null });
    if (request.kind === 'image') expect((await sharp(canvas.body).metadata()).width).toBe(160);

    await made.paintFile(path);
    expect(looked.equals(await readFile(path))).toBe(true);
  }
});
