import h264 from 'h264-mp4-encoder';
import type { Result, ResultRequest } from '../task-api/results.ts';
import { paintRequest } from './paint-picture.ts';
import type { Raster } from './raster.ts';

export const CLIP_LONG_SIDE_PX = 480;
const RATIO = 16 / 9;
const FRAMES_PER_SECOND = 16;
const FRAMES = 40;
/** The picture is wider than the clip, so that the clip can pan across it. */
const STRETCH = 1.2;
/** On H.264's scale from 10 (best) to 51. This value gives clips of a few hundred KiB. */
const QUANTIZATION = 23;
/** From 0 (best and slowest) to 10 (fastest). */
const SPEED = 6;

/** Makes a clip of 2.5 s: a slow pan across the request's picture. */
export async function filmClip(request: ResultRequest, longSidePx: number): Promise<Result> {
  const picture = await paintRequest(request, { longSidePx, ratio: RATIO, stretch: STRETCH });
  const widthPx = 2 * Math.round(picture.widthPx / STRETCH / 2);
  const encoder = await h264.createH264MP4Encoder();
  try {
    encoder.width = widthPx;
    encoder.height = picture.heightPx;
    encoder.frameRate = FRAMES_PER_SECOND;
    encoder.quantizationParameter = QUANTIZATION;
    encoder.speed = SPEED;
    encoder.groupOfPictures = FRAMES_PER_SECOND;
    encoder.initialize();
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const left = ((picture.widthPx - widthPx) * frame) / (FRAMES - 1);
      encoder.addFrameRgba(cutOut(picture, Math.round(left), widthPx));
    }
    encoder.finalize();
    const body = Buffer.from(encoder.FS.readFile(encoder.outputFilename));
    encoder.FS.unlink(encoder.outputFilename);
    return { body, mimeType: 'video/mp4', extension: 'mp4' };
  } finally {
    encoder.delete();
  }
}

function cutOut(picture: Raster, leftPx: number, widthPx: number): Uint8Array {
  const frame = new Uint8Array(widthPx * picture.heightPx * 4);
  for (let y = 0; y < picture.heightPx; y += 1) {
    const from = (y * picture.widthPx + leftPx) * 4;
    frame.set(picture.pixels.subarray(from, from + widthPx * 4), y * widthPx * 4);
  }
  return frame;
}
