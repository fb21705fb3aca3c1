import { darker, lighter, mix } from '../colour.ts';
import { between } from '../random.ts';
import { circle, ellipse, fill, group, n, stroke } from '../svg.ts';
import type { Ink } from './ink.ts';

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

export function drawBirds({ colour, shade, random }: Ink): string {
  const tone = shade(colour ?? '#2a2a38');
  return Array.from({ length: 9 }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1;
    const place = Math.ceil(index / 2);
    const x = 50 + side * place * 24 + between(random, -6, 6);
    const y = 40 + place * 11 + between(random, -6, 6);
    const wing = between(random, 8, 13);
    const lift = between(random, 3, 7);
    const [w, l] = [n(wing), n(lift)];
    const path = `M${n(x - wing)} ${n(y - lift)}q${w} ${n(-lift * 0.3)} ${w} ${l}q0 ${n(-lift * 1.4)} ${w} ${n(-lift)}q${n(-wing * 0.6)} ${n(lift * 0.7)} ${n(-wing)} ${n(lift * 1.5)}q${n(-wing * 0.4)} ${n(-lift * 0.8)} ${n(-wing)} ${n(-lift * 1.5)}Z`;
    return fill(path, tone);
  }).join('');
}

export function drawDragon({ colour, shade }: Ink): string {
  const coat = colour ?? '#8a2f3c';
  const main = shade(coat);
  const dark = shade(darker(coat, 0.45));
  const membrane = shade(lighter(coat, 0.25));
  return [
    fill(
      'M54 52C62 22 84 4 118 0C112 8 110 16 112 24C104 24 98 28 96 36C88 36 82 40 78 48C70 48 64 52 60 60Z',
      membrane,
    ),
    stroke('M54 52C62 22 84 4 118 0M62 40C80 28 96 24 112 24M60 48C74 38 86 36 96 36', dark, 2),
    fill(
      'M0 52C4 44 14 42 20 46C28 46 34 52 42 52C56 48 72 54 84 64C96 74 108 70 122 76C110 78 100 82 88 78C74 74 66 70 54 70C42 72 34 66 28 60C22 58 14 60 8 60C12 57 10 55 4 56Z',
      main,
    ),
    fill('M122 76L132 70L128 80L132 88L120 82Z', dark),
    fill('M14 42L20 32L22 44ZM20 44L28 36L28 47Z', dark),
    fill('M50 56C44 34 26 22 2 20C8 26 10 32 8 38C16 36 22 40 24 46C32 44 36 50 44 60Z', membrane),
    stroke('M50 56C44 34 26 22 2 20M44 44C32 36 20 36 8 38', dark, 2),
    fill('M48 70L44 84L49 80L52 86L56 71ZM70 73L70 88L75 83L79 88L80 75Z', dark),
    circle(12, 49, 1.8, '#ffe07a'),
    fill('M2 57C-8 58 -16 64 -30 62C-22 66 -24 70 -34 74C-18 76 -6 68 6 60Z', '#ffb13c', 'opacity="0.9"'),
    fill('M2 58C-6 60 -12 64 -20 65C-12 68 -4 65 5 60Z', '#fff0a8'),
  ].join('');
}

export function drawBalloon({ colour, shade, palette }: Ink): string {
  const main = shade(colour ?? '#d94f4a');
  const second = shade(colour ? lighter(colour, 0.55) : '#f9e3b4');
  const bag = 'M50 0C76 0 88 20 86 38C84 54 66 66 60 74H40C34 66 16 54 14 38C12 20 24 0 50 0Z';
  return [
    fill(bag, main),
    fill('M50 0C36 6 30 20 30 38C30 54 40 66 44 74H40C34 66 16 54 14 38C12 20 24 0 50 0Z', second),
    fill('M50 0C64 6 70 20 70 38C70 54 60 66 56 74H60C66 66 84 54 86 38C88 20 76 0 50 0Z', second),
    fill(
      'M50 0C44 8 41 20 41 38C41 54 46 66 48 74H52C54 66 59 54 59 38C59 20 56 8 50 0Z',
      shade(colour ? darker(colour, 0.15) : '#e8843c'),
    ),
    fill('M70 6C86 14 88 28 86 38C84 54 66 66 60 74H56C72 60 82 34 70 6Z', palette.near, 'opacity="0.22"'),
    stroke('M41 75L44 88M59 75L56 88', shade('#5a3a22'), 1),
    fill('M42 88H58L56 100H44Z', shade('#8a5a30')),
    stroke('M42.500 91H57.500M43 95H57', shade('#5a3a1c'), 1),
  ].join('');
}

export function drawRocket({ colour, shade }: Ink): string {
  const body = shade('#eef0f4');
  const main = shade(colour ?? '#e0483e');
  const flame =
    fill('M40 84C34 100 44 112 50 128C56 112 66 100 60 84Z', '#ff9d3c') +
    fill('M45 84C42 96 47 104 50 112C53 104 58 96 55 84Z', '#fff2b0');
  return group(
    [
      flame,
      fill('M36 54C24 60 20 74 22 88L38 80ZM64 54C76 60 80 74 78 88L62 80Z', main),
      fill('M50 0C66 14 70 40 64 84H36C30 40 34 14 50 0Z', body),
      fill('M50 0C66 14 70 40 64 84H56C62 44 60 16 50 0Z', shade('#b9c0cc')),
      fill('M50 0C57 6 61 14 64 23H36C39 14 43 6 50 0Z', main),
      circle(50, 38, 9, shade('#56606e')),
      circle(50, 38, 6.6, shade('#8fdcf0')),
      fill('M46 62H54V90H46Z', main),
    ].join(''),
    'transform="rotate(24 50 50)"',
  );
}
