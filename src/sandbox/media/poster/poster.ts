import { lightness, mix } from '../colour.ts';
import type { Palette } from '../palette.ts';
import { between, pick, type Random } from '../random.ts';
import type { Reading } from '../reading.ts';
import { type Frame, type Layer, layer, MARGIN } from '../scene/scene.ts';
import { SUBJECT_DRAWINGS } from '../subjects/draw-subject.ts';
import { SUBJECTS } from '../subjects/subject.ts';
import { box, circle, fill, group, n } from '../svg.ts';
import type { Design } from './design.ts';
import { drawPosterLand } from './land.ts';
import { drawPaper } from './title.ts';

/** The same prompt as a print: few flat colours, circles and triangles, paper around it and a title under it. */
export function composePoster(reading: Reading, prompt: string, frame: Frame, random: Random): Layer[] {
  const unit = Math.min(frame.width, frame.height);
  const design: Design = {
    frame,
    unit,
    horizon: frame.height * (reading.ground === 'city' ? 0.66 : 0.56),
    reading,
    palette: reading.palette,
    random,
    sun: {
      x: frame.width * pick(random, [0.5, 0.5, 0.38, 0.62]),
      y: frame.height * between(random, 0.34, 0.4),
      radius: unit * between(random, 0.2, 0.26),
    },
  };
  return [...drawBackdrop(design), ...drawPosterLand(design), ...drawFigures(design), drawPaper(design, prompt)];
}

function drawBackdrop({ frame, unit, palette, random, reading, sun }: Design): Layer[] {
  const [top, upper, lower, low] = palette.sky;
  const ground = box(-MARGIN, 0, frame.width + 2 * MARGIN, frame.height, palette.dark ? top : lower);
  const kind = reading.ground === 'abstract' ? 'rings' : pick(random, ['rays', 'rings', 'bands']);
  const tones = palette.dark
    ? [top, mix(top, upper, 0.55), upper, mix(upper, lower, 0.5)]
    : [mix(upper, lower, 0.5), lower, mix(lower, low, 0.5), low];
  const reach = Math.hypot(frame.width, frame.height);
  let pattern = '';
  if (kind === 'rings') {
    pattern = tones.map((tone, index) => circle(sun.x, sun.y, sun.radius * (3.7 - index * 0.72), tone)).join('');
  } else if (kind === 'bands') {
    pattern = tones
      .map((tone, index) =>
        box(
          -MARGIN,
          (frame.height * 0.62 * (index + 0.6)) / tones.length,
          frame.width + 2 * MARGIN,
          frame.height,
          tone,
        ),
      )
      .join('');
  } else {
    const rays = 26;
    pattern = Array.from({ length: rays }, (_, index) => {
      const [from, to] = [(index / rays) * Math.PI * 2, ((index + 0.5) / rays) * Math.PI * 2];
      return fill(
        `M${n(sun.x)} ${n(sun.y)}L${n(sun.x + Math.cos(from) * reach)} ${n(sun.y + Math.sin(from) * reach)}L${n(sun.x + Math.cos(to) * reach)} ${n(sun.y + Math.sin(to) * reach)}Z`,
        tones[2] ?? low,
      );
    }).join('');
  }
  const airless = reading.ground === 'space' || reading.ground === 'underwater';
  const clouds = airless ? '' : drawPosterClouds(frame, unit, random, palette);
  const stars = palette.dark ? drawPosterStars(frame, unit, random, palette) : '';
  return [
    layer(ground + pattern, 0),
    layer(stars, 0.03, 'twinkle'),
    layer(drawDisc(palette, sun, pick(random, ['plain', 'striped', 'ringed'])), 0.06),
    layer(clouds, 0.14, 'drift'),
  ];
}

function drawDisc(palette: Palette, { x, y, radius }: Design['sun'], kind: 'plain' | 'striped' | 'ringed'): string {
  const tone = palette.dark ? palette.accent : mix(palette.light, palette.accent, 0.55);
  if (kind === 'ringed')
    return (
      circle(x, y, radius, tone) +
      circle(x, y, radius * 0.78, mix(tone, palette.light, 0.5)) +
      circle(x, y, radius * 0.54, palette.light)
    );
  if (kind === 'plain') return circle(x, y, radius, tone);
  const gaps = [0.18, 0.36, 0.52, 0.67, 0.8].map((level, index) =>
    box(x - radius, y + level * radius, radius * 2, radius * (0.035 + index * 0.016), 'black'),
  );
  return `<mask id="stripes"><rect x="${n(x - radius)}" y="${n(y - radius)}" width="${n(radius * 2)}" height="${n(radius * 2)}" fill="white"/>${gaps.join('')}</mask>${circle(x, y, radius, tone, 'mask="url(#stripes)"')}`;
}

function drawPosterStars(frame: Frame, unit: number, random: Random, palette: Palette): string {
  return Array.from({ length: 46 }, (_, index) => {
    const [x, y] = [between(random, 0, frame.width), between(random, 0, frame.height * 0.6)];
    const size = unit * (index < 10 ? between(random, 0.012, 0.022) : between(random, 0.002, 0.004));
    if (index >= 10) return circle(x, y, size, palette.light);
    const s = n(size);
    const pinch = n(size * 0.16);
    return fill(
      `M${n(x)} ${n(y - size)}q${pinch} ${s} ${s} ${s}q-${s} 0 -${s} ${s}q0 -${s} -${s} -${s}q${s} 0 ${s} -${s}Z`,
      palette.light,
    );
  }).join('');
}

function drawPosterClouds(frame: Frame, unit: number, random: Random, palette: Palette): string {
  const tone = palette.dark ? mix(palette.sky[1], palette.sky[2], 0.7) : mix(palette.sky[3], '#ffffff', 0.55);
  return Array.from({ length: 4 }, (_, index) => {
    const x = frame.width * ((index + between(random, 0, 0.7)) / 4);
    const y = frame.height * between(random, 0.1, 0.4);
    const thick = unit * 0.032;
    const bar = (dx: number, dy: number, length: number): string =>
      box(x + dx * unit, y + dy * thick, length * unit, thick, tone, `rx="${n(thick / 2)}"`);
    return (
      bar(0, 0, between(random, 0.1, 0.2)) +
      bar(-0.05, 1, between(random, 0.2, 0.3)) +
      bar(0.03, 2, between(random, 0.1, 0.18))
    );
  }).join('');
}

function drawFigures({ frame, unit, horizon, palette, random, reading, sun }: Design): Layer[] {
  return reading.subjects.map(({ name, colour }, index) => {
    const { place, size: share } = SUBJECTS[name];
    const alone = reading.subjects.length === 1;
    const size = unit * share * (alone ? 1.15 : 0.85);
    const x = alone ? sun.x : frame.width * (0.27 + (0.46 * index) / (reading.subjects.length - 1));
    const foot =
      place === 'sky' ? sun.y + size * 0.5 : place === 'ground' ? frame.height * 0.845 : horizon + unit * 0.1;
    const drawing = SUBJECT_DRAWINGS[name]({
      palette,
      colour,
      shade: (tone) => printable(tone, palette),
      rim: palette.light,
      random,
    });
    const placed = group(
      drawing,
      `transform="translate(${n(x - size / 2)} ${n(foot - size)}) scale(${n(size / 100)})"`,
    );
    return layer(placed, 0.85, place === 'ground' ? 'still' : 'bob');
  });
}

/** Ink keeps clear of the middle, so that figures stand out from the print behind them. */
function printable(tone: string, palette: Palette): string {
  return lightness(tone) > 0.5 ? mix(tone, palette.light, 0.16) : mix(tone, palette.near, 0.18);
}
