import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { z } from 'zod';
import type { MediaKind } from '../../task-api/models.ts';
import { parseJson } from '../parse-json.ts';
import type { Result } from '../task-api/results.ts';
import { pictureSizeOf } from './paint-picture.ts';
import { lightOf } from './scene/scene.ts';
import { type Plan, sceneIn, sceneNote } from './source-scene.ts';

/** What to paint, when someone looks at it. */
export interface Canvas {
  kind: MediaKind;
  plan: Plan;
  longSidePx: number;
}

/** 2.5 s of one colour in H.264, 32 by 18 pixels, its index first. */
const EMPTY_CLIP = new URL('./canvas.mp4', import.meta.url);
/** Far more than a canvas has, and less than most results. */
export const CANVAS_MOST_BYTES = 8_000;

const sizeSchema = z.object({
  frame: z.object({ width: z.number(), height: z.number() }),
  longSidePx: z.number(),
});
const NOTE = /Canvas (\{.*\}) for /;
const noteOf = ({ plan: { frame, scene }, longSidePx }: Canvas): string =>
  `Canvas ${JSON.stringify({ frame, longSidePx })} for ${sceneNote(scene)}`;

/**
 * A file of the right kind with a note of what it should show, made in a moment. A picture has its right size as well, so
 * that a page keeps room for it.
 */
export async function stretchCanvas(canvas: Canvas): Promise<Result> {
  if (canvas.kind === 'video') {
    const clip = await readFile(EMPTY_CLIP);
    return { body: Buffer.concat([clip, boxOf(noteOf(canvas))]), mimeType: 'video/mp4', extension: 'mp4' };
  }
  const { widthPx: width, heightPx: height } = pictureSizeOf(canvas.plan, canvas.longSidePx);
  const background = lightOf(canvas.plan.scene).sky[2];
  const body = await sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { ImageDescription: noteOf(canvas) } })
    .webp()
    .toBuffer();
  return { body, mimeType: 'image/webp', extension: 'webp' };
}

/** A box that players skip (ISO/IEC 14496-12, `free`). */
function boxOf(text: string): Buffer {
  const box = Buffer.from(`....free${text}`, 'latin1');
  box.writeUInt32BE(box.length);
  return box;
}

/** The canvas in a file; undefined for all other files. */
export function readCanvas(file: Buffer): Canvas | undefined {
  const size = sizeSchema.safeParse(parseJson(NOTE.exec(file.toString('latin1'))?.[1] ?? ''));
  const scene = sceneIn(file);
  if (!size.success || !scene) return undefined;
  const kind = file.toString('latin1', 0, 4) === 'RIFF' ? 'image' : 'video';
  return { kind, plan: { scene, frame: size.data.frame, upload: undefined }, longSidePx: size.data.longSidePx };
}
