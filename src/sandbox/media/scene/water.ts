import { lighter, mix } from '../palette.ts';
import { between } from '../random.ts';
import { box, curve, downward, ellipse, fill, n, type Point, stroke } from '../svg.ts';
import type { Sketch } from './sketch.ts';
import type { Light } from './sky.ts';

/** Open water up to the horizon, with the light's path on it. */
export function drawWater(sketch: Sketch, top: number, light: Light | undefined): string {
  const { frame, unit, random, palette } = sketch;
  const [far, close] = palette.water;
  const gradient = downward('water', [
    [0, far],
    [0.3, mix(far, close, 0.45)],
    [1, close],
  ]);
  const waves = Array.from({ length: 570 }, () => {
    const near = random() ** 1.5;
    const y = top + near * (frame.height - top);
    const x = between(random, 0, frame.width);
    const reach = unit * (0.02 + near * 0.13) * between(random, 0.5, 1.2);
    const tone = random() < 0.5 ? mix(far, palette.light, 0.25) : mix(close, far, near * 0.25);
    return stroke(
      `M${n(x - reach)} ${n(y)}q${n(reach)} ${n(-reach * 0.1 - 1)} ${n(reach * 2)} 0`,
      tone,
      0.8 + near * 4.5,
      `opacity="${n(between(random, 0.25, 0.6))}"`,
    );
  });
  const path = light ? lightPath(sketch, top, light) : '';
  const surface = box(0, top, frame.width, frame.height - top, 'url(#water)');
  return `<defs>${gradient}</defs>${surface}${waves.join('')}${path}`;
}

function lightPath({ frame, random, palette }: Sketch, top: number, light: Light): string {
  return Array.from({ length: 70 }, () => {
    const near = random();
    const y = top + near ** 1.2 * (frame.height - top) * 0.92;
    const spread = light.radius * (0.7 + near * 1.5);
    const reach = spread * between(random, 0.15, 0.6);
    const x = light.x + (random() + random() - 1) * spread;
    return stroke(
      `M${n(x - reach)} ${n(y)}H${n(x + reach)}`,
      palette.light,
      1 + near * 5,
      `opacity="${n(between(random, 0.3, 0.85) * (1 - near * 0.5))}"`,
    );
  }).join('');
}

/** Foam along a shore. */
export function drawShore({ frame, unit, random, palette }: Sketch, y: number): string {
  const sand = mix('#e6c692', palette.near, palette.dark ? 0.7 : 0.28);
  const edge: Point[] = Array.from({ length: 41 }, (_, index) => [
    (index / 40) * frame.width,
    y + unit * (0.05 * Math.sin(index * 0.9 + between(random, 0, 0.6)) - 0.1 * (index / 10 - 2)),
  ]);
  const lower = edge.map(([x, height]): Point => [x, height + unit * 0.02]);
  const beach = `${curve(lower)}L${frame.width} ${frame.height}L0 ${frame.height}Z`;
  const gradient = downward('sand', [
    [0, mix(sand, palette.near, 0.35)],
    [0.3, sand],
    [1, mix(sand, palette.near, 0.4)],
  ]);
  const stones = Array.from({ length: 80 }, () => {
    const x = between(random, 0, frame.width);
    const size = unit * between(random, 0.006, 0.022);
    return ellipse(
      x,
      between(random, y + unit * 0.06, frame.height),
      size * 1.5,
      size,
      mix(palette.near, sand, between(random, 0.1, 0.5)),
    );
  });
  const foam =
    stroke(curve(edge), lighter(palette.light, 0.3), unit * 0.016, 'opacity="0.85"') +
    stroke(
      curve(edge.map(([x, height]): Point => [x, height - unit * 0.03])),
      '#ffffff',
      unit * 0.005,
      'opacity="0.5"',
    );
  return `<defs>${gradient}</defs>${fill(beach, 'url(#sand)')}${foam}${stones.join('')}`;
}
