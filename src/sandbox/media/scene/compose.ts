import { between, type Random } from '../random.ts';
import type { Reading } from '../reading.ts';
import { drawAbstract } from './abstract.ts';
import { drawMoonscape } from './land.ts';
import { composeCity, composeDesert, composeForest, composeHills, composeMountains, composeSea } from './landscapes.ts';
import { placeSubjects } from './place-subjects.ts';
import { drawPlanet } from './planet.ts';
import type { Frame, Layer, Sketch } from './scene.ts';
import {
  drawAurora,
  drawClouds,
  drawLight,
  drawNebula,
  drawRain,
  drawSky,
  drawSnowfall,
  drawStars,
  type Light,
  placeLight,
} from './sky.ts';
import { drawBubbles, drawRays, drawReef } from './water.ts';

/** How far down the sky comes, as a share of the height. */
const HORIZONS: Readonly<Record<Reading['ground'], number>> = {
  hills: 0.56,
  mountains: 0.62,
  sea: 0.54,
  forest: 0.66,
  desert: 0.54,
  city: 0.72,
  underwater: 0.8,
  space: 0.78,
  abstract: 1,
};

/** The layers of a scene, from the farthest to the nearest. */
export function composeScene(reading: Reading, frame: Frame, random: Random): Layer[] {
  const unit = Math.min(frame.width, frame.height);
  const sketch: Sketch = { frame, unit, horizon: frame.height * HORIZONS[reading.ground], reading, random };
  if (reading.ground === 'abstract') return drawAbstract(sketch);
  if (reading.ground === 'underwater') return composeDeep(sketch);
  if (reading.ground === 'space') return composeSpace(sketch);
  const light = placeLight(sketch);
  const weather = [...(reading.rain ? [drawRain(sketch)] : []), ...(reading.snow ? [drawSnowfall(sketch)] : [])];
  return [...composeSky(sketch, light), ...composeLand(sketch, light), ...weather];
}

function composeSky(sketch: Sketch, light: Light): Layer[] {
  const { palette, mood } = sketch.reading;
  return [
    drawSky(sketch),
    ...(palette.dark ? drawStars(sketch) : []),
    ...(mood === 'aurora' ? drawAurora(sketch) : []),
    ...(mood === 'storm' || mood === 'aurora' ? [] : [drawLight(sketch, light)]),
    ...drawClouds(sketch),
  ];
}

function composeLand(sketch: Sketch, light: Light): Layer[] {
  switch (sketch.reading.ground) {
    case 'sea':
      return composeSea(sketch, light);
    case 'mountains':
      return composeMountains(sketch);
    case 'forest':
      return composeForest(sketch);
    case 'desert':
      return composeDesert(sketch);
    case 'city':
      return composeCity(sketch);
    default:
      return composeHills(sketch);
  }
}

function composeDeep(sketch: Sketch): Layer[] {
  const { frame } = sketch;
  const { behind, before } = placeSubjects(sketch, { ground: () => frame.height * 0.92, water: undefined });
  return [
    drawSky(sketch),
    drawRays(sketch),
    drawReef(sketch, 0.3),
    drawReef(sketch, 0.85),
    ...behind,
    ...before,
    drawBubbles(sketch),
  ];
}

function composeSpace(sketch: Sketch): Layer[] {
  const { frame, unit, random } = sketch;
  const ground = frame.height * 0.86;
  const walks = sketch.reading.subjects.some(({ name }) => name !== 'rocket' && name !== 'whale' && name !== 'dragon');
  const { behind, before } = placeSubjects(sketch, { ground: () => ground - unit * 0.02, water: undefined });
  return [
    drawSky(sketch),
    drawNebula(sketch),
    ...drawStars(sketch),
    drawPlanet(
      sketch,
      frame.width * between(random, 0.66, 0.8),
      frame.height * between(random, 0.24, 0.36),
      unit * between(random, 0.15, 0.21),
      0,
    ),
    drawPlanet(
      sketch,
      frame.width * between(random, 0.12, 0.26),
      frame.height * between(random, 0.14, 0.26),
      unit * between(random, 0.03, 0.055),
      1,
    ),
    ...behind,
    ...(walks || random() < 0.6 ? [drawMoonscape(sketch, ground)] : []),
    ...before,
  ];
}
