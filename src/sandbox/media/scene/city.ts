import { darker, lighter, mix } from '../colour.ts';
import { between, pick } from '../random.ts';
import { box, fill, n, stroke } from '../svg.ts';
import { landColour } from './land.ts';
import { type Layer, layer, MARGIN, type Sketch } from './scene.ts';

/** A rank of houses; the nearer, the fewer and the wider. */
export function drawSkyline(sketch: Sketch, base: number, depth: number): Layer {
  const { frame, unit, random, reading } = sketch;
  const stone = reading.palette.dark ? reading.palette.near : mix('#5d6680', reading.palette.near, 0.15);
  const tone = mix(landColour(sketch, 0.2 + depth * 0.3), stone, 0.25 + depth * 0.6);
  const lit = ['#ffe29a', '#ffc56b', reading.palette.accent, '#fff3d0'] as const;
  const houses: string[] = [];
  for (let x = -MARGIN; x < frame.width + MARGIN; ) {
    const width = unit * between(random, 0.06, 0.12) * (0.6 + depth * 0.7);
    const middle = 1 - Math.abs(x / frame.width - 0.5) * 0.9;
    const height = unit * between(random, 0.14, 0.46) * (1 - depth * 0.35) * middle * 1.25;
    houses.push(house(x, base - height, width, frame.height - base + height, tone));
    houses.push(windows(sketch, x, base - height, width, height + unit * 0.08, depth, lit));
    x += width * between(random, 0.92, 1.12);
  }
  return layer(houses.join(''), depth);
}

function house(x: number, y: number, width: number, height: number, tone: string): string {
  const kind = Math.floor(Math.abs(Math.sin(x * 12.9898) * 43_758.5453) * 5) % 5;
  const side = box(x + width * 0.7, y, width * 0.3, height, darker(tone, 0.22));
  const body = box(x, y, width, height, tone) + side;
  if (kind === 0) return body + stroke(`M${n(x + width / 2)} ${n(y)}v${n(-width * 0.7)}`, tone, 2.4);
  if (kind === 1) return body + box(x + width * 0.2, y - width * 0.25, width * 0.6, width * 0.3, tone);
  if (kind === 2)
    return body + fill(`M${n(x)} ${n(y)}L${n(x + width)} ${n(y)}L${n(x + width)} ${n(y - width * 0.45)}Z`, tone);
  if (kind === 3)
    return (
      body +
      fill(
        `M${n(x + width * 0.2)} ${n(y)}L${n(x + width / 2)} ${n(y - width * 0.9)}L${n(x + width * 0.8)} ${n(y)}Z`,
        tone,
      )
    );
  return body + box(x, y, width, 3, lighter(tone, 0.15));
}

function windows(
  { unit, random, reading }: Sketch,
  x: number,
  y: number,
  width: number,
  height: number,
  depth: number,
  tones: readonly [string, ...string[]],
): string {
  const size = unit * (0.006 + depth * 0.008);
  const share = reading.palette.dark ? 0.55 : 0.28;
  const found: string[] = [];
  for (let row = y + size * 1.5; row < y + height; row += size * 2.3) {
    for (let column = x + size; column < x + width - size * 1.4; column += size * 2) {
      if (random() < share)
        found.push(
          box(column, row, size, size * 1.25, pick(random, tones), `opacity="${n(between(random, 0.35, 0.95))}"`),
        );
    }
  }
  return found.join('');
}

/** Wet streets: the town's lights, drawn down into them. */
export function drawStreet(sketch: Sketch, top: number, depth: number): Layer {
  const { frame, unit, random, reading } = sketch;
  const stone = reading.palette.dark ? reading.palette.near : '#454c60';
  const tone = mix(stone, reading.palette.sky[2], 0.25);
  const streaks = Array.from({ length: 90 }, () => {
    const x = between(random, -MARGIN, frame.width + MARGIN);
    const y = between(random, top, frame.height);
    const colour = pick(random, [reading.palette.accent, '#ffd98a', reading.palette.sky[3], '#fff3d0']);
    return box(
      x,
      y,
      unit * between(random, 0.004, 0.014),
      unit * between(random, 0.02, 0.12),
      colour,
      `opacity="${n(between(random, 0.1, 0.45))}" rx="2"`,
    );
  });
  return layer(
    box(-MARGIN, top, frame.width + 2 * MARGIN, frame.height - top, tone) + streaks.join(''),
    depth,
    'ripple',
  );
}
