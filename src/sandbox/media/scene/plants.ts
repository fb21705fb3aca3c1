import { darker, lighter, mix } from '../palette.ts';
import { between, pick } from '../random.ts';
import { circle, ellipse, fill, line, n, type Point, stroke } from '../svg.ts';
import { landColour } from './land.ts';
import type { Sketch } from './sketch.ts';

/** A row of trees along a slope. */
export function drawTrees(
  sketch: Sketch,
  top: (x: number) => number,
  depth: number,
  size: number,
  density: number,
): string {
  const { frame, random, reading, palette } = sketch;
  const [dense, bright, deep] = palette.foliage;
  const leafy = reading.mood === 'golden' || reading.mood === 'spring' || (reading.ground === 'hills' && !reading.snow);
  const spacing = size * between(random, 0.3, 0.4);
  const trees: string[] = [];
  for (let x = 0; x < frame.width; x += spacing * between(random, 0.6, 1.4)) {
    if (random() > density) continue;
    const tone = mix(
      landColour(sketch, depth),
      pick(random, [dense, deep, leafy ? bright : dense]),
      0.45 + depth * 0.5,
    );
    const height = size * between(random, 0.65, 1.15);
    trees.push(
      leafy
        ? roundTree(x, top(x) + 4, height * 0.62, tone, random)
        : conifer(x, top(x) + 6, height, tone, reading.snow, random),
    );
  }
  return trees.join('');
}

function conifer(x: number, foot: number, height: number, tone: string, snow: boolean, random: () => number): string {
  const tiers = 6;
  const left: Point[] = [];
  const right: Point[] = [];
  for (let tier = 0; tier < tiers; tier += 1) {
    const y = foot - height + (height * 0.92 * (tier + 1)) / tiers;
    const reach = height * 0.22 * ((tier + 1) / tiers) * between(random, 0.85, 1.12);
    left.push([x - reach, y], [x - reach * 0.5, y - height * 0.02]);
    right.push([x + reach, y], [x + reach * 0.5, y - height * 0.02]);
  }
  const shape = `${line([[x, foot - height], ...right, ...left.slice().reverse()])}Z`;
  const shade = `${line([[x, foot - height], ...left, [x, foot - height * 0.08]])}Z`;
  const trunk = fill(
    `M${n(x - height * 0.02)} ${n(foot)}v${n(-height * 0.12)}h${n(height * 0.04)}v${n(height * 0.12)}Z`,
    darker(tone, 0.5),
  );
  const white = snow
    ? fill(
        `${line([[x, foot - height], ...right.slice(0, 7), [x + height * 0.02, foot - height * 0.5]])}Z`,
        '#ffffff',
        'opacity="0.75"',
      )
    : '';
  return trunk + fill(shape, tone) + fill(shade, darker(tone, 0.3), 'opacity="0.5"') + white;
}

function roundTree(x: number, foot: number, height: number, tone: string, random: () => number): string {
  const trunk = stroke(`M${n(x)} ${n(foot)}V${n(foot - height * 0.5)}`, darker(tone, 0.55), height * 0.07);
  const leaves = Array.from({ length: 12 }, () => {
    const dx = between(random, -0.28, 0.28) * height;
    const dy = between(random, 0.4, 0.95) * height;
    return circle(
      x + dx,
      foot - dy,
      height * between(random, 0.1, 0.17),
      mix(darker(tone, 0.25), lighter(tone, 0.25), dy / height + dx / height / 2 - 0.1),
    );
  });
  return trunk + leaves.join('');
}

/** Tall trunks, seen from inside a forest. */
export function drawTrunks(sketch: Sketch, depth: number): string {
  const { frame, unit, random } = sketch;
  const tone = landColour(sketch, depth * 0.95);
  const count = Math.round((frame.width / unit) * (13 - depth * 9));
  const trunks = Array.from({ length: count }, (_, index) => {
    const x = ((index + between(random, 0.1, 0.9)) / count) * frame.width;
    const width = unit * (0.012 + depth * 0.055) * between(random, 0.7, 1.3);
    const lean = between(random, -0.03, 0.03) * unit;
    const foot = frame.height * between(random, 0.74, 0.8) + depth * frame.height * 0.16;
    const bark = fill(
      `M${n(x - width)} ${n(foot)}C${n(x - width * 0.5)} ${n(foot * 0.7)} ${n(x - width * 0.5 + lean)} ${n(foot * 0.3)} ${n(x - width * 0.4 + lean)} -10H${n(x + width * 0.4 + lean)}C${n(x + width * 0.5 + lean)} ${n(foot * 0.3)} ${n(x + width * 0.5)} ${n(foot * 0.7)} ${n(x + width)} ${n(foot)}Z`,
      tone,
    );
    const edge = stroke(
      `M${n(x + width * 0.5)} ${n(foot * 0.9)}C${n(x + width * 0.35)} ${n(foot * 0.6)} ${n(x + width * 0.3 + lean)} ${n(foot * 0.3)} ${n(x + width * 0.25 + lean)} 0`,
      lighter(tone, 0.3),
      width * 0.14,
      'opacity="0.55"',
    );
    const branches = Array.from({ length: 4 }, () => {
      const y = foot * between(random, 0.05, 0.6);
      const side = random() < 0.5 ? -1 : 1;
      const reach = unit * between(random, 0.06, 0.16) * (0.4 + depth);
      return stroke(
        `M${n(x + lean * 0.6)} ${n(y)}q${n(side * reach * 0.5)} ${n(-reach * 0.1)} ${n(side * reach)} ${n(-reach * 0.5)}`,
        tone,
        width * 0.22,
      );
    });
    return bark + edge + branches.join('');
  });
  return trunks.join('');
}

/** Leaves that hang in from above. */
export function drawCanopy(sketch: Sketch): string {
  const { frame, unit, random, reading, palette } = sketch;
  const [dense, bright, deep] = palette.foliage;
  const leaves = Array.from({ length: 450 }, () => {
    const x = between(random, 0, frame.width);
    const edge = Math.min(1, Math.abs(x - frame.width / 2) / (unit * 0.6));
    const y = random() ** 1.6 * frame.height * (0.1 + edge * 0.26);
    const tone = mix(pick(random, [dense, deep, bright]), landColour(sketch, 0.95), 0.25);
    return ellipse(
      x,
      y,
      unit * between(random, 0.02, 0.05),
      unit * between(random, 0.014, 0.03),
      reading.snow ? mix(tone, '#ffffff', random() * 0.7) : tone,
      'opacity="0.92"',
    );
  });
  return leaves.join('');
}

/** Grass in front, with flowers if the prompt has some. */
export function drawGrass(sketch: Sketch, top: (x: number) => number): string {
  const { frame, unit, random, reading, palette } = sketch;
  const [dense, bright, deep] = palette.foliage;
  const blades = Array.from({ length: 780 }, () => {
    const x = between(random, 0, frame.width);
    const foot = between(random, top(x) + 4, frame.height + 20);
    const height = unit * between(random, 0.025, 0.075) * (0.5 + foot / frame.height);
    const tone = reading.snow
      ? mix('#ffffff', palette.near, random() * 0.5)
      : mix(pick(random, [dense, bright, deep]), palette.near, between(random, 0, 0.6));
    return stroke(
      `M${n(x)} ${n(foot)}q${n(between(random, -4, 4))} ${n(-height * 0.6)} ${n(between(random, -0.4, 0.4) * height)} ${n(-height)}`,
      tone,
      between(random, 1.4, 3.4),
    );
  });
  const flowers = reading.flowers ? drawFlowers(sketch, top) : '';
  return blades.join('') + flowers;
}

function drawFlowers({ frame, unit, random, palette }: Sketch, top: (x: number) => number): string {
  const tones = [palette.accent, '#f26d85', '#fff1e0', '#f6c945', '#c77ddb', '#ef5b4c'] as const;
  const places = Array.from({ length: 360 }, (): Point => {
    const x = between(random, 0, frame.width);
    return [x, top(x) + random() ** 1.2 * (frame.height - top(x))];
  });
  places.sort((a, b) => a[1] - b[1]);
  return places
    .map(([x, y]) => {
      const size = unit * 0.006 + unit * 0.022 * (y / frame.height) ** 3;
      const tone = pick(random, tones);
      const petals = [0, 72, 144, 216, 288].map((turn) => {
        const angle = ((turn + between(random, -12, 12)) * Math.PI) / 180;
        return circle(
          x + Math.cos(angle) * size,
          y + Math.sin(angle) * size * 0.75,
          size * 0.72,
          random() < 0.5 ? tone : lighter(tone, 0.2),
        );
      });
      return (
        stroke(
          `M${n(x)} ${n(y)}q2 ${n(size * 2)} ${n(between(random, -3, 3))} ${n(size * 5)}`,
          palette.foliage[2],
          size * 0.3,
        ) +
        petals.join('') +
        circle(x, y, size * 0.5, darker(tone, 0.35))
      );
    })
    .join('');
}
