import type { ResultRequest } from '../task-api/results.ts';
import { frameOf } from './frame-size.ts';
import { paintOver } from './oil-paint.ts';
import { composePoster } from './poster/poster.ts';
import { drawPaper } from './poster/title.ts';
import { printOn } from './print-texture.ts';
import { createRandom, type Random } from './random.ts';
import { type Raster, rasterise } from './raster.ts';
import { type Reading, readPrompt } from './reading.ts';
import { composeScene } from './scene/compose.ts';
import { placeSubjects } from './scene/place-subjects.ts';
import { type Frame, type Layer, type PixelSize, toSvg } from './scene/scene.ts';
import { fetchSource, layOver, posterise, ratioOf, readSource, relight } from './source-picture.ts';

/** Painted in oil, printed as a poster, or left as it was drawn. */
export type Manner = 'oil' | 'poster' | 'drawn';

/** A request, read: what is drawn, how, and on what. */
export interface Commission {
  prompt: string;
  manner: Manner;
  reading: Reading;
  frame: Frame;
  source: Buffer | undefined;
  random: Random;
}

/** How far a source's colours go towards the prompt's. */
const RELIGHT = { oil: 0.34, drawn: 0.24 } as const;

/** Reads a request, and fetches its first source if it has one. */
export async function takeCommission(request: ResultRequest, manner: Manner, ratio: number): Promise<Commission> {
  const { prompt, aspectRatio, imageUrls, seed } = request;
  const random = createRandom(`${request.modelId} ${prompt}`, seed);
  const [first] = imageUrls;
  const source = first === undefined ? undefined : await fetchSource(first);
  const frame = frameOf(aspectRatio, source ? await ratioOf(source) : ratio);
  return { prompt, manner, reading: readPrompt(prompt, random), frame, source, random };
}

/** The layers of a picture without a source. */
export function drawLayers({ manner, reading, prompt, frame, random }: Commission): Layer[] {
  return manner === 'poster' ? composePoster(reading, prompt, frame, random) : composeScene(reading, frame, random);
}

/** The finishing touch of a manner. */
export function finish(raster: Raster, { manner, random }: Commission): Raster {
  if (manner === 'oil') return paintOver(raster, random);
  return manner === 'poster' ? printOn(raster, random) : raster;
}

/** A source in the prompt's light, with what the prompt names standing in it. */
export async function redraw(commission: Commission, source: Buffer, size: PixelSize): Promise<Raster> {
  const { manner, reading } = commission;
  const raster = await readSource(source, size);
  const lit =
    manner === 'poster' ? posterise(raster, reading.palette) : relight(raster, reading.palette, RELIGHT[manner]);
  return layOver(lit, rasterise(toSvg(addedLayers(commission), commission.frame, size)));
}

function addedLayers({ manner, reading, prompt, frame, random }: Commission): Layer[] {
  const unit = Math.min(frame.width, frame.height);
  const sketch = { frame, unit, horizon: frame.height * 0.5, reading, random };
  const { behind, before } = placeSubjects(sketch, { ground: () => frame.height * 0.86, water: frame.height * 0.8 });
  const sun = { x: 0, y: 0, radius: 0 };
  const paper = { ...sketch, palette: reading.palette, sun };
  return [...behind, ...before, ...(manner === 'poster' ? [drawPaper(paper, prompt)] : [])];
}
