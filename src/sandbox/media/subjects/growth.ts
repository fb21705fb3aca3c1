import { darker, lighter, mix } from '../colour.ts';
import { between } from '../random.ts';
import { circle, ellipse, fill, group, n } from '../svg.ts';
import type { Ink } from './ink.ts';

export function drawMushroom({ colour, shade }: Ink): string {
  const cap = shade(colour ?? '#d23c35');
  const stem = shade('#f4e8d4');
  const one = (x: number, size: number): string =>
    group(
      [
        fill('M40 52C42 74 38 90 34 100H66C62 90 58 74 60 52Z', stem),
        fill('M54 52C55 74 58 90 60 100H66C62 90 58 74 60 52Z', shade('#c9b596')),
        ellipse(50, 50, 30, 7, shade('#dcc9a8')),
        fill('M8 50C8 22 28 6 50 6C72 6 92 22 92 50C78 56 22 56 8 50Z', cap),
        fill('M66 9C82 16 92 30 92 50C86 53 78 54 70 54.500C78 38 76 22 66 9Z', darker(cap, 0.25)),
        ellipse(34, 26, 7, 6, '#fff6e6'),
        ellipse(56, 19, 6, 4.6, '#fff6e6'),
        ellipse(22, 42, 5, 4.6, '#fff6e6'),
        ellipse(50, 40, 7.5, 6, '#fff6e6'),
        ellipse(74, 34, 5.5, 6, '#fff6e6'),
      ].join(''),
      `transform="translate(${x} ${n(100 - 100 * size)}) scale(${size})"`,
    );
  return one(62, 0.5) + one(-26, 0.42) + one(4, 0.9);
}

export function drawTree({ colour, shade, palette, random }: Ink): string {
  const bark = shade('#4a3028');
  const crown = colour ?? palette.foliage[1];
  const leaves = Array.from({ length: 46 }, () => {
    const turn = random() * Math.PI * 2;
    const reach = Math.sqrt(random());
    const [x, y] = [50 + Math.cos(turn) * reach * 40, 34 + Math.sin(turn) * reach * 28];
    const tone = mix(
      darker(crown, 0.35),
      lighter(crown, 0.35),
      Math.min(1, Math.max(0, 0.9 - y / 70 + between(random, -0.2, 0.2))),
    );
    return circle(x, y, between(random, 6, 11), shade(tone));
  });
  return [
    fill(
      'M44 100C47 84 46 70 40 56L44 54C47 60 49 62 50 50H54C54 62 56 60 61 52L65 54C58 68 56 84 60 100C56 98 48 98 44 100Z',
      bark,
    ),
    ...leaves,
  ].join('');
}
