import { Resvg } from '@resvg/resvg-js';
import type { PixelSize } from './scene/sketch.ts';

/** Pixels of red, green, blue and alpha, one byte each. */
export interface Raster extends PixelSize {
  pixels: Uint8ClampedArray;
}

/** Renders an SVG text in its own size, with premultiplied alpha. */
export function rasterise(svg: string): Raster {
  const image = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' }).render();
  return { widthPx: image.width, heightPx: image.height, pixels: new Uint8ClampedArray(image.pixels) };
}
