import { darker, lighter, mix } from '../colour.ts';
import { circle, ellipse, outward, stroke } from '../svg.ts';
import { type Layer, layer, type Sketch } from './scene.ts';

/** A planet in a half light; the first one of a scene has a ring. */
export function drawPlanet({ reading }: Sketch, x: number, y: number, radius: number, index: number): Layer {
  const tone = index === 0 ? reading.palette.accent : '#7ab8e0';
  const body = `<radialGradient id="planet${index}" cx="0.35" cy="0.3" r="0.85"><stop offset="0" stop-color="${lighter(tone, 0.4)}"/><stop offset="0.5" stop-color="${tone}"/><stop offset="1" stop-color="${mix(darker(tone, 0.7), reading.palette.sky[0], 0.5)}"/></radialGradient>`;
  const halo = outward(`halo${index}`, [
    [0.6, lighter(tone, 0.3), 0.4],
    [1, tone, 0],
  ]);
  const bands = [-0.5, -0.15, 0.2, 0.5].map((level) =>
    stroke(
      `M${x - radius * Math.sqrt(1 - level * level) * 0.96} ${y + level * radius}q${radius * 0.9} ${radius * 0.24} ${2 * radius * Math.sqrt(1 - level * level) * 0.96} 0`,
      darker(tone, 0.25),
      radius * 0.08,
      'opacity="0.35"',
    ),
  );
  const ring = (half: string): string =>
    `<path d="M${x - radius * 1.8} ${y}A${radius * 1.8} ${radius * 0.42} 0 0 ${half} ${x + radius * 1.8} ${y}" fill="none" stroke="${lighter(tone, 0.55)}" stroke-width="${radius * 0.13}" opacity="0.75"/>`;
  const planet = circle(x, y, radius, `url(#planet${index})`) + bands.join('');
  const ringed = index === 0 ? `<g transform="rotate(-16 ${x} ${y})">${ring('1')}${planet}${ring('0')}</g>` : planet;
  return layer(
    `<defs>${body}${halo}</defs>${ellipse(x, y, radius * 1.6, radius * 1.6, `url(#halo${index})`)}${ringed}`,
    0.06 + index * 0.04,
    'still',
  );
}
