import sharp from 'sharp';
import type { Result, ResultRequest } from '../task-api/results.ts';
import { h264 } from './h264.ts';
import { paintFinely, paintOver } from './oil-paint.ts';
import { drawOnto } from './paint-picture.ts';
import { createRandom } from './random.ts';
import { type Raster, rasterise } from './raster.ts';
import { composeScene } from './scene/compose.ts';
import { type Scene, shiftAfter } from './scene/scene.ts';
import { type Frame, type Layer, type PixelSize, sizeOf, toSvg, unitOf, viewOf } from './scene/sketch.ts';
import { layOver } from './source-picture.ts';
import { type Ending, lookOf, type Plan, planOf } from './source-scene.ts';

export const CLIP_LONG_SIDE_PX = 480;
const FRAMES_PER_SECOND = 16;
const FRAMES = 40;
/** How much wider than the clip a foreign picture is, so that the clip can pan across it. */
const STRETCH = 1.2;
/** On H.264's scale from 10 (best) to 51. This value gives clips of a few hundred KiB. */
const QUANTIZATION = 23;
/** From 0 (best and slowest) to 10 (fastest). */
const SPEED = 6;

/** A painted layer that is wider than the clip, and where the clip's left edge is on it. */
interface Strip extends Pick<Layer, 'motion'> {
  painting: Raster;
  fromPx: number;
  toPx: number;
}

/**
 * Makes a clip of 2.5 s. The view moves to the side, past far and near layers, and some of them move by themselves.
 * @param endings the last frames of clips, to be recognised as sources
 */
export async function filmClip(
  request: ResultRequest,
  longSidePx: number,
  endings: readonly Ending[] = [],
): Promise<Result & { ending?: Ending }> {
  return filmPlan(await planOf(request, endings), longSidePx);
}

export async function filmPlan(
  { scene, frame, upload }: Plan,
  longSidePx: number,
): Promise<Result & { ending?: Ending }> {
  const size = sizeOf(frame, longSidePx);
  const strips = upload ? [await paintPan(upload, scene, frame, size)] : paintStrips(scene, frame, size);
  const encoder = await h264.createH264MP4Encoder();
  try {
    encoder.width = size.widthPx;
    encoder.height = size.heightPx;
    encoder.frameRate = FRAMES_PER_SECOND;
    encoder.quantizationParameter = QUANTIZATION;
    encoder.speed = SPEED;
    encoder.groupOfPictures = FRAMES_PER_SECOND;
    encoder.initialize();
    for (let frameNumber = 0; frameNumber < FRAMES; frameNumber += 1) {
      encoder.addFrameRgba(new Uint8Array(frameAt(strips, frameNumber / (FRAMES - 1), size).pixels));
    }
    encoder.finalize();
    const body = Buffer.from(encoder.FS.readFile(encoder.outputFilename));
    encoder.FS.unlink(encoder.outputFilename);
    const clip: Result = { body, mimeType: 'video/mp4', extension: 'mp4' };
    if (upload) return clip;
    const { pixels, widthPx: width, heightPx: height } = frameAt(strips, 1, size);
    const look = await lookOf(sharp(pixels, { raw: { width, height, channels: 4 } }));
    return { ...clip, ending: { scene: { ...scene, clips: scene.clips + 1 }, look } };
  } finally {
    encoder.delete();
  }
}

/** Each layer alone, in the paint of the whole. */
function paintStrips(scene: Scene, frame: Frame, size: PixelSize): Strip[] {
  const [from, to] = [shiftAfter(scene.clips), shiftAfter(scene.clips + 1)];
  const pxOf = (units: number): number => Math.round((units * unitOf(frame) * size.widthPx) / frame.width);
  const widthPx = size.widthPx + pxOf(Math.abs(to - from));
  const wide = { widthPx, heightPx: size.heightPx };
  const paint = scene.isFine ? paintFinely : paintOver;
  let below: Raster | undefined;
  return composeScene(scene, frame).map(({ parts, depth, motion }) => {
    const first = Math.min(from, to) * depth;
    const view = { ...viewOf(frame, first), width: (frame.width * widthPx) / size.widthPx };
    const drawn = rasterise(toSvg(parts, view, wide));
    below = below ? layOver(below, drawn) : drawn;
    const painting = cutAlong(paint(below, createRandom('brush', scene.seed)), drawn);
    const strip = { painting, fromPx: pxOf(from * depth - first), toPx: pxOf(to * depth - first) };
    return motion ? { ...strip, motion } : strip;
  });
}

async function paintPan(upload: Buffer, scene: Scene, frame: Frame, { widthPx, heightPx }: PixelSize): Promise<Strip> {
  const wide = { ...frame, width: frame.width * STRETCH };
  const size = { widthPx: Math.round(widthPx * STRETCH), heightPx };
  const painting = paintOver(await drawOnto(upload, scene, wide, size), createRandom('brush', scene.seed));
  return { painting, fromPx: 0, toPx: size.widthPx - widthPx };
}

/** Gives a painting the outline of what was drawn. Its colours are premultiplied. */
function cutAlong({ pixels, ...size }: Raster, drawn: Raster): Raster {
  const result = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = drawn.pixels[at + 3] ?? 0;
    for (let channel = 0; channel < 3; channel += 1) {
      result[at + channel] = ((pixels[at + channel] ?? 0) * alpha) / 255;
    }
    result[at + 3] = alpha;
  }
  return { ...size, pixels: result };
}

/** How far things that float go up and down, and ripples to the sides, as shares of the height. */
const FLOAT = 0.014;
const RIPPLE = 0.008;

/** The picture at a time from 0 (start) to 1 (end). */
function frameAt(strips: readonly Strip[], time: number, size: PixelSize): Raster {
  return strips
    .map(({ painting, motion, fromPx, toPx }) => {
      const leftPx = Math.round(fromPx + (toPx - fromPx) * time);
      const swing = Math.sin(2 * Math.PI * time) * size.heightPx;
      const down = motion === 'falls' ? time * size.heightPx : motion === 'floats' ? swing * FLOAT : 0;
      const ripple = motion === 'ripples' ? swing * RIPPLE : 0;
      return cutOut(painting, { ...size, leftPx, downPx: Math.round(down), ripplePx: ripple });
    })
    .reduce(layOver);
}

interface Cut extends PixelSize {
  leftPx: number;
  downPx: number;
  ripplePx: number;
}

/** Cuts a frame out of a painting. What moves out below comes in above. */
function cutOut({ pixels, widthPx: fullPx }: Raster, { widthPx, heightPx, leftPx, downPx, ripplePx }: Cut): Raster {
  const result = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y += 1) {
    const row = (y - downPx + heightPx) % heightPx;
    const aside = Math.round(ripplePx * Math.sin((y * 40) / heightPx));
    const left = Math.min(fullPx - widthPx, Math.max(0, leftPx + aside));
    const from = (row * fullPx + left) * 4;
    result.set(pixels.subarray(from, from + widthPx * 4), y * widthPx * 4);
  }
  return { widthPx, heightPx, pixels: result };
}
