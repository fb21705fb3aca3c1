import { darker, lighter, mix } from '../colour.ts';
import { between, createNoise, pick } from '../random.ts';
import { box, circle, curve, downward, fill, n, outward, type Point, stroke } from '../svg.ts';
import { type Layer, layer, MARGIN, type Sketch } from './scene.ts';

/** For prompts that name nothing this painter knows: bands that flow, discs that float, and a few bold lines. */
export function drawAbstract({ frame, unit, random, reading }: Sketch): Layer[] {
  const { sky, accent, near, foliage, light } = reading.palette;
  const tones = [sky[1], sky[2], accent, foliage[1], sky[3], near, lighter(sky[2], 0.3), foliage[0]] as const;
  const base = downward('ground', [
    [0, sky[3]],
    [0.5, lighter(sky[2], 0.25)],
    [1, sky[1]],
  ]);
  const layers: Layer[] = [
    layer(`<defs>${base}</defs>${box(-MARGIN, 0, frame.width + 2 * MARGIN, frame.height, 'url(#ground)')}`, 0),
  ];
  const flow = createNoise(random, 3);
  const bands = 8;
  for (let band = 0; band < bands; band += 1) {
    const tone = tones[(band * 3 + 1) % tones.length] ?? accent;
    const middle = frame.height * ((band + between(random, 0.2, 0.9)) / bands);
    const thickness = unit * between(random, 0.05, 0.17);
    const at = (x: number): number => middle + unit * 0.24 * flow(x / (unit * 0.42) + band * 0.33);
    const upper: Point[] = Array.from({ length: 15 }, (_, index) => {
      const x = -MARGIN + (index / 14) * (frame.width + 2 * MARGIN);
      return [x, at(x) - thickness * (0.6 + 0.6 * flow(index / 2 + band))];
    });
    const lower: Point[] = upper.map(([x]): Point => [x, at(x) + thickness]).reverse();
    const id = `band${band}`;
    const gradient = downward(id, [
      [0, lighter(tone, 0.18)],
      [1, darker(tone, 0.12)],
    ]);
    layers.push(
      layer(
        `<defs>${gradient}</defs>${fill(`${curve(upper)}${curve(lower).replace('M', 'L')}Z`, `url(#${id})`, 'opacity="0.88"')}${stroke(curve(upper), lighter(tone, 0.5), 2.5, 'opacity="0.7"')}`,
        0.15 + band * 0.08,
        band % 2 ? 'drift' : 'bob',
      ),
    );
  }
  const glow = outward('disc', [
    [0, lighter(light, 0.3)],
    [1, mix(light, accent, 0.7)],
  ]);
  const discs = Array.from({ length: 6 }, (_, index) => {
    const radius = unit * (index === 0 ? between(random, 0.15, 0.2) : between(random, 0.02, 0.07));
    const [x, y] = [frame.width * between(random, 0.12, 0.88), frame.height * between(random, 0.12, 0.88)];
    const ring = circle(x, y, radius * 1.3, 'none', `stroke="${near}" stroke-width="2" opacity="0.5"`);
    return (index % 2 === 0 ? ring : '') + circle(x, y, radius, index === 0 ? 'url(#disc)' : pick(random, tones));
  });
  const sweeps = Array.from({ length: 4 }, () => {
    const [x, y] = [frame.width * random(), frame.height * random()];
    const reach = unit * between(random, 0.2, 0.5);
    return stroke(
      `M${n(x)} ${n(y)}q${n(reach * 0.5)} ${n(between(random, -1, 1) * reach)} ${n(reach)} ${n(between(random, -0.4, 0.4) * reach)}`,
      near,
      between(random, 2, 7),
      'opacity="0.75"',
    );
  });
  layers.push(layer(`<defs>${glow}</defs>${discs.join('')}${sweeps.join('')}`, 0.9, 'bob'));
  return layers;
}
