import { darker, lighter, mix } from '../colour.ts';
import { between, pick } from '../random.ts';
import { type Layer, layer, MARGIN } from '../scene/scene.ts';
import { box, circle, fill, n, stroke } from '../svg.ts';
import type { Design } from './design.ts';

/** The ground of a poster, far to near. */
export function drawPosterLand(design: Design): Layer[] {
  const { horizon, unit, frame } = design;
  switch (design.reading.ground) {
    case 'mountains':
      return [
        drawPeaks(design, horizon + unit * 0.16, unit * 0.44, 0.25),
        drawPeaks(design, horizon + unit * 0.24, unit * 0.28, 0.5),
        drawPines(design, frame.height * 0.83, unit * 0.14, 0.7),
        drawMounds(design, frame.height * 0.8, 0.8),
      ];
    case 'sea':
      return [drawPeaks(design, horizon + unit * 0.02, unit * 0.14, 0.25), ...drawScallops(design, horizon)];
    case 'underwater':
      return [...drawScallops(design, frame.height * 0.76)];
    case 'forest':
      return [
        drawPines(design, horizon + unit * 0.12, unit * 0.4, 0.25),
        drawPines(design, horizon + unit * 0.22, unit * 0.36, 0.5),
        drawMounds(design, frame.height * 0.74, 0.7),
        drawPines(design, frame.height * 0.86, unit * 0.2, 0.85),
      ];
    case 'desert':
      return [
        drawPeaks(design, horizon + unit * 0.05, unit * 0.2, 0.2),
        drawWaves(design, horizon + unit * 0.08, 0.4),
        drawWaves(design, horizon + unit * 0.2, 0.6),
        drawWaves(design, frame.height * 0.8, 0.8),
      ];
    case 'city':
      return [
        drawBlocks(design, horizon + unit * 0.06, 0.25),
        drawBlocks(design, horizon + unit * 0.16, 0.6),
        layer(box(-MARGIN, frame.height * 0.82, frame.width + 2 * MARGIN, frame.height, design.palette.near), 0.8),
      ];
    case 'space':
      return [drawOrbits(design), drawWaves(design, frame.height * 0.8, 0.85)];
    case 'abstract':
      return drawTiles(design);
    default:
      return [
        drawMounds(design, horizon, 0.3),
        drawMounds(design, horizon + unit * 0.14, 0.55),
        drawPines(design, horizon + unit * 0.2, unit * 0.12, 0.6),
        drawMounds(design, frame.height * 0.78, 0.8),
      ];
  }
}

function inkAt({ palette, reading }: Design, depth: number): string {
  const far = mix(palette.haze, palette.sky[1], 0.25);
  if (reading.ground === 'city' && !palette.dark) return mix(far, mix('#3a4258', palette.near, 0.35), depth);
  const green = reading.ground === 'hills' || reading.ground === 'forest' ? 0.5 : 0.15;
  return mix(mix(far, palette.near, depth), palette.foliage[0], green * depth);
}

function drawPeaks(design: Design, base: number, rise: number, depth: number): Layer {
  const { frame, unit, random, palette, reading } = design;
  const ink = inkAt(design, depth);
  const peaks: string[] = [];
  for (
    let x = -MARGIN + unit * between(random, -0.1, 0.1);
    x < frame.width + MARGIN + rise;
    x += rise * between(random, 0.75, 1.15)
  ) {
    const height = rise * between(random, 0.6, 1);
    const half = height * between(random, 0.72, 0.9);
    const [top, ridge] = [base - height, x + height * 0.1];
    peaks.push(fill(`M${n(x - half)} ${n(base)}L${n(x)} ${n(top)}L${n(x + half)} ${n(base)}Z`, ink));
    peaks.push(
      fill(
        `M${n(x)} ${n(top)}L${n(x - half)} ${n(base)}H${n(ridge)}L${n(ridge - height * 0.16)} ${n(top + height * 0.6)}L${n(ridge)} ${n(top + height * 0.36)}Z`,
        lighter(ink, 0.22),
      ),
    );
    if (rise > unit * 0.25 || reading.snow) {
      const cap = height * 0.3;
      const slope = half / height;
      peaks.push(
        fill(
          `M${n(x)} ${n(top)}L${n(x - cap * slope)} ${n(top + cap)}L${n(x - cap * slope * 0.4)} ${n(top + cap * 0.72)}L${n(x)} ${n(top + cap * 1.15)}L${n(x + cap * slope * 0.45)} ${n(top + cap * 0.75)}L${n(x + cap * slope)} ${n(top + cap)}Z`,
          mix('#fffaf0', palette.light, 0.4),
        ),
      );
    }
  }
  return layer(peaks.join('') + box(-MARGIN, base - 1, frame.width + 2 * MARGIN, frame.height - base, ink), depth);
}

function drawMounds(design: Design, top: number, depth: number): Layer {
  const { frame, unit, random, palette } = design;
  const ink = design.reading.snow ? mix('#f4f7fb', palette.near, depth * 0.35) : inkAt(design, depth);
  const line = lighter(ink, 0.2);
  const mounds = [0, 1, 2].map((index) => {
    const radius = Math.max(frame.width, unit) * between(random, 0.5, 0.75);
    const x = frame.width * (0.05 + index * 0.45 + between(random, -0.1, 0.1));
    const y = top + radius + unit * between(random, 0, 0.07);
    const rings = [1, 2, 3, 4].map((ring) =>
      circle(x, y, radius - ring * unit * 0.024, 'none', `stroke="${line}" stroke-width="${n(unit * 0.005)}"`),
    );
    return circle(x, y, radius, index === 1 ? ink : darker(ink, 0.12)) + rings.join('');
  });
  return layer(mounds.join(''), depth);
}

function drawWaves(design: Design, top: number, depth: number): Layer {
  const { frame, unit, random } = design;
  const ink =
    design.reading.ground === 'desert' ? mix('#eeb065', design.palette.near, depth * 0.7 - 0.15) : inkAt(design, depth);
  const phase = between(random, 0, 6);
  const path = (drop: number): string => {
    const points = Array.from({ length: 41 }, (_, index) => {
      const x = -MARGIN + (index / 40) * (frame.width + 2 * MARGIN);
      return `${index === 0 ? 'M' : 'L'}${n(x)} ${n(top + drop + Math.sin(x / (unit * 0.2) + phase) * unit * 0.05)}`;
    });
    return points.join('');
  };
  const stripes = [1, 2, 3].map((index) => stroke(path(index * unit * 0.028), lighter(ink, 0.25), unit * 0.006));
  return layer(fill(`${path(0)}V${frame.height}H${-MARGIN}Z`, ink) + stripes.join(''), depth);
}

/** Rows of overlapping arcs, the old way to print the sea. */
function drawScallops({ frame, unit, palette }: Design, top: number): Layer[] {
  const radius = unit * 0.075;
  const rows = Math.ceil((frame.height - top) / (radius * 0.5)) + 1;
  return Array.from({ length: rows }, (_, row) => {
    const share = row / rows;
    const ink = mix(palette.water[0], palette.water[1], 0.15 + share * 0.85);
    const light = mix(ink, palette.light, 0.45);
    const arcs: string[] = [];
    for (let x = -MARGIN + (row % 2 ? radius : 0); x < frame.width + MARGIN + radius; x += radius * 2) {
      const y = top + row * radius * 0.5 + radius * 0.9;
      arcs.push(
        circle(x, y, radius, ink),
        circle(x, y, radius * 0.74, 'none', `stroke="${light}" stroke-width="${n(radius * 0.09)}"`),
      );
      arcs.push(
        circle(x, y, radius * 0.42, 'none', `stroke="${light}" stroke-width="${n(radius * 0.09)}"`),
        circle(x, y, radius * 0.98, 'none', `stroke="${light}" stroke-width="${n(radius * 0.06)}"`),
      );
    }
    return layer(arcs.join(''), 0.3 + share * 0.5, row % 2 ? 'drift' : 'bob');
  });
}

function drawPines(design: Design, base: number, size: number, depth: number): Layer {
  const { frame, random, palette } = design;
  const trees: string[] = [];
  for (let x = -MARGIN; x < frame.width + MARGIN; x += size * between(random, 0.34, 0.6)) {
    const height = size * between(random, 0.7, 1.1);
    const ink = mix(
      inkAt(design, depth),
      pick(random, [palette.foliage[0], palette.foliage[1], palette.foliage[2]]),
      0.35 + depth * 0.4,
    );
    const half = height * 0.24;
    trees.push(box(x - height * 0.02, base - height * 0.2, height * 0.04, height * 0.3, palette.near));
    trees.push(fill(`M${n(x)} ${n(base - height)}L${n(x + half)} ${n(base)}H${n(x)}Z`, ink));
    trees.push(fill(`M${n(x)} ${n(base - height)}L${n(x - half)} ${n(base)}H${n(x)}Z`, lighter(ink, 0.18)));
  }
  return layer(trees.join(''), depth);
}

function drawBlocks(design: Design, base: number, depth: number): Layer {
  const { frame, unit, random, palette } = design;
  const ink = inkAt(design, depth);
  const light = palette.dark ? palette.accent : mix(palette.light, palette.accent, 0.4);
  const blocks: string[] = [];
  for (let x = -MARGIN; x < frame.width + MARGIN; ) {
    const width = unit * between(random, 0.07, 0.13);
    const height = unit * between(random, 0.12, 0.42) * (1.1 - depth * 0.4);
    const tone = random() < 0.5 ? ink : darker(ink, 0.16);
    blocks.push(box(x, base - height, width, frame.height, tone));
    if (random() < 0.3)
      blocks.push(
        fill(
          `M${n(x)} ${n(base - height)}L${n(x + width / 2)} ${n(base - height - width * 0.6)}L${n(x + width)} ${n(base - height)}Z`,
          tone,
        ),
      );
    const columns = 3;
    const cell = width / (columns * 2 + 1);
    for (let row = base - height + cell * 1.5; row < base + unit * 0.2; row += cell * 2.4) {
      for (let column = 0; column < columns; column += 1) {
        if (random() < 0.42) blocks.push(box(x + cell * (1 + column * 2), row, cell, cell * 1.4, light));
      }
    }
    x += width;
  }
  return layer(blocks.join(''), depth);
}

function drawOrbits({ sun, unit, palette, random }: Design): Layer {
  const rings = [1.45, 1.95, 2.5, 3.1].map((times, index) => {
    const radius = sun.radius * times;
    const turn = between(random, 0, Math.PI * 2);
    const tone = [palette.accent, '#6fc3d8', palette.sky[3], '#f2e6c8'][index] ?? palette.accent;
    return (
      circle(
        sun.x,
        sun.y,
        radius,
        'none',
        `stroke="${palette.light}" stroke-width="${n(unit * 0.003)}" opacity="0.7"`,
      ) +
      circle(
        sun.x + Math.cos(turn) * radius,
        sun.y + Math.sin(turn) * radius,
        unit * between(random, 0.016, 0.038),
        tone,
      )
    );
  });
  return layer(rings.join(''), 0.12, 'bob');
}

/** Quarters, halves and stripes on a grid: what a prompt becomes that names no thing. */
function drawTiles({ frame, unit, palette, random }: Design): Layer[] {
  const size = unit / 5;
  const tones = [
    palette.sky[1],
    palette.sky[2],
    palette.accent,
    palette.near,
    palette.foliage[1],
    palette.light,
    palette.water[1],
  ] as const;
  const tiles: string[] = [];
  for (let y = 0; y < frame.height; y += size) {
    for (let x = 0; x < frame.width; x += size) {
      const [ground, ink] = [pick(random, tones), pick(random, tones)];
      const turn = pick(random, [0, 90, 180, 270]);
      const shapes = [
        fill(`M0 0H${n(size)}A${n(size)} ${n(size)} 0 0 1 0 ${n(size)}Z`, ink),
        circle(size / 2, size / 2, size * 0.42, ink) + circle(size / 2, size / 2, size * 0.18, ground),
        fill(`M0 0A${n(size / 2)} ${n(size / 2)} 0 0 0 ${n(size)} 0Z`, ink) +
          fill(`M0 ${n(size / 2)}A${n(size / 2)} ${n(size / 2)} 0 0 0 ${n(size)} ${n(size / 2)}Z`, ink),
        [0, 2, 4].map((row) => box(0, (row * size) / 6, size, size / 6, ink)).join(''),
        fill(`M0 0L${n(size)} ${n(size)}H0Z`, ink),
        circle(0, 0, size, ink) + circle(0, 0, size * 0.66, ground) + circle(0, 0, size * 0.33, ink),
      ] as const;
      const clip = `<clipPath id="t${tiles.length}"><rect width="${n(size)}" height="${n(size)}"/></clipPath>`;
      tiles.push(
        `<defs>${clip}</defs><g transform="translate(${n(x)} ${n(y)})"><g clip-path="url(#t${tiles.length})">${box(0, 0, size + 0.5, size + 0.5, ground)}<g transform="rotate(${turn} ${n(size / 2)} ${n(size / 2)})">${pick(random, shapes)}</g></g></g>`,
      );
    }
  }
  return [layer(tiles.join(''), 0.3)];
}
