import { difference, type Planes } from './planes.ts';
import { between, type Random } from './random.ts';
import type { PixelSize } from './scene/sketch.ts';

/** Ends a stroke when the picture's colour differs from the stroke's by this much. */
const STROKE_DRIFT = 34;
const LONGEST_STROKE_STEPS = 9;
/** A step's length as a share of the brush's radius. */
const STEP = 0.9;
/** How much of a new direction the brush takes with each step. */
const TURNING = 0.6;
/** A picture with a smaller slope (squared, in steps of brightness) has no line to follow. */
const LEAST_SLOPE = 60;

/** A painting in progress: its colours, and how thick the paint is. */
export interface Canvas extends PixelSize {
  colours: Planes;
  thickness: Float32Array;
}

/** A brush: its size, and the picture that it copies. */
export interface Brush {
  radiusPx: number;
  reference: Planes;
  /** The direction where the picture has no lines to follow. */
  flow: (x: number) => number;
  random: Random;
}

/** Paints one stroke that starts at a pixel, in that pixel's colour, along the lines of the picture. */
export function layStroke(canvas: Canvas, brush: Brush, start: number): void {
  const { widthPx, heightPx } = canvas;
  const { radiusPx, reference, random } = brush;
  const jitter = between(random, -9, 9);
  const [red = 0, green = 0, blue = 0] = reference.map(
    (plane) => (plane[start] ?? 0) + jitter + between(random, -4, 4),
  );
  const bristles = Math.max(2, Math.round(radiusPx * 1.7));
  const loads = Array.from({ length: bristles }, () => between(random, 0.35, 1));
  const lengthPx = radiusPx * STEP;
  let x = start % widthPx;
  let y = Math.floor(start / widthPx);
  let heading = direction(canvas, brush, x, y);
  for (let step = 0; step < LONGEST_STROKE_STEPS; step += 1) {
    const index = Math.floor(y) * widthPx + Math.floor(x);
    if (step > 1 && difference(reference, index, reference, start) > STROKE_DRIFT) return;
    const wanted = direction(canvas, brush, x, y);
    // A line has two directions. The stroke keeps its own.
    const turn = Math.cos(wanted - heading) < 0 ? wanted + Math.PI : wanted;
    heading += Math.atan2(Math.sin(turn - heading), Math.cos(turn - heading)) * TURNING;
    const [dx, dy] = [Math.cos(heading), Math.sin(heading)];
    const taper = Math.sin(((step + 0.8) / (LONGEST_STROKE_STEPS + 0.6)) * Math.PI) ** 0.35;
    for (const [bristle, load] of loads.entries()) {
      const side = ((bristle + 0.5) / bristles) * 2 - 1;
      const edge = Math.sqrt(1 - side * side);
      const offset = side * radiusPx * taper;
      const shine = (load - 0.7) * 14;
      drag(canvas, {
        x: x - dy * offset,
        y: y + dx * offset,
        dx,
        dy,
        lengthPx,
        red: red + shine,
        green: green + shine,
        blue: blue + shine,
        alpha: Math.min(0.95, 0.45 + load * 0.6) * (0.35 + 0.65 * edge),
        raised: load * edge * Math.min(1.6, radiusPx / 5) * 0.6,
      });
    }
    x += dx * lengthPx;
    y += dy * lengthPx;
    if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) return;
  }
}

/** One step of one bristle. */
interface Pull {
  x: number;
  y: number;
  dx: number;
  dy: number;
  lengthPx: number;
  red: number;
  green: number;
  blue: number;
  alpha: number;
  raised: number;
}

/** The innermost loop, with millions of pixels a picture, so it is written out. */
function drag({ widthPx, heightPx, colours, thickness }: Canvas, pull: Pull): void {
  const [reds, greens, blues] = colours;
  const { x, y, dx, dy, red, green, blue, alpha, raised } = pull;
  for (let along = 0; along < pull.lengthPx; along += 1) {
    const px = Math.floor(x + dx * along);
    const py = Math.floor(y + dy * along);
    if (px < 0 || py < 0 || px >= widthPx || py >= heightPx) continue;
    const at = py * widthPx + px;
    const oldRed = reds[at] ?? 0;
    const oldGreen = greens[at] ?? 0;
    const oldBlue = blues[at] ?? 0;
    reds[at] = oldRed + (red - oldRed) * alpha;
    greens[at] = oldGreen + (green - oldGreen) * alpha;
    blues[at] = oldBlue + (blue - oldBlue) * alpha;
    thickness[at] = (thickness[at] ?? 0) * 0.4 + raised;
  }
}

/** The direction of the picture's lines or, if there are none, of the brush's flow. */
function direction(
  { widthPx, heightPx }: PixelSize,
  { reference, radiusPx, flow }: Brush,
  x: number,
  y: number,
): number {
  const reach = Math.max(1, Math.round(radiusPx * 0.6));
  const column = Math.min(widthPx - 1 - reach, Math.max(reach, Math.floor(x)));
  const row = Math.min(heightPx - 1 - reach, Math.max(reach, Math.floor(y)));
  const at = row * widthPx + column;
  const [red, green] = reference;
  const slope = (apart: number): number =>
    (green[at + apart] ?? 0) - (green[at - apart] ?? 0) + (red[at + apart] ?? 0) - (red[at - apart] ?? 0);
  const across = slope(reach);
  const down = slope(reach * widthPx);
  if (across * across + down * down < LEAST_SLOPE) {
    return flow(x / (widthPx * 0.22)) * 0.9 + flow(y / (heightPx * 0.16) + 31) * 0.9;
  }
  return Math.atan2(down, across) + Math.PI / 2;
}
