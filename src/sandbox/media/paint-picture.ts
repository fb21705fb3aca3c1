import sharp from 'sharp';
import type { Result, ResultRequest } from '../task-api/results.ts';
import { paintOver } from './oil-paint.ts';
import { createRandom } from './random.ts';
import { type Raster, rasterise } from './raster.ts';
import { readPrompt } from './reading.ts';
import { composeScene } from './scene/compose.ts';
import { placeSubjects } from './scene/place-subjects.ts';
import { frameOf, type Sketch, sizeOf, toSvg } from './scene/sketch.ts';
import { fetchSource, layOver, ratioOf, readSource, relight } from './source-picture.ts';

/** Models whose pictures are oil paintings. Pictures of other models stay as drawn. */
const OIL_MODELS: ReadonlySet<string> = new Set(['image-model-a', 'omni-pro']);

interface PictureShape {
  longSidePx: number;
  /** Width by height, if the request names no ratio. */
  ratio: number;
  /** How much wider than its frame the picture is. */
  stretch?: number;
}

/** Paints a request's picture, on its first source if it has one. The same request always gives the same picture. */
export async function paintRequest(request: ResultRequest, shape: PictureShape): Promise<Raster> {
  const { modelId, prompt, aspectRatio, imageUrls, seed } = request;
  const random = createRandom(`${modelId} ${prompt}`, seed);
  const [address] = imageUrls;
  const source = address === undefined ? undefined : await fetchSource(address);
  const asked = frameOf(aspectRatio, source ? await ratioOf(source) : shape.ratio);
  const { widthPx, heightPx } = sizeOf(asked, shape.longSidePx);
  const stretch = shape.stretch ?? 1;
  const size = { widthPx: Math.round(widthPx * stretch), heightPx };
  const frame = { width: asked.width * stretch, height: asked.height };
  const reading = readPrompt(prompt, random);
  const sketch = { frame, unit: Math.min(frame.width, frame.height), horizon: frame.height * 0.5, reading, random };
  const drawn = source
    ? layOver(relight(await readSource(source, size), reading.palette), rasterise(toSvg(addedTo(sketch), frame, size)))
    : rasterise(toSvg(composeScene(reading, frame, random), frame, size));
  return OIL_MODELS.has(modelId) ? paintOver(drawn, random) : drawn;
}

/** The prompt's subjects, to be drawn into a source. */
function addedTo(sketch: Sketch): string[] {
  const { height } = sketch.frame;
  const { behind, before } = placeSubjects(sketch, { ground: () => height * 0.86, water: height * 0.8 });
  return [...behind, ...before];
}

export const PICTURE_LONG_SIDE_PX = 1_024;

/** Makes a request's picture. Model b draws flat, in few colours, which suits PNG. */
export async function paintPicture(request: ResultRequest, longSidePx: number): Promise<Result> {
  const { pixels, widthPx: width, heightPx: height } = await paintRequest(request, { longSidePx, ratio: 1 });
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  if (request.modelId === 'image-model-b') {
    const body = await picture.png({ palette: true, colours: 96, effort: 3, dither: 0.4 }).toBuffer();
    return { body, mimeType: 'image/png', extension: 'png' };
  }
  const body = await picture.webp({ quality: 92, effort: 2 }).toBuffer();
  return { body, mimeType: 'image/webp', extension: 'webp' };
}
