import { darker, mix } from '../palette.ts';
import { between } from '../random.ts';
import { box, circle, fill, type Ink, n, stroke } from '../svg.ts';

const window = (x: number, y: number, width: number, height: number): string =>
  box(x - 1, y - 1, width + 2, height + 2, '#ffd873', 'opacity="0.35" rx="2"') +
  box(x, y, width, height, '#ffe9a8', 'rx="1"');

export function drawLighthouse({ colour, shade, palette }: Ink): string {
  const band = shade(colour ?? '#c8382e');
  const wall = shade('#f6f0e4');
  const ray = palette.dark ? 0.4 : 0.22;
  return [
    fill('M50 15L-130 -22V40Z', '#fff0b8', `opacity="${ray}"`),
    fill('M50 15L230 -8V42Z', '#fff0b8', `opacity="${ray * 0.7}"`),
    fill('M12 100C20 88 34 86 50 86C66 86 80 88 88 100Z', shade('#5a5450')),
    fill('M40 26H60L66 92H34Z', wall),
    fill('M39 36H61L62.600 50H37.700ZM36.600 63H63.400L64.700 77H35.300Z', band),
    fill('M54 26H60L66 92H57Z', palette.near, 'opacity="0.25"'),
    box(46, 54, 6, 7, '#ffe9a8'),
    fill('M46 92V82C46 78 54 78 54 82V92Z', shade('#3a3030')),
    box(36, 23, 28, 4, shade('#3a3a44')),
    box(42, 10, 16, 13, '#fff3c0'),
    circle(50, 16, 13, '#fff3c0', 'opacity="0.35"'),
    stroke('M42 10V23M50 10V23M58 10V23', shade('#3a3a44'), 1.2),
    fill('M38 11C42 2 58 2 62 11Z', band),
    circle(50, 2, 2, band),
  ].join('');
}

export function drawCabin({ colour, shade, random }: Ink): string {
  const wall = shade(colour ?? '#8c5a3a');
  const roof = shade('#4a2c28');
  const smoke = [0, 1, 2, 3].map((puff) =>
    circle(
      78 + puff * 4 + between(random, -2, 2),
      12 - puff * 13,
      5 + puff * 2.4,
      '#ffffff',
      `opacity="${n(0.42 - puff * 0.09)}"`,
    ),
  );
  return [
    ...smoke,
    box(72, 18, 9, 24, shade('#6a5450')),
    box(14, 56, 76, 44, wall),
    ...[62, 70, 78, 86, 94].map((y) => stroke(`M14 ${y}H90`, darker(wall, 0.25), 0.9)),
    fill('M4 60L50 18L100 60H88L50 30L16 60Z', roof),
    fill('M50 24L88 58H16Z', darker(wall, 0.12)),
    fill('M4 60L50 18L100 60L94 63L50 26L10 63Z', roof),
    window(24, 68, 15, 14),
    window(66, 68, 15, 14),
    stroke('M31.500 68V82M24 75H39M73.500 68V82M66 75H81', roof, 1.2),
    box(46, 72, 13, 28, shade('#3a2420'), 'rx="1"'),
    circle(56, 87, 1.2, '#e8c06a'),
    circle(52, 46, 5, '#ffe9a8'),
  ].join('');
}

export function drawCastle({ colour, shade, palette }: Ink): string {
  const stone = shade(colour ?? mix('#8d8aa0', palette.haze, 0.4));
  const dark = darker(stone, 0.28);
  const roof = shade('#4d3f78');
  const tower = (x: number, top: number, width: number): string =>
    [
      box(x, top, width, 100 - top, stone),
      box(x + width * 0.62, top, width * 0.38, 100 - top, dark),
      fill(`M${n(x - 3)} ${top}L${n(x + width / 2)} ${n(top - width * 1.7)}L${n(x + width + 3)} ${top}Z`, roof),
      box(x + width / 2 - 1.6, top + 9, 3.2, 7, '#ffe19a'),
      stroke(`M${n(x + width / 2)} ${n(top - width * 1.7)}v-8`, dark, 0.8),
      fill(`M${n(x + width / 2)} ${n(top - width * 1.7 - 8)}l8 2.500l-8 2.500Z`, palette.accent),
    ].join('');
  return [
    fill('M-30 112C-10 96 6 92 20 90H84C98 92 112 98 130 112Z', dark),
    tower(26, 46, 12),
    tower(66, 40, 12),
    tower(44, 24, 14),
    box(12, 64, 78, 36, stone),
    ...[12, 22, 32, 42, 52, 62, 72, 82].map((x) => box(x, 59, 6, 6, stone)),
    tower(6, 54, 14),
    tower(82, 52, 14),
    box(58, 64, 24, 36, dark, 'opacity="0.4"'),
    fill('M42 100V84C42 74 58 74 58 84V100Z', '#231a2c'),
    box(28, 76, 3.6, 8, '#ffe19a'),
    box(68, 76, 3.6, 8, '#ffe19a'),
  ].join('');
}
