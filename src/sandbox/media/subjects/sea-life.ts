import { darker, lighter } from '../colour.ts';
import { between } from '../random.ts';
import { circle, ellipse, fill, group, n, outward, stroke } from '../svg.ts';
import type { Ink } from './ink.ts';

export function drawFish({ colour, shade, random }: Ink): string {
  const coats = colour ? [colour, lighter(colour, 0.3)] : ['#ff9a3c', '#f4d35e', '#ff6f61', '#f7f3e3'];
  return Array.from({ length: 7 }, (_, index) => {
    const coat = shade(coats[index % coats.length] ?? '#ff9a3c');
    const size = index === 0 ? 1 : between(random, 0.3, 0.6);
    const x = index === 0 ? 0 : between(random, -100, 150);
    const y = index === 0 ? 10 : between(random, -60, 130);
    const body = [
      fill('M74 40L98 20C94 34 94 46 98 60Z', darker(coat, 0.12)),
      fill('M34 22C44 4 60 6 64 24ZM42 56C48 70 58 70 60 56Z', darker(coat, 0.15)),
      fill('M4 40C16 18 52 14 78 40C52 66 16 62 4 40Z', coat),
      fill(
        'M30 22C38 32 38 48 30 58C36 60 42 60 46 59C52 48 52 32 46 21C40 20 35 20 30 22Z',
        '#ffffff',
        'opacity="0.65"',
      ),
      circle(18, 36, 3.4, '#ffffff'),
      circle(17.4, 36, 1.9, '#10141c'),
    ].join('');
    return group(body, `transform="translate(${n(x)} ${n(y)}) scale(${n(size)})"`);
  }).join('');
}

export function drawJellyfish({ colour, random }: Ink): string {
  const glow = colour ?? '#ff9ad5';
  const arms = [26, 34, 42, 50, 58, 66, 74].map((x, index) => {
    const reach = 40 + (index % 3) * 14 + between(random, 0, 8);
    const sway = between(random, -9, 9);
    return stroke(
      `M${x} 38c${n(sway)} ${n(reach * 0.3)} ${n(-sway)} ${n(reach * 0.6)} ${n(sway * 0.4)} ${n(reach)}`,
      lighter(glow, 0.3),
      index % 2 ? 3.4 : 1.6,
      'opacity="0.7"',
    );
  });
  return [
    `<defs>${outward('jelly', [
      [0, '#ffffff', 0.9],
      [0.5, glow, 0.85],
      [1, darker(glow, 0.25), 0.75],
    ])}${outward('jellyglow', [
      [0, lighter(glow, 0.3), 0.5],
      [1, glow, 0],
    ])}</defs>`,
    circle(50, 30, 70, 'url(#jellyglow)'),
    ...arms,
    fill(
      'M14 38C14 14 30 0 50 0C70 0 86 14 86 38C82 44 78 36 74 40C68 45 64 36 58 40C54 44 46 44 42 40C36 36 32 45 26 40C22 36 18 44 14 38Z',
      'url(#jelly)',
    ),
    ellipse(40, 16, 9, 6, '#ffffff', 'opacity="0.45" transform="rotate(-30 40 16)"'),
  ].join('');
}

export function drawWhale({ colour, shade }: Ink): string {
  const skin = colour ?? '#2f4f70';
  const main = shade(skin);
  return [
    stroke('M26 26C24 12 14 8 8 12M26 26C27 10 36 4 44 8', '#eef8fa', 2.6, 'opacity="0.85"'),
    fill('M116 52C122 36 134 28 146 26C142 34 140 38 136 42C144 42 150 46 154 52C142 56 130 58 122 66Z', main),
    fill('M0 66C2 42 24 28 54 30C84 32 100 46 124 52L122 68C104 84 74 94 44 92C20 90 0 84 0 66Z', main),
    fill('M0 68C20 78 50 78 84 74C70 88 56 92 44 92C20 90 0 86 0 68Z', shade(lighter(skin, 0.7))),
    stroke('M8 76C24 82 40 83 56 81M16 82C28 86 40 87 50 86', shade(lighter(skin, 0.3)), 1),
    fill('M52 76C54 90 64 98 76 100C76 90 72 82 66 76Z', shade(darker(skin, 0.25))),
    circle(26, 62, 2.4, '#0c1218'),
    circle(25.4, 61.2, 0.8, '#ffffff'),
  ].join('');
}
