import { darker, lighter, mix } from '../colour.ts';
import { circle, ellipse, fill, group, stroke } from '../svg.ts';
import type { Ink } from './ink.ts';

// Every beast stands in a box of 100 by 100, feet at the bottom, and looks to the left where it looks anywhere.

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

export function drawWolf({ colour, shade }: Ink): string {
  const coat = colour ?? '#6f7d8c';
  const dark = shade(darker(coat, 0.45));
  const light = shade(lighter(coat, 0.65));
  return [
    fill('M64 98C84 98 94 84 90 66C88 60 84 60 82 64C84 74 78 82 66 84Z', dark),
    fill('M32 100C28 76 32 58 44 46L62 48C78 62 80 86 76 100Z', shade(coat)),
    fill('M34 84C32 72 36 60 44 54L50 66L55 56C58 68 56 84 52 100H38Z', light),
    fill('M37 100L38 80C41 78 44 79 45 82L46 100ZM49 100L49 82C51 80 54 80 55 82L57 100Z', shade(darker(coat, 0.2))),
    fill(
      'M26 40L31 10L43 25H53L66 10L69 40C70 46 66 52 62 56L57 54L51 64H43L38 54L32 55C28 51 25 46 26 40Z',
      shade(coat),
    ),
    fill('M32 30L34 18L40 27ZM58 27L63 18L65 30Z', dark),
    fill('M26 42L40 42L44 50L52 50L56 42L69 42L62 56L57 54L51 64H43L38 54L32 55Z', light),
    fill('M41 28H54L50 48H45Z', dark, 'opacity="0.5"'),
    fill('M33 38L40 40L36 43ZM62 38L55 40L59 43Z', shade('#f4c95c')),
    ellipse(47.5, 60, 4, 3, shade('#16161c')),
  ].join('');
}

export function drawCat({ colour, shade, rim }: Ink): string {
  const coat = shade(colour ?? '#33303f');
  const soft = shade(lighter(colour ?? '#33303f', 0.16));
  return [
    stroke('M68 94C92 98 98 78 88 66C84 60 90 54 94 58', coat, 7.5),
    fill('M28 100C24 76 32 56 44 48H56C70 56 78 78 73 100Z', coat),
    fill('M38 100C36 82 40 66 48 58C58 66 62 82 60 100Z', soft, 'opacity="0.75"'),
    fill('M26 36L27 12L41 23C46 21.5 52 21.5 57 23L71 12L72 36C74 50 62 59 49 59C36 59 24 50 26 36Z', coat),
    fill('M30 27L30.5 18L37 24ZM68 27L67.5 18L61 24Z', shade('#d98a90')),
    ellipse(38.5, 39, 5, 5.6, shade('#c9e265')),
    ellipse(59.5, 39, 5, 5.6, shade('#c9e265')),
    ellipse(38.5, 39, 1.7, 5, '#14121a'),
    ellipse(59.5, 39, 1.7, 5, '#14121a'),
    circle(37.2, 37, 1, '#ffffff'),
    circle(58.2, 37, 1, '#ffffff'),
    fill('M46.5 46H51.5L49 49Z', shade('#e59aa0')),
    stroke('M49 49C48 53 44 53 42.5 51.5M49 49C50 53 54 53 55.5 51.5', soft, 1),
    stroke('M33 47L15 44M33 50L16 52M65 47L83 44M65 50L82 52', rim, 0.7, 'opacity="0.8"'),
    stroke('M44 100V86M54 100V86', darker(coat, 0.4), 1.2),
  ].join('');
}

export function drawDeer({ colour, shade }: Ink): string {
  const coat = colour ?? '#a8693a';
  const main = shade(coat);
  const dark = shade(darker(coat, 0.4));
  const horn = shade('#d9c19a');
  return [
    stroke('M34 24C26 18 22 10 24 2M29 19C24 19 18 16 16 10M25 12C28 10 30 6 30 2', horn, 2),
    stroke('M40 24C46 18 50 10 47 2M45 18C50 18 55 14 56 9M49 12C46 10 43 6 43 2', horn, 2),
    fill(
      'M43 100L44 76L49 76L47 100ZM53 100L52 74L58 74L57 100ZM74 100L72 74L80 72L79 100ZM83 100L80 70L88 66L87 100Z',
      dark,
    ),
    fill('M30 36C38 36 42 42 46 50C58 52 74 50 84 52C94 56 92 72 86 76C74 82 54 80 46 78C38 70 36 56 32 48Z', main),
    fill('M48 78C58 74 74 76 84 74C78 82 56 82 48 78Z', shade(lighter(coat, 0.5))),
    fill('M86 54C92 52 95 56 93 62C90 60 88 58 86 54Z', shade('#f6ead6')),
    fill('M24 27C22 24 20 24 17 26C21 31 25 32 29 30ZM44 28C48 25 51 26 54 28C49 32 46 33 42 31Z', dark),
    fill('M30 26C36 22 43 24 44 30C44 38 38 42 33 48C29 50 25 48 26 44C28 38 26 31 30 26Z', main),
    ellipse(29, 45.6, 3, 2.4, dark),
    circle(36, 32, 1.6, '#17110d'),
    ...[56, 63, 70, 77].map((x, index) => circle(x, 58 + (index % 2) * 5, 1.4, shade('#f6ead6'), 'opacity="0.8"')),
  ].join('');
}

export function drawBear({ colour, shade }: Ink): string {
  const coat = colour ?? '#5d3f2c';
  const main = shade(coat);
  const dark = shade(darker(coat, 0.35));
  const light = shade(mix(coat, '#f0d4ac', 0.55));
  return [
    fill('M24 100C16 74 28 52 50 52C72 52 84 74 76 100Z', main),
    ellipse(50, 80, 17, 18, light, 'opacity="0.5"'),
    fill('M26 96C16 88 18 70 28 64C34 74 36 88 34 96ZM74 96C84 88 82 70 72 64C66 74 64 88 66 96Z', dark),
    circle(31, 20, 8.5, main),
    circle(69, 20, 8.5, main),
    circle(31, 20, 4.5, light),
    circle(69, 20, 4.5, light),
    ellipse(50, 37, 26, 23, main),
    ellipse(50, 45, 12.5, 10, light),
    ellipse(50, 40, 4.4, 3.2, '#1a1210'),
    stroke('M50 43V48M50 48C47 51 44 50 43 49M50 48C53 51 56 50 57 49', '#1a1210', 1.2),
    circle(39, 33, 2.4, '#1a1210'),
    circle(61, 33, 2.4, '#1a1210'),
    ellipse(35, 98, 10, 5, dark),
    ellipse(65, 98, 10, 5, dark),
  ].join('');
}

export function drawRabbit({ colour, shade }: Ink): string {
  const coat = colour ?? '#b9a48c';
  const main = shade(coat);
  const light = shade(lighter(coat, 0.6));
  const ear = (x: number, turn: number): string =>
    group(ellipse(x, 18, 6, 19, main) + ellipse(x, 19, 3, 14, shade('#e8b0a8')), `transform="rotate(${turn} ${x} 36)"`);
  return [
    ear(40, -8),
    ear(57, 12),
    circle(78, 86, 8, light),
    fill('M28 100C22 78 36 60 50 60C68 60 80 80 74 100Z', main),
    ellipse(46, 84, 11, 14, light, 'opacity="0.8"'),
    ellipse(48, 50, 20, 17, main),
    ellipse(47, 58, 8, 6, light),
    circle(39, 47, 2.6, '#1d1512'),
    circle(57, 47, 2.6, '#1d1512'),
    circle(38.2, 46, 0.9, '#ffffff'),
    circle(56.2, 46, 0.9, '#ffffff'),
    fill('M44.500 54H50L47.200 57Z', shade('#d98a90')),
    ellipse(38, 98, 10, 4, light),
    ellipse(60, 98, 10, 4, light),
  ].join('');
}
