import type { Random } from '../random.ts';
import type { Reading } from '../reading.ts';

/** The longer side of every scene, in drawing units. Rendering converts them to pixels. */
const LONG_SIDE = 1_000;
/** A longer picture would look like a line. */
const MAX_RATIO = 3;

export interface Frame {
  width: number;
  height: number;
}

export interface PixelSize {
  widthPx: number;
  heightPx: number;
}

/** What the parts of a scene are drawn from. */
export interface Sketch {
  frame: Frame;
  /** The shorter side, which scales everything. */
  unit: number;
  /** The lower end of the sky, from the top. */
  horizon: number;
  reading: Reading;
  random: Random;
}

/** The frame of a ratio `W:H` in drawing units, or of `fallback` if there is no valid ratio. */
export function frameOf(aspectRatio: string | undefined, fallback: number): Frame {
  const [, width, height] = aspectRatio?.match(/^(\d{1,5}):(\d{1,5})$/) ?? [];
  const asked = Number(width) / Number(height);
  const ratio = Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, Number.isFinite(asked) && asked > 0 ? asked : fallback));
  return ratio >= 1
    ? { width: LONG_SIDE, height: Math.round(LONG_SIDE / ratio) }
    : { width: Math.round(LONG_SIDE * ratio), height: LONG_SIDE };
}

/** A frame in pixels, with even sides, as video needs. */
export function sizeOf({ width, height }: Frame, longSidePx: number): PixelSize {
  const even = (value: number): number => Math.max(2, 2 * Math.round((value * longSidePx) / LONG_SIDE / 2));
  return { widthPx: even(width), heightPx: even(height) };
}

/** Joins the drawn parts, the farthest first, into one picture of exactly that size. */
export function toSvg(parts: readonly string[], { width, height }: Frame, { widthPx, heightPx }: PixelSize): string {
  // Without preserveAspectRatio the last row or column may stay empty, because a ratio in whole pixels never quite
  // fits.
  const size = `viewBox="0 0 ${width} ${height}" width="${widthPx}" height="${heightPx}" preserveAspectRatio="none"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join('')}</svg>`;
}
