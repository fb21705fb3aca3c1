import sharp from 'sharp';
import type { Result, ResultRequest } from '../task-api/results.ts';
import { paintFinely, paintOver } from './oil-paint.ts';
import { createRandom } from './random.ts';
import { type Raster, rasterise } from './raster.ts';
import { composeScene, sketchesOf } from './scene/compose.ts';
import { placeSubjects } from './scene/place-subjects.ts';
import { lightOf, type Scene, shiftAfter } from './scene/scene.ts';
import { type Frame, type Layer, type PixelSize, sizeOf, toSvg, viewOf } from './scene/sketch.ts';
import { layOver, readSource, relight } from './source-picture.ts';
import { type Ending, type Plan, planOf, sceneNote } from './source-scene.ts';
import { group, n } from './svg.ts';

export const PICTURE_LONG_SIDE_PX = 1_024;
/** How much larger the better model paints. */
const FINE_SCALE = 1.25;

/**
 * Makes a request's picture: a scene of its own, the scene of the painter's own picture again, or a foreign picture
 * painted over. The same request always gives the same picture.
 * @param endings the last frames of clips, to be recognised as sources
 */
export async function paintPicture(
  request: ResultRequest,
  longSidePx: number,
  endings: readonly Ending[] = [],
): Promise<Result> {
  return paintPlan(await planOf(request, endings), longSidePx);
}

export async function paintPlan(plan: Plan, longSidePx: number): Promise<Result> {
  const { scene, frame, upload } = plan;
  const size = pictureSizeOf(plan, longSidePx);
  const drawn = upload ? await drawOnto(upload, scene, frame, size) : drawScene(scene, frame, size);
  const paint = scene.isFine ? paintFinely : paintOver;
  const { pixels, widthPx: width, heightPx: height } = paint(drawn, createRandom('brush', scene.seed));
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  const described = upload ? picture : picture.withExif({ IFD0: { ImageDescription: sceneNote(scene) } });
  const body = await described.webp({ quality: scene.isFine ? 86 : 92, effort: 2 }).toBuffer();
  return { body, mimeType: 'image/webp', extension: 'webp' };
}

export const pictureSizeOf = ({ scene, frame }: Plan, longSidePx: number): PixelSize =>
  sizeOf(frame, scene.isFine ? longSidePx * FINE_SCALE : longSidePx);

function drawScene(scene: Scene, frame: Frame, size: PixelSize): Raster {
  const shift = shiftAfter(scene.clips);
  const { left } = viewOf(frame);
  const moved = ({ parts, depth }: Layer): string =>
    group(parts.join(''), `transform="translate(${n(left - viewOf(frame, shift * depth).left)} 0)"`);
  return rasterise(toSvg(composeScene(scene, frame).map(moved), viewOf(frame), size));
}

/** Draws the prompt's subjects onto a foreign picture, in the prompt's light. */
export async function drawOnto(upload: Buffer, scene: Scene, frame: Frame, size: PixelSize): Promise<Raster> {
  const { height } = frame;
  const { look } = sketchesOf(scene, frame);
  const { behind, before } = placeSubjects(look, { ground: () => height * 0.86, water: height * 0.8 });
  const subjects = rasterise(toSvg([...behind, ...before], viewOf(frame), size));
  return layOver(relight(await readSource(upload, size), lightOf(scene)), subjects);
}
