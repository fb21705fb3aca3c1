import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { createRandom } from '../../jobs/random.ts';

/** Noise, the hardest picture to make small. */
export function noisyPicture(widthPx: number, heightPx: number, channels: 3 | 4 = 3, seed = 1): Sharp {
  const random = createRandom(seed);
  const pixels = Buffer.alloc(widthPx * heightPx * channels);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = Math.floor(random() * 256);
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels } });
}

export function plainPicture(widthPx = 8, heightPx = 8): Sharp {
  return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: '#336699' } });
}

/** A PNG of many black pixels in few bytes: one bit per pixel before compression. */
export function hugePicture(widthPx: number, heightPx: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.byteLength);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx);
  header.writeUInt32BE(heightPx, 4);
  header[8] = 1;
  // Each row starts with the number of its filter, 0 for none.
  const rows = Buffer.alloc((1 + Math.ceil(widthPx / 8)) * heightPx);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    ...[signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 }))],
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Large soft shapes that differ by seed, as a photograph has. */
export function cloudyPicture(seed: number, sidePx = 256): Sharp {
  const random = createRandom(seed);
  const pixels = Buffer.from(Array.from({ length: 12 * 12 * 3 }, () => Math.floor(random() * 256)));
  const small = sharp(pixels, { raw: { width: 12, height: 12, channels: 3 } });
  return small.resize(sidePx, sidePx, { kernel: 'cubic' });
}
