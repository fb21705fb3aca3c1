import { lighter, mix } from '../palette.ts';
import { between } from '../random.ts';
import { box, circle, curve, downward, ellipse, fill, group, n, outward, type Point, stroke } from '../svg.ts';
import type { Sketch } from './sketch.ts';

export function drawSky({ frame, palette }: Sketch): string {
  const [top, upper, lower, horizon] = palette.sky;
  const gradient = downward('sky', [
    [0, top],
    [0.35, upper],
    [0.68, lower],
    [1, horizon],
  ]);
  // Ends a little below the horizon, where land or water covers it.
  const sky = box(0, 0, frame.width, frame.height, 'url(#sky)');
  return `<defs>${gradient}</defs>${sky}`;
}

export interface Light {
  x: number;
  y: number;
  radius: number;
}

export function placeLight({ frame, unit, horizon, reading, side, random }: Sketch): Light {
  const low = reading.mood === 'sunset' || reading.mood === 'dawn' || reading.mood === 'golden';
  return {
    x: frame.width / 2 - side * unit * between(random, 0.1, 0.34),
    y: low ? horizon - unit * between(random, 0.06, 0.16) : horizon * between(random, 0.24, 0.42),
    radius: unit * (low ? between(random, 0.085, 0.12) : between(random, 0.06, 0.085)),
  };
}

export function drawLight({ palette, unit }: Sketch, { x, y, radius }: Light): string {
  const { light, dark, sky } = palette;
  const glow = outward('glow', [
    [0, light, 0.85],
    [0.18, mix(light, sky[3], 0.4), 0.5],
    [0.5, mix(light, sky[2], 0.6), 0.18],
    [1, sky[2], 0],
  ]);
  const disc = circle(x, y, radius, light);
  const seas = dark
    ? [
        [-0.3, -0.2, 0.26],
        [0.25, 0.1, 0.2],
        [-0.1, 0.4, 0.16],
        [0.35, -0.42, 0.12],
      ].map(([dx = 0, dy = 0, size = 0]) =>
        circle(x + dx * radius, y + dy * radius, size * radius, mix(light, sky[1], 0.22)),
      )
    : [circle(x, y, radius * 0.8, lighter(light, 0.6), 'opacity="0.7"')];
  return `<defs>${glow}</defs>${circle(x, y, unit * 0.62, 'url(#glow)')}${disc}${seas.join('')}`;
}

export function drawStars({ frame, horizon, random }: Sketch): string {
  const stars = Array.from({ length: 520 }, () => {
    const x = between(random, 0, frame.width);
    const y = random() ** 1.3 * horizon;
    const size = 0.9 + random() ** 4 * 3.2;
    const tone = mix('#ffffff', random() < 0.5 ? '#ffd9a8' : '#a8ccff', random() * 0.6);
    const halo = size > 3.2 ? circle(x, y, size * 2.6, tone, 'opacity="0.18"') : '';
    return halo + circle(x, y, size, tone, `opacity="${n(between(random, 0.5, 1))}"`);
  });
  return stars.join('');
}

export function drawClouds({ frame, horizon, unit, random, reading, palette }: Sketch): string {
  const [, upper, lower, low] = palette.sky;
  const heavy = reading.mood === 'storm';
  const ranks = [0, 1].map((rank) => {
    const count = heavy ? 21 : 13 + Math.floor(random() * 4);
    const clouds = Array.from({ length: count }, (_, index) => {
      const x = ((index + random()) / count) * frame.width;
      const y = horizon * between(random, 0.1 + rank * 0.25, 0.5 + rank * 0.32);
      const width = unit * between(random, 0.16, 0.34) * (heavy ? 1.5 : 1);
      const bright = palette.dark ? mix(upper, lower, 0.6) : lighter(low, heavy ? 0.05 : 0.55);
      const shadow = mix(bright, palette.dark ? upper : mix(lower, upper, 0.5), 0.55);
      return cloud(x, y, width, bright, shadow, random);
    });
    const strength = palette.dark ? 0.4 : 0.85;
    return group(clouds.join(''), `opacity="${strength}"`);
  });
  return ranks.join('');
}

function cloud(x: number, y: number, width: number, bright: string, shadow: string, random: () => number): string {
  const lumps = Array.from({ length: 11 }, (_, index) => {
    const along = (index / 10) * 2 - 1;
    const swell = 1 - along * along;
    const radius = width * (0.07 + 0.17 * swell * between(random, 0.6, 1.1));
    return { cx: x + along * width * 0.82, cy: y - swell * width * between(random, 0.02, 0.16), radius };
  });
  const under = lumps.map(({ cx, cy, radius }) => ellipse(cx, cy + radius * 0.28, radius * 1.12, radius * 0.8, shadow));
  const over = lumps.map(({ cx, cy, radius }) =>
    ellipse(cx + radius * 0.06, cy - radius * 0.12, radius, radius * 0.72, bright),
  );
  return under.join('') + over.join('');
}

export function drawRain({ frame, unit, random }: Sketch): string {
  const drops = Array.from({ length: 450 }, () => {
    const x = between(random, 0, frame.width);
    const y = between(random, 0, frame.height);
    const length = unit * between(random, 0.02, 0.06);
    return stroke(
      `M${n(x)} ${n(y)}l${n(-length * 0.25)} ${n(length)}`,
      '#dfe9ee',
      1.2,
      `opacity="${n(between(random, 0.15, 0.4))}"`,
    );
  });
  return drops.join('');
}

export function drawSnowfall({ frame, random }: Sketch): string {
  const flakes = Array.from({ length: 390 }, () =>
    circle(
      between(random, 0, frame.width),
      between(random, 0, frame.height),
      1.2 + random() ** 3 * 5,
      '#ffffff',
      `opacity="${n(between(random, 0.4, 0.95))}"`,
    ),
  );
  return flakes.join('');
}

/** A long strip of mist across the frame. */
export function drawMist({ frame, unit, random, palette }: Sketch, y: number): string {
  const tone = lighter(palette.sky[3], palette.dark ? 0.05 : 0.25);
  const id = `mist${Math.round(y)}`;
  const gradient = downward(id, [
    [0, tone, 0],
    [0.5, tone, palette.dark ? 0.3 : 0.55],
    [1, tone, 0],
  ]);
  const points: Point[] = Array.from({ length: 25 }, (_, index) => [
    (index / 24) * frame.width,
    y - unit * between(random, 0.04, 0.1),
  ]);
  const back: Point[] = points.map(([x]) => [x, y + unit * between(random, 0.04, 0.09)] as const).reverse();
  return `<defs>${gradient}</defs>${fill(`${curve(points)}${curve(back).replace('M', 'L')}Z`, `url(#${id})`)}`;
}
