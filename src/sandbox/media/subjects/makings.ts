import { darker, lighter } from '../colour.ts';
import { box, circle, ellipse, fill, stroke } from '../svg.ts';
import type { Ink } from './ink.ts';

export function drawRobot({ colour, shade }: Ink): string {
  const metal = colour ?? '#8fa3b5';
  const main = shade(metal);
  const dark = shade(darker(metal, 0.45));
  const light = shade(lighter(metal, 0.4));
  return [
    stroke('M50 12V4', dark, 2),
    circle(50, 3, 3.2, '#ff6a5a'),
    box(37, 78, 9, 18, dark),
    box(54, 78, 9, 18, dark),
    fill('M32 100V96C32 92 48 92 48 96V100ZM52 100V96C52 92 68 92 68 96V100Z', main),
    stroke('M30 52C20 56 16 66 20 76', dark, 6),
    stroke('M70 52C80 50 86 42 84 32', dark, 6),
    circle(20, 78, 5, main),
    circle(84, 30, 5, main),
    box(29, 44, 42, 37, main, 'rx="7"'),
    fill('M60 44H64C68 44 71 47 71 51V74C71 78 68 81 64 81H60Z', dark, 'opacity="0.35"'),
    box(37, 52, 26, 16, dark, 'rx="3"'),
    circle(43, 60, 2.6, '#ff8a5c'),
    circle(50, 60, 2.6, '#ffd85c'),
    circle(57, 60, 2.6, '#6fe0a0'),
    stroke('M38 74H62', light, 1.6),
    box(45, 38, 10, 8, dark),
    box(27, 11, 46, 29, main, 'rx="9"'),
    box(31, 15, 38, 20, shade('#17202c'), 'rx="6"'),
    circle(41, 25, 8, '#6fe8ff', 'opacity="0.3"'),
    circle(59, 25, 8, '#6fe8ff', 'opacity="0.3"'),
    circle(41, 25, 4.6, '#a8f4ff'),
    circle(59, 25, 4.6, '#a8f4ff'),
    box(22, 20, 5, 11, dark, 'rx="2"'),
    box(73, 20, 5, 11, dark, 'rx="2"'),
    stroke('M32 13C40 11.500 50 11.500 58 12', light, 1.6, 'opacity="0.8"'),
  ].join('');
}

export function drawAstronaut({ colour, shade, palette }: Ink): string {
  const suit = shade('#f0f0ee');
  const fold = shade('#b7bcc6');
  const trim = shade(colour ?? '#e8743c');
  return [
    box(26, 42, 48, 36, shade('#868e9c'), 'rx="8"'),
    fill('M36 72H49V100H34C33 90 34 80 36 72ZM51 72H64C66 80 67 90 66 100H51Z', suit),
    fill('M34 94H49V100H32ZM51 94H66L68 100H51Z', fold),
    fill('M32 46C24 52 20 64 24 76L32 74C31 66 34 60 38 56ZM68 46C78 46 84 36 86 26L78 24C76 32 72 38 64 42Z', suit),
    circle(27, 77, 5, fold),
    circle(83, 23, 5, fold),
    fill('M32 44H68C70 56 69 68 66 78H34C31 68 30 56 32 44Z', suit),
    box(41, 54, 18, 12, fold, 'rx="2"'),
    circle(46, 60, 2, trim),
    circle(52, 60, 2, '#58c7e8'),
    stroke('M34 76H66', trim, 2.4),
    circle(50, 25, 21, suit),
    ellipse(50, 26, 16, 13.5, shade('#1c2438')),
    fill('M36 24C40 14 54 12 62 18C54 18 44 22 40 32C37 30 36 27 36 24Z', palette.accent, 'opacity="0.75"'),
    ellipse(43, 20, 4, 2, '#ffffff', 'opacity="0.85" transform="rotate(-24 43 20)"'),
  ].join('');
}

export function drawBoat({ colour, shade }: Ink): string {
  const hull = shade(colour ?? '#a3392e');
  const sail = shade('#fbf3e2');
  const shadow = shade('#d8c7ac');
  return [
    stroke('M50 4V82', shade('#4a3424'), 1.8),
    fill('M48 8C30 30 20 52 16 72C28 70 40 70 48 72Z', sail),
    fill('M48 8C42 34 40 54 40 71L48 72Z', shadow, 'opacity="0.7"'),
    fill('M53 16C66 34 76 54 80 73C70 70 60 70 53 72Z', sail),
    fill('M53 16C57 36 60 54 60 71L53 72Z', shadow, 'opacity="0.5"'),
    fill('M8 80H92C88 92 80 98 70 98H28C18 98 12 92 8 80Z', hull),
    stroke('M9 83H91', shade('#f4e4c4'), 1.8),
    fill('M50 4L64 8L50 12Z', hull),
  ].join('');
}

export function drawTraveller({ colour, shade, palette }: Ink): string {
  const cloak = shade(colour ?? '#b03a3a');
  const dark = darker(cloak, 0.35);
  return [
    stroke('M74 100L68 26', shade('#4a3424'), 2.2),
    circle(68, 23, 7, palette.accent, 'opacity="0.35"'),
    circle(68, 23, 3.4, lighter(palette.accent, 0.4)),
    fill('M40 92H48V100H36ZM52 92H60L62 100H52Z', shade('#2c2028')),
    fill('M50 24C36 32 28 66 26 94C40 99 60 99 74 94C72 66 64 32 50 24Z', cloak),
    fill('M52 26C64 36 71 66 74 94C68 97 62 97.500 56 98C60 70 58 44 52 26Z', dark),
    fill('M60 52C66 52 70 54 72 58L68 62C64 60 60 60 57 61Z', cloak),
    fill('M50 6C40 6 36 18 38 30C44 34 56 34 62 30C64 18 60 6 50 6Z', cloak),
    ellipse(47, 21, 7.5, 9, shade('#2a1a20')),
    fill('M38 30C46 36 56 36 63 30L66 40C56 46 44 46 35 40Z', dark),
  ].join('');
}
