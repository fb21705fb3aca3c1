import type { Random } from '../random.ts';
import type { Reading } from '../reading.ts';

/** The longer side of every scene, in units of the drawing; pixels come when it is rendered. */
export const LONG_SIDE = 1_000;
/** Drawn beyond each side of the frame, so that a layer can be moved. */
export const MARGIN = 80;

export interface Frame {
  width: number;
  height: number;
}

/** How a layer moves in a clip: not at all, with the wind, as stars or as water do. */
export type Motion = 'still' | 'drift' | 'twinkle' | 'ripple' | 'bob';

export interface Layer {
  svg: string;
  /** From 0, endlessly far, to 1, right before us. */
  depth: number;
  motion: Motion;
}

/** What the parts of a scene are drawn from. */
export interface Sketch {
  frame: Frame;
  /** The shorter side: what sizes are measured by. */
  unit: number;
  /** Where the sky ends, from the top. */
  horizon: number;
  reading: Reading;
  random: Random;
}

export function layer(svg: string, depth: number, motion: Motion = 'still'): Layer {
  return { svg, depth, motion };
}

export interface PixelSize {
  widthPx: number;
  heightPx: number;
}

/** Several layers, or all of them, as one picture of exactly that size. */
export function toSvg(layers: readonly Layer[], frame: Frame, size: PixelSize): string {
  return svgOf(layers, `0 0 ${frame.width} ${frame.height}`, size);
}

/** A layer with its margins, for a clip; the size counts them in. */
export function toWideSvg(only: Layer, frame: Frame, size: PixelSize): string {
  return svgOf([only], `${-MARGIN} 0 ${frame.width + 2 * MARGIN} ${frame.height}`, size);
}

function svgOf(layers: readonly Layer[], viewBox: string, { widthPx, heightPx }: PixelSize): string {
  const inside = layers.map(({ svg }) => svg).join('');
  // Without it the last row or column may be left out, as a ratio in whole pixels is never quite the frame's.
  const exactly = 'preserveAspectRatio="none"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${widthPx}" height="${heightPx}" ${exactly}>${inside}</svg>`;
}
