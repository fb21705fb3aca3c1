import { darker, lighter, mix } from '../palette.ts';
import { circle, ellipse, fill, type Ink, stroke } from '../svg.ts';

export function drawFox({ colour, shade }: Ink): string {
  const coat = colour ?? '#e2742c';
  const dark = shade(darker(coat, 0.45));
  const main = shade(coat);
  const light = shade('#fbeedb');
  return [
    fill('M62 96C92 98 104 76 94 58C91 50 84 46 80 50C86 60 82 74 66 78Z', main),
    fill('M94 58C91 50 84 46 80 50C83 56 83 61 82 65C88 66 92 63 94 58Z', light),
    fill('M34 100C28 78 34 58 46 50L60 52C76 64 78 86 74 100Z', main),
    fill('M36 98C32 80 36 66 44 58C52 68 52 84 48 98Z', light),
    fill('M60 100C58 88 62 78 70 76C78 82 78 94 76 100Z', dark, 'opacity="0.55"'),
    fill('M37 100L38 82C40 80 43 80 44 82L45 100ZM48 100L48 84C50 82 53 82 54 84L55 100Z', dark),
    fill(
      'M25 42C27 34 29 22 32 14C38 20 42 25 44 28C48 27 52 27 55 29C59 24 64 18 70 15C70 25 69 36 67 43C64 54 55 61 45 64C36 61 28 52 25 42Z',
      main,
    ),
    fill('M31 33C31 27 32 22 33 19C36 23 38 26 40 29ZM59 31C62 26 65 22 68 20C68 26 67 31 65 35Z', dark),
    fill('M25 42C31 42 38 44 44 56C50 45 59 42 67 43C64 54 55 61 45 64C36 61 28 52 25 42Z', light),
    ellipse(36, 42, 2.3, 2.8, shade('#20140f')),
    ellipse(55, 42, 2.3, 2.8, shade('#20140f')),
    circle(35.4, 41, 0.8, '#ffffff'),
    circle(54.4, 41, 0.8, '#ffffff'),
    ellipse(45, 60, 3.6, 2.8, shade('#20140f')),
  ].join('');
}

export function drawOwl({ colour, shade }: Ink): string {
  const coat = colour ?? '#7a5a3c';
  const main = shade(coat);
  const dark = shade(darker(coat, 0.4));
  const light = shade(mix(coat, '#f4e2c0', 0.6));
  const feathers = [58, 66, 74, 82].flatMap((y, row) =>
    [38, 46, 54, 62].map((x) => stroke(`M${x + (row % 2) * 3} ${y}q2.500 4 5 0`, dark, 1.2)),
  );
  const eye = (x: number): string =>
    circle(x, 34, 11, light) +
    circle(x, 34, 7.4, shade('#f6b93b')) +
    circle(x, 34, 4, '#15100c') +
    circle(x - 1.5, 32, 1.3, '#ffffff');
  return [
    stroke('M6 96C34 90 66 99 98 93', shade('#3f2c20'), 6),
    fill('M24 60C20 30 26 20 30 10L42 19H58L70 10C74 20 80 30 76 60C76 82 64 94 50 95C36 94 24 82 24 60Z', main),
    ellipse(50, 70, 18, 23, light),
    ...feathers,
    fill('M24 48C20 70 26 86 36 92C38 76 34 58 24 48ZM76 48C80 70 74 86 64 92C62 76 66 58 76 48Z', dark),
    eye(39),
    eye(61),
    fill('M46 40L54 40L50 49Z', shade('#e59a2f')),
    stroke('M42 95V99M46 95V99M54 95V99M58 95V99', shade('#e59a2f'), 2.4),
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
