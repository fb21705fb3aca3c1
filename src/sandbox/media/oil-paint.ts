import { type Brush, type Canvas, layStroke } from './brush.ts';
import { blur, difference, planesOf } from './planes.ts';
import { createNoise, type Random } from './random.ts';
import type { Raster } from './raster.ts';

interface BrushSize {
  radius: number;
  tolerance: number;
}

/**
 * Radii as shares of the longer side, coarse brushes first. A brush paints where the canvas is off by more than
 * `tolerance`.
 */
const BRUSHES: readonly BrushSize[] = [
  { radius: 0.026, tolerance: -1 },
  { radius: 0.013, tolerance: 13 },
  { radius: 0.0062, tolerance: 17 },
  { radius: 0.003, tolerance: 22 },
];
const FINE_BRUSHES: readonly BrushSize[] = BRUSHES.map(({ radius, tolerance }) => ({
  radius: radius * 0.5,
  tolerance: tolerance * 0.6,
}));
/** A finer brush would draw single pixels. */
const FINEST_PX = 1.2;
/** The blur of the picture below all strokes, as a share of its longer side. */
const UNDERPAINTING = 0.03;
/** Steps of brightness for each unit of height. */
const RELIEF = 15;

/**
 * Paints a picture over with brush strokes, after Hertzmann: broad strokes along the picture's lines first, and finer
 * ones where those missed too much. The bristles leave a relief, lit from the upper left.
 */
export function paintOver(source: Raster, random: Random, brushes = BRUSHES): Raster {
  const { widthPx, heightPx } = source;
  const longSide = Math.max(widthPx, heightPx);
  const thickness = new Float32Array(widthPx * heightPx);
  const canvas: Canvas = { widthPx, heightPx, colours: planesOf(source.pixels), thickness };
  const flow = createNoise(random, 2);
  blur(canvas.colours, source, Math.round(longSide * UNDERPAINTING));
  for (const { radius, tolerance } of brushes) {
    const radiusPx = Math.max(FINEST_PX, radius * longSide);
    const reference = planesOf(source.pixels);
    if (radiusPx > 2) blur(reference, source, Math.round(radiusPx * 0.45));
    const brush: Brush = { radiusPx, reference, flow, random };
    for (const start of placeStrokes(canvas, brush, tolerance)) layStroke(canvas, brush, start);
  }
  return relit(canvas, source);
}

/** The starts of the strokes that this brush has to paint, in random order. */
function placeStrokes(
  { widthPx, heightPx, colours }: Canvas,
  { radiusPx, reference, random }: Brush,
  tolerance: number,
): number[] {
  const cell = Math.max(2, radiusPx);
  const found: number[] = [];
  for (let top = 0; top < heightPx; top += cell) {
    for (let left = 0; left < widthPx; left += cell) {
      const x = Math.min(widthPx - 1, Math.floor(left + random() * cell));
      const y = Math.min(heightPx - 1, Math.floor(top + random() * cell));
      const index = y * widthPx + x;
      if (difference(colours, index, reference, index) > tolerance) found.push(index);
    }
  }
  for (let index = found.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const kept = found[index] ?? 0;
    found[index] = found[other] ?? 0;
    found[other] = kept;
  }
  return found;
}

function relit({ widthPx, heightPx, colours, thickness }: Canvas, { pixels }: Raster): Raster {
  const result = new Uint8ClampedArray(pixels.length);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const at = y * widthPx + x;
      const upperLeft = thickness[Math.max(0, y - 1) * widthPx + Math.max(0, x - 1)] ?? 0;
      const lowerRight = thickness[Math.min(heightPx - 1, y + 1) * widthPx + Math.min(widthPx - 1, x + 1)] ?? 0;
      const weave = Math.sin(x * 1.57) * Math.sin(y * 1.57) * 1.6;
      const light = (lowerRight - upperLeft) * RELIEF + weave;
      const vignette = 1 - 0.2 * ((x / widthPx - 0.5) ** 2 + (y / heightPx - 0.5) ** 2) * 2;
      for (const [channel, plane] of colours.entries()) {
        result[at * 4 + channel] = ((plane[at] ?? 0) + light) * vignette;
      }
      result[at * 4 + 3] = pixels[at * 4 + 3] ?? 255;
    }
  }
  return { widthPx, heightPx, pixels: result };
}

/** Paints with finer strokes, and with more light. */
export function paintFinely(source: Raster, random: Random): Raster {
  return paintOver(glow(source), random, FINE_BRUSHES);
}

/** From this brightness on, light spreads. */
const BRIGHT = 150;
/** How far, as a share of the longer side. */
const GLOW_REACH = 0.02;
const GLOW = 0.5;
/** Above 1, colours and contrasts get stronger. */
const CONTRAST = 1.08;
const SATURATION = 1.18;
const MIDDLE = 128;
/** How much lighter all is, in steps of brightness. */
const LIFT = 6;

/** Lets bright things shine onto what is next to them, and gives colours more depth. */
function glow({ widthPx, heightPx, pixels }: Raster): Raster {
  const light = planesOf(pixels);
  for (const plane of light) {
    for (let at = 0; at < plane.length; at += 1) plane[at] = Math.max(0, (plane[at] ?? 0) - BRIGHT);
  }
  blur(light, { widthPx, heightPx }, Math.round(Math.max(widthPx, heightPx) * GLOW_REACH));
  const result = new Uint8ClampedArray(pixels);
  for (let at = 0; at < pixels.length; at += 4) {
    const grey = 0.3 * (pixels[at] ?? 0) + 0.59 * (pixels[at + 1] ?? 0) + 0.11 * (pixels[at + 2] ?? 0);
    for (const [channel, plane] of light.entries()) {
      const vivid = grey + ((pixels[at + channel] ?? 0) - grey) * SATURATION;
      result[at + channel] = MIDDLE + LIFT + (vivid - MIDDLE) * CONTRAST + (plane[at / 4] ?? 0) * GLOW;
    }
  }
  return { widthPx, heightPx, pixels: result };
}
