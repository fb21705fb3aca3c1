import type { Raster } from './raster.ts';
import type { Motion, PixelSize } from './scene/scene.ts';

/** A layer in pixels, with a margin on both sides to move in. */
export interface MovingLayer {
  image: Raster;
  depth: number;
  motion: Motion;
  marginPx: number;
}

/** Shares of the margin: how far the camera's sway and the wind carry what is nearest and what drifts. */
const SWAY = 0.55;
const WIND = 0.35;
const TURN = Math.PI * 2;

/** The frames of a scene whose layers sway past each other; the last leads into the first. */
export function* moveLayers(
  layers: readonly MovingLayer[],
  { widthPx, heightPx }: PixelSize,
  frames: number,
): Generator<Uint8Array> {
  for (let frame = 0; frame < frames; frame += 1) {
    const time = frame / frames;
    const canvas = new Uint8ClampedArray(widthPx * heightPx * 4);
    for (const [index, each] of layers.entries()) {
      drawMoved(canvas, each, { widthPx, heightPx, time, phase: index * 0.37 });
    }
    yield new Uint8Array(canvas.buffer);
  }
}

interface Moment extends PixelSize {
  time: number;
  /** Keeps layers of one kind from moving alike. */
  phase: number;
}

function drawMoved(canvas: Uint8ClampedArray, { image, depth, motion, marginPx }: MovingLayer, moment: Moment): void {
  const { widthPx, heightPx, time, phase } = moment;
  const wind = motion === 'drift' ? WIND * Math.sin(TURN * (time + phase)) : 0;
  const shift = marginPx * (SWAY * depth * Math.sin(TURN * time) + wind);
  const rise = motion === 'bob' ? (heightPx / 120) * Math.sin(TURN * (time + phase)) : 0;
  const strength = motion === 'twinkle' ? 0.62 + 0.38 * Math.sin(TURN * (2 * time + phase * 1.35)) : 1;
  for (let y = 0; y < heightPx; y += 1) {
    const ripple =
      motion === 'ripple' ? (y / heightPx) * 2.4 * Math.sin(TURN * (2 * time + y / (9 + (14 * y) / heightPx))) : 0;
    const row = Math.min(heightPx - 1, Math.max(0, Math.round(y + rise)));
    const left = Math.min(2 * marginPx, Math.max(0, marginPx + shift + ripple));
    const whole = Math.floor(left);
    const share = left - whole;
    let from = (row * image.widthPx + whole) * 4;
    let to = y * widthPx * 4;
    for (let x = 0; x < widthPx; x += 1, from += 4, to += 4) {
      const near = (1 - share) * strength;
      const next = share * strength;
      const source = image.pixels;
      const alpha = (source[from + 3] ?? 0) * near + (source[from + 7] ?? 0) * next;
      if (alpha < 0.5) continue;
      const rest = 1 - alpha / 255;
      canvas[to] = (source[from] ?? 0) * near + (source[from + 4] ?? 0) * next + (canvas[to] ?? 0) * rest;
      canvas[to + 1] = (source[from + 1] ?? 0) * near + (source[from + 5] ?? 0) * next + (canvas[to + 1] ?? 0) * rest;
      canvas[to + 2] = (source[from + 2] ?? 0) * near + (source[from + 6] ?? 0) * next + (canvas[to + 2] ?? 0) * rest;
      canvas[to + 3] = 255;
    }
  }
}

/** The frames of a slow way into a picture that is `zoom` times as large as the clip. */
export function* zoomOver(
  { pixels, widthPx: wide, heightPx: high }: Raster,
  { widthPx, heightPx }: PixelSize,
  frames: number,
  zoom: number,
): Generator<Uint8Array> {
  for (let frame = 0; frame < frames; frame += 1) {
    const time = frame / (frames - 1);
    const eased = time * time * (3 - 2 * time);
    const step = zoom + (1 - zoom) * eased;
    const spareX = wide - 1 - (widthPx - 1) * step;
    const spareY = high - 1 - (heightPx - 1) * step;
    const canvas = new Uint8Array(widthPx * heightPx * 4);
    const left = Math.max(0, spareX * (0.5 + 0.2 * eased));
    const top = Math.max(0, spareY * 0.42);
    for (let y = 0; y < heightPx; y += 1) {
      const sourceY = Math.min(high - 1.001, top + y * step);
      const row = Math.floor(sourceY);
      const down = sourceY - row;
      for (let x = 0; x < widthPx; x += 1) {
        const sourceX = Math.min(wide - 1.001, left + x * step);
        const column = Math.floor(sourceX);
        const across = sourceX - column;
        const from = (row * wide + column) * 4;
        const to = (y * widthPx + x) * 4;
        for (let channel = 0; channel < 3; channel += 1) {
          const upper = (pixels[from + channel] ?? 0) * (1 - across) + (pixels[from + 4 + channel] ?? 0) * across;
          const lower =
            (pixels[from + wide * 4 + channel] ?? 0) * (1 - across) +
            (pixels[from + wide * 4 + 4 + channel] ?? 0) * across;
          canvas[to + channel] = upper * (1 - down) + lower * down;
        }
        canvas[to + 3] = 255;
      }
    }
    yield canvas;
  }
}
