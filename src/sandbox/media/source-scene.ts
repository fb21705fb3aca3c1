import sharp, { type Sharp } from 'sharp';
import { parseJson } from '../parse-json.ts';
import type { ResultRequest } from '../task-api/results.ts';
import { newScene, type Scene, sceneAfter, sceneSchema } from './scene/scene.ts';
import { type Frame, frameOf } from './scene/sketch.ts';
import { fetchSource, ratioOf } from './source-picture.ts';

/** The last frame of a clip. Others take it out of the clip, so it can't carry a note. */
export interface Ending {
  scene: Scene;
  look: Uint8Array;
}

/** What to paint, and in which shape. */
export interface Plan {
  scene: Scene;
  frame: Frame;
  /** A foreign picture to paint over. */
  upload: Buffer | undefined;
}

/** Width by height, if neither the request nor a source has a shape. */
const RATIOS = { image: 1, video: 16 / 9 };

export async function planOf(request: ResultRequest, endings: readonly Ending[]): Promise<Plan> {
  const sources = await Promise.all(request.imageUrls.map(fetchSource));
  const [upload] = sources;
  const sourceRatio = upload && (await ratioOf(upload));
  const frame = frameOf(request.aspectRatio, sourceRatio ?? RATIOS[request.kind]);
  const known = await Promise.all(sources.map(async (one) => sceneIn(one) ?? sceneOfEnding(one, endings)));
  const [scene, ...others] = known;
  if (!scene) return { scene: newScene(request), frame, upload };
  const isSameShape = sourceRatio !== undefined && Math.abs(sourceRatio / (frame.width / frame.height) - 1) < 0.02;
  const own = others.filter((one) => one !== undefined);
  return { scene: sceneAfter([scene, ...own], request, isSameShape), frame, upload: undefined };
}

const NOTE = 'Painted scene: ';

/** A scene in words of ASCII, to be kept in a picture's description. */
export const sceneNote = (scene: Scene): string => `${NOTE}${JSON.stringify(scene)}`;

/** The scene that the painter noted in its picture. */
export function sceneIn(picture: Buffer): Scene | undefined {
  const text = picture.toString('latin1');
  const start = text.lastIndexOf(NOTE) + NOTE.length;
  if (start < NOTE.length) return undefined;
  const [note = ''] = text.slice(start, start + 2_000).split('\0');
  return sceneSchema.safeParse(parseJson(note)).data;
}

const LOOK_PX = 16;
/** The mean difference of a frame before and after it was in a clip, in steps of brightness, is far smaller. */
const SAME_LOOK = 6;

/** A picture in 16 by 16 pixels. */
export async function lookOf(picture: Sharp): Promise<Uint8Array> {
  const small = picture.removeAlpha().toColourspace('srgb').resize(LOOK_PX, LOOK_PX, { fit: 'fill' });
  return new Uint8Array(await small.raw().toBuffer());
}

async function sceneOfEnding(picture: Buffer, endings: readonly Ending[]): Promise<Scene | undefined> {
  const look = await lookOf(sharp(picture));
  const distance = (other: Uint8Array): number =>
    look.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / look.length;
  const near = endings.map((one) => ({ ...one, away: distance(one.look) })).filter(({ away }) => away < SAME_LOOK);
  return near.toSorted((a, b) => a.away - b.away)[0]?.scene;
}
