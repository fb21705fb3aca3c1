import { createRandom } from '../random.ts';
import type { Ground } from '../reading.ts';
import { createHill, drawHill, drawMountains } from './land.ts';
import { placeSubjects } from './place-subjects.ts';
import { drawCanopy, drawGrass, drawTrees, drawTrunks } from './plants.ts';
import { lightOf, type Scene } from './scene.ts';
import { type Frame, type Layer, type Sketch, STAGE_WIDTH, unitOf } from './sketch.ts';
import {
  drawClouds,
  drawLight,
  drawMist,
  drawRain,
  drawSky,
  drawSnowfall,
  drawStars,
  type Light,
  placeLight,
} from './sky.ts';
import { drawShore, drawWater } from './water.ts';

/** How far down the sky reaches, as a share of the height. */
const HORIZONS: Readonly<Record<Ground, number>> = { hills: 0.56, mountains: 0.62, sea: 0.54, forest: 0.66 };

/** Where the subject stands, and how near it is, in each of four pictures of one prompt. */
const STANDPOINTS = [
  { side: -0.7, nearness: 1 },
  { side: 0.8, nearness: 0.62 },
  { side: 0.3, nearness: 1.4 },
  { side: -0.9, nearness: 0.78 },
] as const;

/** What the scene's seed chooses, and what changes from one look at it to the next. */
interface Sketches {
  land: Sketch;
  /** Its light, its clouds and its subjects' pose. */
  look: Sketch;
}

export function sketchesOf(scene: Scene, frame: Frame): Sketches {
  const { reading, seed, lookSeed } = scene;
  const unit = unitOf(frame);
  const land: Sketch = {
    frame: { width: STAGE_WIDTH * unit, height: frame.height },
    unit,
    horizon: frame.height * HORIZONS[reading.ground],
    reading,
    palette: lightOf(scene),
    ...(STANDPOINTS[seed % STANDPOINTS.length] ?? STANDPOINTS[0]),
    random: createRandom('land', seed),
  };
  return { land, look: { ...land, random: createRandom('look', lookSeed) } };
}

/** Draws a scene, the farthest layer first. */
export function composeScene(scene: Scene, frame: Frame): Layer[] {
  const sketches = sketchesOf(scene, frame);
  const { land, look } = sketches;
  const { reading, palette } = land;
  const light = placeLight(look);
  const sky = [
    drawSky(land),
    palette.dark ? drawStars(land) : '',
    reading.mood === 'storm' ? '' : drawLight(look, light),
    drawClouds(look),
  ];
  const falling = [reading.rain ? drawRain(look) : '', reading.snow ? drawSnowfall(look) : ''];
  const layers: Layer[] = [
    { parts: sky, depth: 0.2 },
    ...COMPOSERS[reading.ground](sketches, light),
    { parts: falling, depth: 1, motion: 'falls' },
  ];
  return layers.filter(({ parts }) => parts.some((part) => part !== ''));
}

const COMPOSERS = { hills: composeHills, mountains: composeMountains, sea: composeSea, forest: composeForest };

function composeHills({ land, look }: Sketches): Layer[] {
  const { horizon, unit, frame } = land;
  const far = createHill(land, horizon + unit * 0.08, unit * 0.16);
  const middle = createHill(land, horizon + (frame.height - horizon) * 0.38, unit * 0.16);
  const near = createHill(land, frame.height * 0.84, unit * 0.1);
  const { behind, before } = placeSubjects(look, { ground: near });
  const distance = [
    drawMountains(land, horizon + unit * 0.08, unit * 0.2, 0.14),
    drawHill(land, far, 0.3),
    drawTrees(land, far, 0.32, unit * 0.07, 0.6),
    drawMist(look, horizon + unit * 0.1),
  ];
  const middleGround = [drawHill(land, middle, 0.52), drawTrees(land, middle, 0.56, unit * 0.17, 0.3)];
  const foreground = [drawHill(land, near, 0.82), drawGrass(land, near), ...before];
  return [
    { parts: distance, depth: 0.4 },
    { parts: behind, depth: 0.6, motion: 'floats' },
    { parts: middleGround, depth: 0.7 },
    { parts: foreground, depth: 1 },
  ];
}

function composeMountains({ land, look }: Sketches): Layer[] {
  const { horizon, unit, frame } = land;
  const wood = createHill(land, horizon + unit * 0.14, unit * 0.08);
  const near = createHill(land, frame.height * 0.86, unit * 0.1);
  const { behind, before } = placeSubjects(look, { ground: near });
  const distance = [
    drawMountains(land, horizon + unit * 0.02, unit * 0.46, 0.1),
    drawMist(look, horizon - unit * 0.02),
    drawMountains(land, horizon + unit * 0.1, unit * 0.34, 0.32),
    drawMist(look, horizon + unit * 0.06),
  ];
  const middleGround = [drawHill(land, wood, 0.5), drawTrees(land, wood, 0.54, unit * 0.13, 0.85)];
  const foreground = [drawHill(land, near, 0.8), drawGrass(land, near), ...before];
  return [
    { parts: distance, depth: 0.4 },
    { parts: behind, depth: 0.5, motion: 'floats' },
    { parts: middleGround, depth: 0.7 },
    { parts: foreground, depth: 1 },
  ];
}

function composeForest({ land, look }: Sketches): Layer[] {
  const { frame, unit } = land;
  const ground = createHill(land, frame.height * 0.86, unit * 0.07);
  const back = createHill(land, frame.height * 0.72, unit * 0.08);
  const { behind, before } = placeSubjects(look, { ground });
  const distance = [
    drawTrees(land, back, 0.18, unit * 0.42, 1),
    drawMist(look, frame.height * 0.6),
    drawTrunks(land, 0.3),
    drawMist(look, frame.height * 0.7),
  ];
  const middleGround = [drawHill(land, back, 0.4), drawTrunks(land, 0.55)];
  const foreground = [drawHill(land, ground, 0.76), drawGrass(land, ground), ...before, drawCanopy(land)];
  return [
    { parts: distance, depth: 0.4 },
    { parts: middleGround, depth: 0.7 },
    { parts: behind, depth: 0.8, motion: 'floats' },
    { parts: foreground, depth: 1 },
  ];
}

function composeSea({ land, look }: Sketches, light: Light): Layer[] {
  const { horizon, unit, frame, reading, random } = land;
  const shore = frame.height * 0.87;
  const water = horizon + (frame.height - horizon) * 0.42;
  const { behind, before } = placeSubjects(look, { ground: () => shore, water });
  const hasShore = random() < 0.5 || before.length > 0;
  const coast = drawMountains(land, horizon + unit * 0.01, unit * 0.12, 0.2);
  const surface = drawWater(look, horizon, reading.mood === 'storm' ? undefined : light);
  return [
    { parts: [coast], depth: 0.3 },
    { parts: [surface], depth: 0.5, motion: 'ripples' },
    { parts: behind, depth: 0.7, motion: 'floats' },
    { parts: [hasShore ? drawShore(land, shore) : '', ...before], depth: 1 },
  ];
}
