import type { Result, ResultRequest } from '../task-api/results.ts';
import { encodeClip } from './encode-clip.ts';
import { sizeOf } from './frame-size.ts';
import { type MovingLayer, moveLayers, zoomOver } from './motion.ts';
import { type Raster, rasterise } from './raster.ts';
import { type Layer, MARGIN, type Motion, type PixelSize, toWideSvg } from './scene/scene.ts';
import { layOver } from './source-picture.ts';
import { type Commission, drawLayers, finish, type Manner, redraw, takeCommission } from './studio.ts';

export const CLIP_LONG_SIDE_PX = 480;
const WIDE = 16 / 9;
const FRAMES_PER_SECOND = 16;
const FRAMES = 40;
/** A source is drawn larger than the clip, so that there is something to zoom into. */
const ZOOM = 1.25;
/** How much of the drawing shows through the brush: at this size, strokes alone would swallow faces. */
const KEPT_DRAWING = 0.45;
/** Layers nearer together than this move as one. */
const GROUP_DEPTH = 0.16;

const MANNERS: Readonly<Record<string, Manner>> = { 'omni-pro': 'oil', 'video-model-c': 'poster' };

/** A clip of 2.5 s for a request: the layers of its scene move past each other, or its source is slowly come near to. */
export async function filmClip(request: ResultRequest, longSidePx: number): Promise<Result> {
  const commission = await takeCommission(request, MANNERS[request.modelId] ?? 'drawn', WIDE);
  const size = sizeOf(commission.frame, longSidePx);
  const frames = commission.source
    ? zoomOver(await enlarge(commission, commission.source, size), size, FRAMES, ZOOM)
    : moveLayers(prepareLayers(commission, size), size, FRAMES);
  const body = await encodeClip(frames, { ...size, framesPerSecond: FRAMES_PER_SECOND });
  return { body, mimeType: 'video/mp4', extension: 'mp4' };
}

async function enlarge(commission: Commission, source: Buffer, { widthPx, heightPx }: PixelSize): Promise<Raster> {
  const size = { widthPx: Math.ceil(widthPx * ZOOM), heightPx: Math.ceil(heightPx * ZOOM) };
  return finish(await redraw(commission, source, size), commission);
}

/** Draws each group of layers with its margins. What is painted takes its colours from the whole picture up to there. */
function prepareLayers(commission: Commission, { widthPx, heightPx }: PixelSize): MovingLayer[] {
  const { frame, manner } = commission;
  const marginPx = Math.round((MARGIN * widthPx) / frame.width);
  const size = { widthPx: widthPx + 2 * marginPx, heightPx };
  let below: Raster | undefined;
  return groupLayers(drawLayers(commission)).map((each) => {
    const raster = rasterise(toWideSvg(each, frame, size));
    below = below ? layOver(below, raster) : raster;
    const image = manner === 'drawn' ? raster : maskedBy(finish(below, commission), raster);
    return { image, depth: each.depth, motion: each.motion, marginPx };
  });
}

function groupLayers(layers: readonly Layer[]): Layer[] {
  const groups: { svg: string; depth: number; motion: Motion }[] = [];
  for (const { svg, depth, motion } of layers) {
    const last = groups.at(-1);
    const joins = last && motion !== 'twinkle' && last.motion === motion && Math.abs(depth - last.depth) < GROUP_DEPTH;
    if (joins) last.svg += svg;
    else if (svg !== '') groups.push({ svg, depth, motion });
  }
  return groups;
}

/** A picture where a layer is, premultiplied by the layer's alpha. */
function maskedBy(picture: Raster, mask: Raster): Raster {
  const pixels = new Uint8ClampedArray(mask.pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = mask.pixels[at + 3] ?? 0;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const painted = ((picture.pixels[at + channel] ?? 0) * alpha) / 255;
      pixels[at + channel] = painted * (1 - KEPT_DRAWING) + (mask.pixels[at + channel] ?? 0) * KEPT_DRAWING;
    }
    pixels[at + 3] = alpha;
  }
  return { ...mask, pixels };
}
