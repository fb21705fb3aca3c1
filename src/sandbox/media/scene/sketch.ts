import type { Palette } from '../palette.ts';
import type { Random } from '../random.ts';
import type { Reading } from '../reading.ts';

/** The longer side of every picture, in drawing units. Rendering converts them to pixels. */
const LONG_SIDE = 1_000;
/** A longer picture would look like a line. */
const MAX_RATIO = 3;
/** How wide scenes are drawn, in units of the picture's shorter side: wider than any picture, which shows a part. */
export const STAGE_WIDTH = MAX_RATIO + 1;

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
  /** The stage. A picture shows its middle. */
  frame: Frame;
  /** The shorter side of the picture, which scales everything. */
  unit: number;
  /** The lower end of the sky, from the top. */
  horizon: number;
  reading: Reading;
  palette: Palette;
  /** The subject's side: from -1 (left) to 1. The light is on the other. */
  side: number;
  /** The subject's size, 1 by default. */
  nearness: number;
  random: Random;
}

/** A part of a scene that moves as one, the farthest first. */
export interface Layer {
  parts: readonly string[];
  /** How far it moves when the view does: 0 doesn't move, 1 is nearest. */
  depth: number;
  /** How it moves by itself. All movements end where they started. */
  motion?: 'floats' | 'ripples' | 'falls';
}

/** The part of the stage that a picture shows. */
export interface View extends Frame {
  left: number;
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

export const unitOf = ({ width, height }: Frame): number => Math.min(width, height);

/** The view of a picture that looks to the side by `shift` units. */
export function viewOf(frame: Frame, shift = 0): View {
  const unit = unitOf(frame);
  return { ...frame, left: (STAGE_WIDTH * unit - frame.width) / 2 + shift * unit };
}

/** A frame in pixels, with even sides, as video needs. */
export function sizeOf({ width, height }: Frame, longSidePx: number): PixelSize {
  const even = (value: number): number => Math.max(2, 2 * Math.round((value * longSidePx) / LONG_SIDE / 2));
  return { widthPx: even(width), heightPx: even(height) };
}

/** Joins drawn parts, the farthest first, into one picture of exactly that size. */
export function toSvg(
  parts: readonly string[],
  { left, width, height }: View,
  { widthPx, heightPx }: PixelSize,
): string {
  // Without preserveAspectRatio the last row or column may stay empty, because a ratio in whole pixels never quite
  // fits.
  const size = `viewBox="${left} 0 ${width} ${height}" width="${widthPx}" height="${heightPx}" preserveAspectRatio="none"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join('')}</svg>`;
}
