import type { Random } from '../random.ts';
import type { Ground, Reading } from '../reading.ts';
import { createHill, drawHill, drawMountains } from './land.ts';
import { placeSubjects } from './place-subjects.ts';
import { drawCanopy, drawGrass, drawTrees, drawTrunks } from './plants.ts';
import type { Frame, Sketch } from './sketch.ts';
import { drawClouds, drawLight, drawMist, drawRain, drawSky, drawSnowfall, drawStars, placeLight } from './sky.ts';
import { drawShore, drawWater } from './water.ts';

/** How far down the sky reaches, as a share of the height. */
const HORIZONS: Readonly<Record<Ground, number>> = { hills: 0.56, mountains: 0.62, sea: 0.54, forest: 0.66 };

/** Draws the parts of a scene, the farthest first. */
export function composeScene(reading: Reading, frame: Frame, random: Random): string[] {
  const unit = Math.min(frame.width, frame.height);
  const sketch: Sketch = { frame, unit, horizon: frame.height * HORIZONS[reading.ground], reading, random };
  const light = placeLight(sketch);
  return [
    drawSky(sketch),
    reading.palette.dark ? drawStars(sketch) : '',
    reading.mood === 'storm' ? '' : drawLight(sketch, light),
    drawClouds(sketch),
    ...(reading.ground === 'sea' ? composeSea(sketch, light) : LANDS[reading.ground](sketch)),
    reading.rain ? drawRain(sketch) : '',
    reading.snow ? drawSnowfall(sketch) : '',
  ];
}

const LANDS = { hills: composeHills, mountains: composeMountains, forest: composeForest };

function composeHills(sketch: Sketch): string[] {
  const { horizon, unit, frame } = sketch;
  const far = createHill(sketch, horizon + unit * 0.08, unit * 0.16);
  const middle = createHill(sketch, horizon + (frame.height - horizon) * 0.38, unit * 0.16);
  const near = createHill(sketch, frame.height * 0.84, unit * 0.1);
  const { behind, before } = placeSubjects(sketch, { ground: near });
  return [
    drawMountains(sketch, horizon + unit * 0.08, unit * 0.2, 0.14),
    drawHill(sketch, far, 0.3),
    drawTrees(sketch, far, 0.32, unit * 0.07, 0.6),
    drawMist(sketch, horizon + unit * 0.1),
    ...behind,
    drawHill(sketch, middle, 0.52),
    drawTrees(sketch, middle, 0.56, unit * 0.17, 0.3),
    drawHill(sketch, near, 0.82),
    drawGrass(sketch, near),
    ...before,
  ];
}

function composeMountains(sketch: Sketch): string[] {
  const { horizon, unit, frame } = sketch;
  const wood = createHill(sketch, horizon + unit * 0.14, unit * 0.08);
  const near = createHill(sketch, frame.height * 0.86, unit * 0.1);
  const { behind, before } = placeSubjects(sketch, { ground: near });
  return [
    drawMountains(sketch, horizon + unit * 0.02, unit * 0.46, 0.1),
    drawMist(sketch, horizon - unit * 0.02),
    drawMountains(sketch, horizon + unit * 0.1, unit * 0.34, 0.32),
    drawMist(sketch, horizon + unit * 0.06),
    ...behind,
    drawHill(sketch, wood, 0.5),
    drawTrees(sketch, wood, 0.54, unit * 0.13, 0.85),
    drawHill(sketch, near, 0.8),
    drawGrass(sketch, near),
    ...before,
  ];
}

function composeForest(sketch: Sketch): string[] {
  const { frame, unit } = sketch;
  const ground = createHill(sketch, frame.height * 0.86, unit * 0.07);
  const back = createHill(sketch, frame.height * 0.72, unit * 0.08);
  const { behind, before } = placeSubjects(sketch, { ground });
  return [
    drawTrees(sketch, back, 0.18, unit * 0.42, 1),
    drawMist(sketch, frame.height * 0.6),
    drawTrunks(sketch, 0.3),
    drawMist(sketch, frame.height * 0.7),
    drawHill(sketch, back, 0.4),
    drawTrunks(sketch, 0.55),
    ...behind,
    drawHill(sketch, ground, 0.76),
    drawGrass(sketch, ground),
    ...before,
    drawCanopy(sketch),
  ];
}

function composeSea(sketch: Sketch, light: ReturnType<typeof placeLight>): string[] {
  const { horizon, unit, frame, reading, random } = sketch;
  const shore = frame.height * 0.87;
  const water = horizon + (frame.height - horizon) * 0.42;
  const { behind, before } = placeSubjects(sketch, { ground: () => shore, water });
  return [
    drawMountains(sketch, horizon + unit * 0.01, unit * 0.12, 0.2),
    drawWater(sketch, horizon, reading.mood === 'storm' ? undefined : light),
    ...behind,
    before.length > 0 || random() < 0.5 ? drawShore(sketch, shore) : '',
    ...before,
  ];
}
