import sharp, { type Sharp } from 'sharp';
import type { Result, ResultRequest } from '../task-api/results.ts';
import { sizeOf } from './frame-size.ts';
import { type Raster, rasterise } from './raster.ts';
import { toSvg } from './scene/scene.ts';
import { drawLayers, finish, redraw, takeCommission } from './studio.ts';

export const PICTURE_LONG_SIDE_PX = 1_024;

/** A picture for a request: model b prints posters, every other paints in oil. */
export async function paintPicture(request: ResultRequest, longSidePx: number): Promise<Result> {
  const commission = await takeCommission(request, request.modelId === 'image-model-b' ? 'poster' : 'oil', 1);
  const size = sizeOf(commission.frame, longSidePx);
  const drawn = commission.source
    ? await redraw(commission, commission.source, size)
    : rasterise(toSvg(drawLayers(commission), commission.frame, size));
  const finished = finish(drawn, commission);
  return commission.manner === 'poster' ? await toPng(finished) : await toWebp(finished);
}

/** Prints have few colours, which suits PNG. */
async function toPng(raster: Raster): Promise<Result> {
  const body = await pixelsOf(raster).png({ palette: true, colours: 96, effort: 3, dither: 0.4 }).toBuffer();
  return { body, mimeType: 'image/png', extension: 'png' };
}

async function toWebp(raster: Raster): Promise<Result> {
  return {
    body: await pixelsOf(raster).webp({ quality: 92, effort: 2 }).toBuffer(),
    mimeType: 'image/webp',
    extension: 'webp',
  };
}

function pixelsOf({ pixels, widthPx: width, heightPx: height }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
}
