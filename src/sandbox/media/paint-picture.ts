import sharp from 'sharp';
import type { Result, ResultRequest } from '../task-api/results.ts';
import { paintRequest } from './paint-request.ts';

export const PICTURE_LONG_SIDE_PX = 1_024;

/** A picture for a request: model b draws it flat, in few colours, which suits PNG. */
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
