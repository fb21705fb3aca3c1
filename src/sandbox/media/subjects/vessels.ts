import { darker, lighter } from '../palette.ts';
import { fill, type Ink, stroke } from '../svg.ts';

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
