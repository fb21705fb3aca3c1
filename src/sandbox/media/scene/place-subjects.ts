import { mix } from '../colour.ts';
import { between } from '../random.ts';
import { SUBJECT_DRAWINGS } from '../subjects/draw-subject.ts';
import { SUBJECTS } from '../subjects/subject.ts';
import { ellipse, group, n, outward } from '../svg.ts';
import { type Layer, layer, type Sketch } from './scene.ts';

/** Where subjects may stand. */
export interface Stage {
  /** The ground under a place, from the top. */
  ground: (x: number) => number;
  /** The middle of the water, if there is any. */
  water: number | undefined;
}

/** What is far, in the air or on the water comes behind the nearest land; what stands, before it. */
export function placeSubjects(sketch: Sketch, stage: Stage): { behind: Layer[]; before: Layer[] } {
  const behind: Layer[] = [];
  const before: Layer[] = [];
  const { subjects } = sketch.reading;
  for (const [index, subject] of subjects.entries()) {
    const facts = SUBJECTS[subject.name];
    const alone = subjects.length === 1;
    const share = alone ? between(sketch.random, 0.34, 0.46) : 0.22 + (0.52 * index) / (subjects.length - 1);
    const x = sketch.frame.width * share;
    const size = sketch.unit * facts.size * (alone ? 1.1 : 0.95) * between(sketch.random, 0.94, 1.06);
    const swims = sketch.reading.ground === 'underwater' || sketch.reading.ground === 'space';
    if (facts.place === 'sky' || (swims && facts.place === 'water')) {
      const y = sketch.horizon * (swims ? 0.78 : 0.56) - index * sketch.unit * 0.05;
      behind.push(draw(sketch, index, x, Math.max(size * 0.95, y + size * 0.3), size, 0.5, 'bob'));
    } else if (facts.place === 'far') {
      behind.push(draw(sketch, index, x, sketch.horizon + sketch.unit * 0.03, size, 0.4, 'still'));
    } else if (facts.place === 'water' && stage.water !== undefined) {
      behind.push(draw(sketch, index, x, stage.water + size * 0.1, size, 0.55, 'bob'));
    } else {
      before.push(draw(sketch, index, x, stage.ground(x) + sketch.unit * 0.07, size, 0.85, 'still'));
    }
  }
  return { behind, before };
}

function draw(
  sketch: Sketch,
  index: number,
  x: number,
  foot: number,
  size: number,
  depth: number,
  motion: Layer['motion'],
): Layer {
  const { reading, random, frame } = sketch;
  const subject = reading.subjects[index];
  if (!subject) return layer('', depth);
  const { palette } = reading;
  // Everything stands in the same light: most in the dark, least at noon.
  const ambient = palette.dark ? 0.3 : 0.14;
  const drawn = SUBJECT_DRAWINGS[subject.name]({
    palette,
    colour: subject.colour,
    shade: (colour) => mix(colour, palette.dark ? palette.sky[1] : palette.sky[2], ambient),
    rim: palette.light,
    random,
  });
  const bottom = Math.min(foot, frame.height * 0.97);
  const standing = SUBJECTS[subject.name].place === 'ground';
  const shadow = standing
    ? ellipse(x + size * 0.04, bottom, size * 0.42, size * 0.055, palette.near, 'opacity="0.4"')
    : '';
  // In the dark a faint light behind it keeps it from being lost.
  const id = `behind${index}`;
  const aura = palette.dark
    ? `<defs>${outward(id, [
        [0, palette.light, 0.42],
        [1, palette.light, 0],
      ])}</defs>${ellipse(x, bottom - size * 0.5, size * 0.85, size * 0.8, `url(#${id})`)}`
    : '';
  const scale = size / 100;
  return layer(
    aura + shadow + group(drawn, `transform="translate(${n(x - size / 2)} ${n(bottom - size)}) scale(${n(scale)})"`),
    depth,
    motion,
  );
}
