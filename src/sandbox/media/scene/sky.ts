import { lighter, mix } from '../colour.ts';
import { between } from '../random.ts';
import { box, circle, curve, downward, ellipse, fill, group, n, outward, type Point, stroke } from '../svg.ts';
import { type Layer, layer, MARGIN, type Sketch } from './scene.ts';

export function drawSky({ frame, reading }: Sketch): Layer {
  const [top, upper, lower, horizon] = reading.palette.sky;
  const gradient = downward('sky', [
    [0, top],
    [0.35, upper],
    [0.68, lower],
    [1, horizon],
  ]);
  // It ends a little below the horizon: what is under that is covered by land or water.
  const sky = box(-MARGIN, 0, frame.width + 2 * MARGIN, frame.height, 'url(#sky)');
  return layer(`<defs>${gradient}</defs>${sky}`, 0);
}

export interface Light {
  x: number;
  y: number;
  radius: number;
}

export function placeLight({ frame, unit, horizon, reading, random }: Sketch): Light {
  const low = reading.mood === 'sunset' || reading.mood === 'dawn' || reading.mood === 'golden';
  return {
    x: frame.width * between(random, 0.56, 0.8),
    y: low ? horizon - unit * between(random, 0.06, 0.16) : horizon * between(random, 0.24, 0.42),
    radius: unit * (low ? between(random, 0.085, 0.12) : between(random, 0.06, 0.085)),
  };
}

export function drawLight({ reading, unit }: Sketch, { x, y, radius }: Light): Layer {
  const { light, dark, sky } = reading.palette;
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
  return layer(`<defs>${glow}</defs>${circle(x, y, unit * 0.62, 'url(#glow)')}${disc}${seas.join('')}`, 0.03);
}

/** Two layers, so that a clip can let them shine by turns. */
export function drawStars({ frame, horizon, random, reading }: Sketch): Layer[] {
  return [0, 1].map((turn) => {
    const count = reading.ground === 'space' ? 150 : 85;
    const stars = Array.from({ length: count }, () => {
      const x = between(random, -MARGIN, frame.width + MARGIN);
      const y = random() ** 1.3 * horizon;
      const size = 0.9 + random() ** 4 * 3.2;
      const tone = mix('#ffffff', random() < 0.5 ? '#ffd9a8' : '#a8ccff', random() * 0.6);
      const halo = size > 3.2 ? circle(x, y, size * 2.6, tone, 'opacity="0.18"') : '';
      return halo + circle(x, y, size, tone, `opacity="${n(between(random, 0.5, 1))}"`);
    });
    return layer(stars.join(''), 0.01 + turn * 0.01, 'twinkle');
  });
}

export function drawClouds({ frame, horizon, unit, random, reading }: Sketch): Layer[] {
  const [, upper, lower, low] = reading.palette.sky;
  const heavy = reading.mood === 'storm';
  return [0, 1].map((rank) => {
    const count = heavy ? 7 : 4 + Math.floor(random() * 2);
    const clouds = Array.from({ length: count }, () => {
      const x = between(random, -MARGIN, frame.width + MARGIN);
      const y = horizon * between(random, 0.1 + rank * 0.25, 0.5 + rank * 0.32);
      const width = unit * between(random, 0.16, 0.34) * (heavy ? 1.5 : 1);
      const bright = reading.palette.dark ? mix(upper, lower, 0.6) : lighter(low, heavy ? 0.05 : 0.55);
      const shadow = mix(bright, reading.palette.dark ? upper : mix(lower, upper, 0.5), 0.55);
      return cloud(x, y, width, bright, shadow, random);
    });
    const strength = reading.palette.dark ? 0.4 : 0.85;
    return layer(group(clouds.join(''), `opacity="${strength}"`), 0.08 + rank * 0.08, 'drift');
  });
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

export function drawAurora({ frame, horizon, random }: Sketch): Layer[] {
  return ['#5cffb0', '#4ad0ff', '#b46cff'].map((tone, index) => {
    const gradient = downward(`aurora${index}`, [
      [0, tone, 0],
      [0.55, tone, 0.16],
      [0.9, tone, 0.5],
      [1, lighter(tone, 0.4), 0],
    ]);
    const phase = between(random, 0, 6);
    const strips = Array.from({ length: 46 }, (_, step) => {
      const x = -MARGIN + (step / 45) * (frame.width + 2 * MARGIN);
      const bend = Math.sin(step / 6 + phase) * 0.13 + Math.sin(step / 2.7 + phase * 2) * 0.04;
      const bottom = horizon * (0.62 - index * 0.13 + bend);
      const height = horizon * between(random, 0.3, 0.52);
      return box(x, bottom - height, frame.width / 34, height, `url(#aurora${index})`);
    });
    return layer(`<defs>${gradient}</defs>${strips.join('')}`, 0.03 + index * 0.02, 'drift');
  });
}

export function drawNebula({ frame, random, reading }: Sketch): Layer {
  const tones = [reading.palette.sky[3], '#e0508a', '#3f6fe0', reading.palette.accent, '#8a4fe0'];
  const defs = tones.map((tone, index) =>
    outward(`cloud${index}`, [
      [0, lighter(tone, 0.2), 0.5],
      [0.5, tone, 0.22],
      [1, tone, 0],
    ]),
  );
  const tilt = between(random, -0.5, 0.5);
  const puffs = Array.from({ length: 34 }, (_, index) => {
    const along = between(random, -0.1, 1.1);
    const x = along * frame.width;
    const y = frame.height * (0.42 + tilt * (along - 0.5) + between(random, -0.16, 0.16));
    const size = frame.height * between(random, 0.08, 0.26);
    return ellipse(x, y, size * 1.5, size, `url(#cloud${index % tones.length})`);
  });
  return layer(`<defs>${defs.join('')}</defs>${puffs.join('')}`, 0.02);
}

export function drawRain({ frame, unit, random }: Sketch): Layer {
  const drops = Array.from({ length: 150 }, () => {
    const x = between(random, -MARGIN, frame.width + MARGIN);
    const y = between(random, 0, frame.height);
    const length = unit * between(random, 0.02, 0.06);
    return stroke(
      `M${n(x)} ${n(y)}l${n(-length * 0.25)} ${n(length)}`,
      '#dfe9ee',
      1.2,
      `opacity="${n(between(random, 0.15, 0.4))}"`,
    );
  });
  return layer(drops.join(''), 1, 'drift');
}

export function drawSnowfall({ frame, random }: Sketch): Layer {
  const flakes = Array.from({ length: 130 }, () =>
    circle(
      between(random, -MARGIN, frame.width + MARGIN),
      between(random, 0, frame.height),
      1.2 + random() ** 3 * 5,
      '#ffffff',
      `opacity="${n(between(random, 0.4, 0.95))}"`,
    ),
  );
  return layer(flakes.join(''), 1, 'drift');
}

/** A long wisp of mist that lies across the frame. */
export function drawMist({ frame, unit, random, reading }: Sketch, y: number, depth: number): Layer {
  const tone = lighter(reading.palette.sky[3], reading.palette.dark ? 0.05 : 0.25);
  const id = `mist${Math.round(depth * 100)}`;
  const gradient = downward(id, [
    [0, tone, 0],
    [0.5, tone, reading.palette.dark ? 0.3 : 0.55],
    [1, tone, 0],
  ]);
  const points: Point[] = Array.from({ length: 9 }, (_, index) => [
    -MARGIN + (index / 8) * (frame.width + 2 * MARGIN),
    y - unit * between(random, 0.04, 0.1),
  ]);
  const back: Point[] = points.map(([x]) => [x, y + unit * between(random, 0.04, 0.09)] as const).reverse();
  return layer(
    `<defs>${gradient}</defs>${fill(`${curve(points)}${curve(back).replace('M', 'L')}Z`, `url(#${id})`)}`,
    depth,
    'drift',
  );
}
