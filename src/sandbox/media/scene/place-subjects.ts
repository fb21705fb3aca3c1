import { mix } from '../palette.ts';
import { between } from '../random.ts';
import type { Reading } from '../reading.ts';
import { SUBJECTS } from '../subjects/subject.ts';
import { ellipse, group, n, outward } from '../svg.ts';
import type { Sketch } from './sketch.ts';

/** Where subjects can stand. */
export interface Terrain {
  /** The top of the ground at each x. */
  ground: (x: number) => number;
  /** The middle of the water, if there is any. */
  water?: number;
}

/** A larger subject would not fit into the picture. */
const LARGEST = 0.8;

/**
 * Draws the subjects that are far, in the air or on water (`behind` the nearest land), and those in front (`before`).
 */
export function placeSubjects(sketch: Sketch, terrain: Terrain): { behind: string[]; before: string[] } {
  const { reading, random, frame, horizon, unit, side, nearness } = sketch;
  const { subjects } = reading;
  const behind: string[] = [];
  const before: string[] = [];
  for (const [index, subject] of subjects.entries()) {
    const { place, size: relativeSize } = SUBJECTS[subject.name];
    const share =
      subjects.length === 1 ? 0.2 * side : Math.sign(side) * (0.56 * (index / (subjects.length - 1)) - 0.28);
    const x = frame.width / 2 + unit * (share + between(random, -0.03, 0.03));
    const size = unit * Math.min(LARGEST, relativeSize * nearness * between(random, 0.96, 1.1));
    if (place === 'sky') {
      const y = horizon * 0.56 - index * unit * 0.05;
      behind.push(drawSubject(sketch, subject, x, Math.max(size * 0.95, y + size * 0.3), size));
    } else if (place === 'far') {
      behind.push(drawSubject(sketch, subject, x, horizon + unit * 0.03, size));
    } else if (place === 'water' && terrain.water !== undefined) {
      behind.push(drawSubject(sketch, subject, x, terrain.water + size * 0.1, size));
    } else {
      before.push(drawSubject(sketch, subject, x, terrain.ground(x) + unit * 0.07 * nearness, size));
    }
  }
  return { behind, before };
}

function drawSubject(
  { palette, random, frame }: Sketch,
  { name, colour }: Reading['subjects'][number],
  x: number,
  foot: number,
  size: number,
): string {
  const { draw, place } = SUBJECTS[name];
  // Tints every subject with the scene's light, most in the dark.
  const ambient = palette.dark ? 0.3 : 0.14;
  const shade = (tone: string): string => mix(tone, palette.dark ? palette.sky[1] : palette.sky[2], ambient);
  const bottom = Math.min(foot, frame.height * 0.97);
  const shadow =
    place === 'ground'
      ? ellipse(x + size * 0.04, bottom, size * 0.42, size * 0.055, palette.near, 'opacity="0.4"')
      : '';
  // In the dark, a faint glow behind a subject sets it off.
  const glow = outward(`behind-${name}`, [
    [0, palette.light, 0.42],
    [1, palette.light, 0],
  ]);
  const aura = ellipse(x, bottom - size * 0.5, size * 0.85, size * 0.8, `url(#behind-${name})`);
  const turned = random() < 0.5 ? -1 : 1;
  const scale = `scale(${n((turned * size) / 100)} ${n(size / 100)})`;
  const position = `translate(${n(x - (turned * size) / 2)} ${n(bottom - size)}) ${scale}`;
  const drawn = group(draw({ palette, colour, shade, random }), `transform="${position}"`);
  return (palette.dark ? `<defs>${glow}</defs>${aura}` : '') + shadow + drawn;
}
