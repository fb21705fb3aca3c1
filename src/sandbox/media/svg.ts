import type { Palette } from './palette.ts';
import type { Random } from './random.ts';

/** What a subject is drawn with. */
export interface Ink {
  palette: Palette;
  /** The colour that the prompt gives the subject, if any. */
  colour: string | undefined;
  /** Converts a colour to the scene's light. */
  shade: (colour: string) => string;
  random: Random;
}

export type Point = readonly [x: number, y: number];

/** Two decimals are enough for these pictures, and halve the text to parse. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

/** A path through all points, in straight lines. */
export function line(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('');
}

/** A smooth path through all points (Catmull-Rom as Bézier curves). */
export function curve(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] ?? [0, 0];
  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    path += `C${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)} `;
    path += `${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)} ${n(to[0])} ${n(to[1])}`;
  }
  return path;
}

/** As a group's, `opacity` is slow, and the renderer fails if the group lies outside the picture. */
const filled = (colour: string, more: string): string =>
  `fill="${colour}" ${more.replace('opacity=', 'fill-opacity=')}/>`;

export const fill = (path: string, colour: string, more = ''): string => `<path d="${path}" ${filled(colour, more)}`;
export const stroke = (path: string, colour: string, width: number, more = ''): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" ${more.replace('opacity=', 'stroke-opacity=')}/>`;
export const circle = (x: number, y: number, radius: number, colour: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${filled(colour, more)}`;
export const ellipse = (x: number, y: number, rx: number, ry: number, colour: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" ${filled(colour, more)}`;
export const box = (x: number, y: number, width: number, height: number, colour: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" ${filled(colour, more)}`;
export const group = (content: string, more = ''): string => `<g ${more}>${content}</g>`;

export type Stop = readonly [offset: number, colour: string, opacity?: number];
const stops = (list: readonly Stop[]): string =>
  list
    .map(([at, colour, alpha = 1]) => `<stop offset="${n(at)}" stop-color="${colour}" stop-opacity="${n(alpha)}"/>`)
    .join('');
/** A gradient from top to bottom. */
export const downward = (id: string, list: readonly Stop[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops(list)}</linearGradient>`;
/** A gradient from the middle to the edge. */
export const outward = (id: string, list: readonly Stop[]): string =>
  `<radialGradient id="${id}">${stops(list)}</radialGradient>`;
