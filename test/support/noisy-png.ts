import sharp from 'sharp';
import { createRandom } from '../../src/sandbox/media/random.ts';

/** A PNG of pure noise of at least a size, and little more: for tests of limits, as nothing makes it smaller but loss. */
export async function makeNoisyPng(sizeBytes: number, seed = 1): Promise<Buffer> {
  const sidePx = Math.max(1, Math.ceil(Math.sqrt(sizeBytes / 3)));
  const pixels = Buffer.alloc(sidePx * sidePx * 3);
  const random = createRandom('noise', seed);
  for (let at = 0; at + 4 <= pixels.byteLength; at += 4) pixels.writeUInt32LE(Math.floor(random() * 4_294_967_296), at);
  return await sharp(pixels, { raw: { width: sidePx, height: sidePx, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
