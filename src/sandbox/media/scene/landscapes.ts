import { drawSkyline, drawStreet } from './city.ts';
import { createHill, drawDunes, drawHill, drawMountains } from './land.ts';
import { placeSubjects } from './place-subjects.ts';
import { drawCanopy, drawGrass, drawTrees, drawTrunks } from './plants.ts';
import type { Layer, Sketch } from './scene.ts';
import { drawMist, type Light } from './sky.ts';
import { drawShore, drawWater } from './water.ts';

export function composeHills(sketch: Sketch): Layer[] {
  const { horizon, unit, frame } = sketch;
  const far = createHill(sketch, horizon + unit * 0.08, unit * 0.16);
  const middle = createHill(sketch, horizon + (frame.height - horizon) * 0.38, unit * 0.16);
  const near = createHill(sketch, frame.height * 0.84, unit * 0.1);
  const { behind, before } = placeSubjects(sketch, { ground: near, water: undefined });
  return [
    drawMountains(sketch, horizon + unit * 0.08, unit * 0.2, 0.14),
    drawHill(sketch, far, 0.3),
    drawTrees(sketch, far, 0.32, unit * 0.07, 0.6),
    drawMist(sketch, horizon + unit * 0.1, 0.36),
    ...behind,
    drawHill(sketch, middle, 0.52),
    drawTrees(sketch, middle, 0.56, unit * 0.17, 0.3),
    drawHill(sketch, near, 0.82),
    drawGrass(sketch, near, 0.84),
    ...before,
  ];
}

export function composeMountains(sketch: Sketch): Layer[] {
  const { horizon, unit, frame } = sketch;
  const wood = createHill(sketch, horizon + unit * 0.14, unit * 0.08);
  const near = createHill(sketch, frame.height * 0.86, unit * 0.1);
  const { behind, before } = placeSubjects(sketch, { ground: near, water: undefined });
  return [
    drawMountains(sketch, horizon + unit * 0.02, unit * 0.46, 0.1),
    drawMist(sketch, horizon - unit * 0.02, 0.14),
    drawMountains(sketch, horizon + unit * 0.1, unit * 0.34, 0.32),
    drawMist(sketch, horizon + unit * 0.06, 0.38),
    ...behind,
    drawHill(sketch, wood, 0.5),
    drawTrees(sketch, wood, 0.54, unit * 0.13, 0.85),
    drawHill(sketch, near, 0.8),
    drawGrass(sketch, near, 0.82),
    ...before,
  ];
}

export function composeSea(sketch: Sketch, light: Light): Layer[] {
  const { horizon, unit, frame } = sketch;
  const shore = frame.height * 0.87;
  const stands = sketch.reading.subjects.some(
    ({ name }) => !['boat', 'whale', 'birds', 'balloon', 'dragon', 'rocket'].includes(name),
  );
  const { behind, before } = placeSubjects(sketch, {
    ground: () => shore,
    water: horizon + (frame.height - horizon) * 0.42,
  });
  return [
    drawMountains(sketch, horizon + unit * 0.01, unit * 0.12, 0.2),
    drawWater(sketch, horizon, sketch.reading.mood === 'storm' ? undefined : light, 0.45),
    ...behind,
    ...(stands || sketch.random() < 0.5 ? [drawShore(sketch, shore, 0.8)] : []),
    ...before,
  ];
}

export function composeForest(sketch: Sketch): Layer[] {
  const { frame, unit } = sketch;
  const ground = createHill(sketch, frame.height * 0.86, unit * 0.07);
  const back = createHill(sketch, frame.height * 0.72, unit * 0.08);
  const { behind, before } = placeSubjects(sketch, { ground, water: undefined });
  return [
    drawTrees(sketch, back, 0.18, unit * 0.42, 1),
    drawMist(sketch, frame.height * 0.6, 0.2),
    drawTrunks(sketch, 0.3),
    drawMist(sketch, frame.height * 0.7, 0.34),
    drawHill(sketch, back, 0.4),
    drawTrunks(sketch, 0.55),
    ...behind,
    drawHill(sketch, ground, 0.76),
    drawGrass(sketch, ground, 0.8),
    ...before,
    drawCanopy(sketch, 0.95),
  ];
}

export function composeDesert(sketch: Sketch): Layer[] {
  const { horizon, unit, frame } = sketch;
  const near = frame.height * 0.86;
  const { behind, before } = placeSubjects(sketch, { ground: () => near - unit * 0.04, water: undefined });
  return [
    drawMountains(sketch, horizon + unit * 0.06, unit * 0.18, 0.14),
    drawDunes(sketch, horizon + unit * 0.08, 0.3),
    drawDunes(sketch, horizon + (frame.height - horizon) * 0.45, 0.55),
    ...behind,
    drawDunes(sketch, near, 0.8),
    ...before,
  ];
}

export function composeCity(sketch: Sketch): Layer[] {
  const { horizon, unit, frame } = sketch;
  const street = frame.height * 0.86;
  const { behind, before } = placeSubjects(sketch, { ground: () => street + unit * 0.02, water: undefined });
  return [
    drawSkyline(sketch, horizon, 0.15),
    drawMist(sketch, horizon, 0.2),
    drawSkyline(sketch, horizon + unit * 0.06, 0.45),
    ...behind,
    drawSkyline(sketch, street - unit * 0.03, 0.72),
    drawStreet(sketch, street, 0.78),
    ...before,
  ];
}
