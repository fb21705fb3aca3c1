import sharp, { type Sharp } from 'sharp';

/** A small generator of numbers (mulberry32), the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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
