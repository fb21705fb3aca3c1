import { type Frame, LONG_SIDE, type PixelSize } from './scene/scene.ts';

/** More would be a line and not a picture. */
const MOST_RATIO = 3;

/** The frame of a ratio `W:H`, in units of the drawing; the fallback where there is none or it has another form. */
export function frameOf(aspectRatio: string | undefined, fallback: number): Frame {
  const [, width, height] = aspectRatio?.match(/^(\d{1,5}):(\d{1,5})$/) ?? [];
  const asked = Number(width) / Number(height);
  const ratio = Math.min(MOST_RATIO, Math.max(1 / MOST_RATIO, Number.isFinite(asked) && asked > 0 ? asked : fallback));
  return ratio >= 1
    ? { width: LONG_SIDE, height: Math.round(LONG_SIDE / ratio) }
    : { width: Math.round(LONG_SIDE * ratio), height: LONG_SIDE };
}

/** A frame in pixels, even on both sides, as video wants them. */
export function sizeOf({ width, height }: Frame, longSidePx: number): PixelSize {
  const even = (value: number): number => Math.max(2, 2 * Math.round((value * longSidePx) / LONG_SIDE / 2));
  return { widthPx: even(width), heightPx: even(height) };
}
