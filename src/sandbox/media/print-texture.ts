import { createNoise, type Random } from './random.ts';
import type { Raster } from './raster.ts';

/** Share of specks where the ink did not take. */
const SPECKS = 0.006;

/** Makes flat colours look printed: grain, ink that lies unevenly, and specks of paper. */
export function printOn(source: Raster, random: Random): Raster {
  const { widthPx, heightPx, pixels } = source;
  const across = createNoise(random, 3);
  const down = createNoise(random, 3);
  const result = new Uint8ClampedArray(pixels.length);
  for (let y = 0; y < heightPx; y += 1) {
    const row = down((y / heightPx) * 9) * 5;
    for (let x = 0; x < widthPx; x += 1) {
      const at = (y * widthPx + x) * 4;
      const grain = (random() + random() - 1) * 13;
      const unevenness = row + across((x / widthPx) * 9 + row * 0.05) * 5;
      const speck = random() < SPECKS ? 26 : 0;
      for (let channel = 0; channel < 3; channel += 1) {
        result[at + channel] = (pixels[at + channel] ?? 0) + grain + unevenness + speck;
      }
      result[at + 3] = pixels[at + 3] ?? 255;
    }
  }
  return { widthPx, heightPx, pixels: result };
}
