import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import type { PixelSize } from './scene/scene.ts';

/** Pixels of red, green, blue and alpha, a byte each. */
export interface Raster extends PixelSize {
  pixels: Uint8ClampedArray;
}

/** The one typeface drawn with; the machine's own are left alone, so that pictures are the same everywhere. */
const TITLE_FONT = fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'));

/** Draws an SVG text in the size it names. Alpha is premultiplied, as layers are laid over each other. */
export function rasterise(svg: string): Raster {
  const image = new Resvg(svg, {
    font: { loadSystemFonts: false, fontFiles: [TITLE_FONT], defaultFontFamily: 'Inter' },
    logLevel: 'off',
  }).render();
  return { widthPx: image.width, heightPx: image.height, pixels: new Uint8ClampedArray(image.pixels) };
}
