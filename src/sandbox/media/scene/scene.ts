import { z } from 'zod';
import type { ResultRequest } from '../../task-api/results.ts';
import { type Mood, PALETTES, type Palette, relightPalette, tintPalette } from '../palette.ts';
import { between, createRandom, pick } from '../random.ts';
import { readingSchema, readPrompt } from '../reading.ts';

export const sceneSchema = z.object({
  reading: readingSchema,
  /** Chooses the land, and where the subjects stand. */
  seed: z.int().nonnegative(),
  /** Chooses clouds, light and pose. */
  lookSeed: z.int().nonnegative(),
  /** Where the view is, in clips that went on before. */
  clips: z.int().nonnegative(),
  /** Whether the better model painted its last picture. */
  isFine: z.boolean(),
});

/** All that the painter needs to paint the same again. */
export type Scene = z.output<typeof sceneSchema>;

/** The better model for pictures. */
const isFineModel = (modelId: string): boolean => modelId === 'image-model-b';

export function newScene({ modelId, prompt, seed }: ResultRequest): Scene {
  const reading = readPrompt(prompt, createRandom(prompt, seed), seed);
  return { reading, seed, lookSeed: seed, clips: 0, isFine: isFineModel(modelId) };
}

/**
 * The scene of a request whose sources are the painter's own. A clip, a better model and another shape keep how the
 * scene looks. Another picture of the same kind looks different.
 */
export function sceneAfter(scenes: readonly [Scene, ...Scene[]], request: ResultRequest, isSameShape: boolean): Scene {
  const { kind, modelId, prompt, seed } = request;
  const [scene, ...others] = scenes;
  const subjects = [...scene.reading.subjects, ...others.flatMap(({ reading }) => reading.subjects)];
  const before = { ...scene.reading, subjects };
  const reading = readPrompt(prompt, createRandom(prompt, seed), seed, before);
  const isFine = kind === 'image' ? isFineModel(modelId) : scene.isFine;
  const isVaried = kind === 'image' && isSameShape && (scene.isFine || !isFine);
  const isComposedAnew = /\bdifferent composition\b/.test(prompt);
  return {
    ...scene,
    reading,
    ...(isVaried && { lookSeed: seed }),
    ...(isComposedAnew && { seed }),
    isFine,
  };
}

/** Lights that a scene is seen in. */
const LIGHTS: readonly [Mood, ...Mood[]] = ['golden', 'sunset', 'dawn', 'day', 'spring', 'night'];

/** The colours of a scene: its own, in the light of the moment. */
export function lightOf({ reading, lookSeed }: Scene): Palette {
  const random = createRandom('light', lookSeed);
  const own: Palette = PALETTES[reading.mood];
  const lit = relightPalette(own, PALETTES[pick(random, LIGHTS)], between(random, 0.05, 0.4));
  return reading.tint === undefined ? lit : tintPalette(lit, reading.tint);
}

/** How far a clip moves the view to the side, in units of the shorter side. */
const STEP = 0.16;
/** The view turns back here, so that it stays on the stage. */
const FARTHEST_STEPS = 2;

/** How far to the side the view is after a number of clips: it goes to and fro. */
export function shiftAfter(clips: number): number {
  const period = 4 * FARTHEST_STEPS;
  const at = (clips + FARTHEST_STEPS) % period;
  return STEP * (at <= 2 * FARTHEST_STEPS ? at - FARTHEST_STEPS : period - at - FARTHEST_STEPS);
}
