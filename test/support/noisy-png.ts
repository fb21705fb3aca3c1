import sharp from 'sharp';
import { createRandom } from '../../src/sandbox/media/random.ts';

/**
 * A PNG of pure noise, barely larger than the given size. Only losing quality makes it smaller, so it suits tests of
 * limits.
 */
export async function makeNoisyPng(sizeBytes: number, seed = 1): Promise<Buffer> {
  const sidePx = Math.max(1, Math.ceil(Math.sqrt(sizeBytes / 3)));
  const pixels = Buffer.alloc(sidePx * sidePx * 3);
  const random = createRandom('noise', seed);
  for (let at = 0; at + 4 <= pixels.byteLength; at += 4) pixels.writeUInt32LE(Math.floor(random() * 4_294_967_296), at);
  return await sharp(pixels, { raw: { width: sidePx, height: sidePx, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
