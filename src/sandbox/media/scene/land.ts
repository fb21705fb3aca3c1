import { darker, mix } from '../palette.ts';
import { between, createNoise } from '../random.ts';
import { curve, downward, fill, group, line, type Point, stroke } from '../svg.ts';
import type { Sketch } from './sketch.ts';

/** The colour of land at a depth. Haze fades far land. */
export function landColour({ palette }: Sketch, depth: number): string {
  return mix(palette.haze, palette.near, depth);
}

const across = (width: number, steps: number): number[] =>
  Array.from({ length: steps + 1 }, (_, index) => (index / steps) * width);

/** Draws ridges with a sunlit and a shaded side, and snow above a line. */
export function drawMountains(sketch: Sketch, base: number, rise: number, depth: number): string {
  const { frame, unit, random, reading, palette } = sketch;
  const rough = createNoise(random, 5);
  const broad = createNoise(random, 2);
  const height = (x: number): number => {
    const peak = 1 - Math.abs(broad(x / (unit * 0.42)));
    return rise * (0.22 + 0.72 * peak ** 2 + 0.16 * rough(x / (unit * 0.11)));
  };
  const ridge: Point[] = across(frame.width, 520).map((x) => [x, base - height(x)]);
  const body = landColour(sketch, depth);
  const sunlit = mix(body, palette.light, palette.dark ? 0.12 : 0.3);
  const shaded = darker(body, 0.22);
  const id = `range${Math.round(depth * 100)}`;
  const gradient = downward(id, [
    [0, body],
    [0.55, body],
    [1, mix(body, palette.haze, 0.65)],
  ]);
  const facets: string[] = [];
  // Low ranges have snow only in winter.
  const tall = reading.snow || rise > unit * 0.3;
  const snowLine = base - rise * (reading.snow ? 0.38 : 0.62);
  for (let index = 1; index < ridge.length - 1; index += 1) {
    const [x, y] = ridge[index] ?? [0, 0];
    const [, before] = ridge[index - 1] ?? [0, 0];
    const [, after] = ridge[index + 1] ?? [0, 0];
    if (y > before || y > after) continue;
    const fall = (base - y) * between(random, 0.5, 0.85);
    const lean = fall * between(random, 0.25, 0.5);
    const spine: Point[] = [0, 0.2, 0.4, 0.6, 0.8, 1].map((t) => [
      x + lean * 0.25 * t + between(random, -1, 1) * fall * 0.08 * t,
      y + fall * t,
    ]);
    facets.push(
      fill(
        `${line([...spine, [x + lean * 1.3, y + fall], [x + lean * 0.5, y + fall * 0.38]])}Z`,
        sunlit,
        'opacity="0.5"',
      ),
    );
    facets.push(
      fill(
        `${line([...spine, [x - lean, y + fall * 0.9], [x - lean * 0.4, y + fall * 0.3]])}Z`,
        shaded,
        'opacity="0.35"',
      ),
    );
    if (tall && y < snowLine)
      facets.push(snowCap(x, y, Math.min(fall, snowLine - y + rise * 0.1), random, palette.dark));
  }
  const area = `${line([...ridge, [frame.width, frame.height], [0, frame.height]])}Z`;
  const clip = `<clipPath id="${id}c"><path d="${area}"/></clipPath>`;
  // The renderer fails on a clipped group that lies outside the picture, so the whole range is one.
  const range = group(fill(area, `url(#${id})`) + facets.join(''), `clip-path="url(#${id}c)"`);
  return `<defs>${gradient}${clip}</defs>${range}`;
}

function snowCap(x: number, y: number, reach: number, random: () => number, dark: boolean): string {
  const teeth: Point[] = [-0.62, -0.42, -0.24, -0.08, 0.1, 0.28, 0.48, 0.7].map((side, index) => [
    x + side * reach * 0.85,
    y + reach * (0.3 + Math.abs(side) * 0.75 + (index % 2 ? 0.24 : 0) + between(random, -0.08, 0.08)),
  ]);
  const white = dark ? '#b9c8e8' : '#fbfaf6';
  const cap = fill(`${line([[x, y - 4], ...teeth.slice().reverse()])}Z`, white, 'opacity="0.92"');
  const side = fill(
    `${line([[x, y - 4], [x - reach * 0.05, y + reach * 0.4], ...teeth.slice(0, 3).reverse()])}Z`,
    mix(white, '#4f6a9c', 0.42),
    'opacity="0.8"',
  );
  return cap + side;
}

/** A soft hill. Returns its top at each x, so that things can stand on it. */
export function createHill({ unit, random }: Sketch, base: number, rise: number): (x: number) => number {
  const shape = createNoise(random, 2);
  const start = random() * 40;
  return (x) => base - rise * (0.5 + 0.5 * shape(start + x / (unit * 0.75)));
}

export function drawHill(sketch: Sketch, top: (x: number) => number, depth: number): string {
  const { frame, unit, random, reading, palette } = sketch;
  const green = reading.snow ? '#e9f0f8' : mix(palette.foliage[0], palette.foliage[1], 0.4);
  const grown = mix(landColour(sketch, depth), green, reading.snow ? 0.75 : 0.62);
  const body = mix(grown, palette.near, Math.max(0, depth - 0.75));
  const lit = mix(body, palette.light, palette.dark ? 0.08 : 0.28);
  const id = `hill${Math.round(depth * 100)}`;
  const gradient = downward(id, [
    [0, lit],
    [0.18, body],
    [1, mix(darker(body, 0.35), palette.near, 0.4)],
  ]);
  const edge: Point[] = across(frame.width, 90).map((x) => [x, top(x)]);
  const area = `${curve(edge)}L${frame.width} ${frame.height}L0 ${frame.height}Z`;
  // Furrows along the slope show its shape.
  const furrows = Array.from({ length: 80 }, () => {
    const x = between(random, 0, frame.width);
    const drop = unit * between(random, 0.015, 0.2);
    const reach = unit * between(random, 0.06, 0.2);
    const points: Point[] = [-1, -0.5, 0, 0.5, 1].map((t) => [
      x + t * reach,
      top(x + t * reach) + drop * (1 + t * 0.12),
    ]);
    return stroke(
      curve(points),
      random() < 0.5 ? lit : darker(body, 0.2),
      unit * between(random, 0.004, 0.012),
      'opacity="0.35"',
    );
  });
  return `<defs>${gradient}</defs>${fill(area, `url(#${id})`)}${furrows.join('')}`;
}
