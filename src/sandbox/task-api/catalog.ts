import type { ModelId } from '../../task-api/models.ts';

/** Credits per task, charged at its creation. */
export type Prices = Record<ModelId, number>;

/** Medians, in milliseconds: how long a task waits, and then runs. */
export interface ModelDurations {
  queueMs: number;
  runMs: number;
}
export type Durations = Record<ModelId, ModelDurations>;

export const DEFAULT_PRICES: Prices = {
  'image-model-a': 4,
  'image-model-b': 8,
  'omni-flash': 20,
  'omni-pro': 60,
  'video-model-c': 40,
};

/** Long enough to watch, short enough to wait for. */
export const DEFAULT_DURATIONS: Durations = {
  'image-model-a': { queueMs: 1_000, runMs: 4_000 },
  'image-model-b': { queueMs: 1_500, runMs: 7_000 },
  'omni-flash': { queueMs: 2_000, runMs: 12_000 },
  'omni-pro': { queueMs: 3_000, runMs: 30_000 },
  'video-model-c': { queueMs: 3_000, runMs: 20_000 },
};

/** Of the logarithm: two tasks in three take between 0.78 and 1.28 times the median. */
export const DEFAULT_SPREAD = 0.25;

/** A duration around the median, log-normal with that spread of the logarithm. */
export function sampleDurationMs(medianMs: number, spread: number, random: () => number): number {
  // Box-Muller; 1 - random() because the logarithm of zero is none.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(medianMs * Math.exp(spread * normal));
}
