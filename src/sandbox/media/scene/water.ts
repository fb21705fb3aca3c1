import { lighter, mix } from '../colour.ts';
import { between } from '../random.ts';
import { box, circle, curve, downward, ellipse, fill, n, outward, type Point, stroke } from '../svg.ts';
import { type Layer, layer, MARGIN, type Sketch } from './scene.ts';
import type { Light } from './sky.ts';

/** Open water up to the horizon, with the light's path on it. */
export function drawWater(sketch: Sketch, top: number, light: Light | undefined, depth: number): Layer {
  const { frame, unit, random, reading } = sketch;
  const [far, close] = reading.palette.water;
  const gradient = downward('water', [
    [0, far],
    [0.3, mix(far, close, 0.45)],
    [1, close],
  ]);
  const waves = Array.from({ length: 190 }, () => {
    const near = random() ** 1.5;
    const y = top + near * (frame.height - top);
    const x = between(random, -MARGIN, frame.width + MARGIN);
    const reach = unit * (0.02 + near * 0.13) * between(random, 0.5, 1.2);
    const tone = random() < 0.5 ? mix(far, reading.palette.light, 0.25) : mix(close, far, near * 0.25);
    return stroke(
      `M${n(x - reach)} ${n(y)}q${n(reach)} ${n(-reach * 0.1 - 1)} ${n(reach * 2)} 0`,
      tone,
      0.8 + near * 4.5,
      `opacity="${n(between(random, 0.25, 0.6))}"`,
    );
  });
  const path = light ? lightPath(sketch, top, light) : '';
  const surface = box(-MARGIN, top, frame.width + 2 * MARGIN, frame.height - top, 'url(#water)');
  return layer(`<defs>${gradient}</defs>${surface}${waves.join('')}${path}`, depth, 'ripple');
}

function lightPath({ frame, random, reading }: Sketch, top: number, light: Light): string {
  return Array.from({ length: 70 }, () => {
    const near = random();
    const y = top + near ** 1.2 * (frame.height - top) * 0.92;
    const spread = light.radius * (0.7 + near * 1.5);
    const reach = spread * between(random, 0.15, 0.6);
    const x = light.x + (random() + random() - 1) * spread;
    return stroke(
      `M${n(x - reach)} ${n(y)}H${n(x + reach)}`,
      reading.palette.light,
      1 + near * 5,
      `opacity="${n(between(random, 0.3, 0.85) * (1 - near * 0.5))}"`,
    );
  }).join('');
}

/** Foam that runs along a shore. */
export function drawShore({ frame, unit, random, reading }: Sketch, y: number, depth: number): Layer {
  const sand = mix('#e6c692', reading.palette.near, reading.palette.dark ? 0.7 : 0.28);
  const edge: Point[] = Array.from({ length: 12 }, (_, index) => [
    -MARGIN + (index / 11) * (frame.width + 2 * MARGIN),
    y + unit * (0.05 * Math.sin(index * 0.9 + between(random, 0, 0.6)) - 0.1 * (index / 11)),
  ]);
  const lower = edge.map(([x, height]): Point => [x, height + unit * 0.02]);
  const beach = `${curve(lower)}L${frame.width + MARGIN} ${frame.height}L${-MARGIN} ${frame.height}Z`;
  const gradient = downward('sand', [
    [0, mix(sand, reading.palette.near, 0.35)],
    [0.3, sand],
    [1, mix(sand, reading.palette.near, 0.4)],
  ]);
  const stones = Array.from({ length: 26 }, () => {
    const x = between(random, -MARGIN, frame.width + MARGIN);
    const size = unit * between(random, 0.006, 0.022);
    return ellipse(
      x,
      between(random, y + unit * 0.06, frame.height),
      size * 1.5,
      size,
      mix(reading.palette.near, sand, between(random, 0.1, 0.5)),
    );
  });
  const foam =
    stroke(curve(edge), lighter(reading.palette.light, 0.3), unit * 0.016, 'opacity="0.85"') +
    stroke(
      curve(edge.map(([x, height]): Point => [x, height - unit * 0.03])),
      '#ffffff',
      unit * 0.005,
      'opacity="0.5"',
    );
  return layer(`<defs>${gradient}</defs>${fill(beach, 'url(#sand)')}${foam}${stones.join('')}`, depth);
}

/** Light that falls into the deep, and what rises in it. */
export function drawRays({ frame, unit, random }: Sketch): Layer {
  const gradient = downward('ray', [
    [0, '#eafff6', 0.5],
    [1, '#eafff6', 0],
  ]);
  const rays = Array.from({ length: 8 }, (_, index) => {
    const x = frame.width * ((index + between(random, 0, 0.8)) / 8);
    const width = unit * between(random, 0.02, 0.07);
    const lean = unit * between(random, 0.1, 0.28);
    return fill(
      `M${n(x)} 0H${n(x + width)}L${n(x + width * 2.2 - lean)} ${n(frame.height * 0.86)}H${n(x - width - lean)}Z`,
      'url(#ray)',
      `opacity="${n(between(random, 0.3, 0.8))}"`,
    );
  });
  return layer(`<defs>${gradient}</defs>${rays.join('')}`, 0.1, 'drift');
}

export function drawBubbles({ frame, unit, random }: Sketch): Layer {
  const bubble = outward('bubble', [
    [0, '#ffffff', 0.05],
    [0.75, '#ffffff', 0.18],
    [1, '#ffffff', 0.65],
  ]);
  const bubbles = Array.from({ length: 50 }, () =>
    circle(
      between(random, -MARGIN, frame.width + MARGIN),
      between(random, 0, frame.height),
      unit * (0.003 + random() ** 3 * 0.018),
      'url(#bubble)',
    ),
  );
  return layer(`<defs>${bubble}</defs>${bubbles.join('')}`, 0.95, 'bob');
}

/** Corals and weeds on the bed. */
export function drawReef({ frame, unit, random, reading }: Sketch, depth: number): Layer {
  const tones = [reading.palette.foliage[1], '#e8844a', '#8a5ac0', reading.palette.foliage[0], '#e0b04a', '#d8607a'];
  const base = frame.height * (0.86 + depth * 0.1);
  const grown = Array.from({ length: Math.round((frame.width / unit) * 13) }, (_, index) => {
    const x = between(random, -MARGIN, frame.width + MARGIN);
    const tone = mix(tones[index % tones.length] ?? '#e8844a', reading.palette.sky[2], 0.72 - depth * 0.65);
    const height = unit * between(random, 0.08, 0.24) * (0.5 + depth * 0.7);
    if (index % 3 === 0) {
      return [-2, -1, 0, 1, 2]
        .map((side) =>
          stroke(
            `M${n(x)} ${n(base + 10)}C${n(x + side * height * 0.1)} ${n(base - height * 0.4)} ${n(x + side * height * 0.5)} ${n(base - height * 0.3)} ${n(x + side * height * 0.34)} ${n(base - height * between(random, 0.6, 1))}`,
            tone,
            height * 0.1,
          ),
        )
        .join('');
    }
    if (index % 3 === 1) {
      const sway = between(random, -0.3, 0.3) * height;
      return stroke(
        `M${n(x)} ${n(base + 10)}c${n(sway)} ${n(-height * 0.6)} ${n(-sway)} ${n(-height)} ${n(sway * 0.6)} ${n(-height * 1.7)}`,
        tone,
        height * 0.09,
      );
    }
    return Array.from({ length: 6 }, () =>
      circle(
        x + between(random, -0.3, 0.3) * height,
        base - random() * height * 0.42,
        height * between(random, 0.1, 0.2),
        random() < 0.5 ? tone : lighter(tone, 0.2),
      ),
    ).join('');
  });
  const bed = fill(
    `M${-MARGIN} ${n(base - unit * 0.02)}Q${n(frame.width * 0.3)} ${n(base - unit * 0.08)} ${n(frame.width * 0.6)} ${n(base - unit * 0.01)}T${frame.width + MARGIN} ${n(base - unit * 0.04)}V${frame.height}H${-MARGIN}Z`,
    mix(mix('#d8c490', reading.palette.sky[3], 0.5), reading.palette.sky[2], 0.8 - depth * 0.6),
  );
  return layer(bed + grown.join(''), depth);
}
