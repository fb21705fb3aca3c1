import { z } from 'zod';
import type { MediaKind } from '../task-api/models.ts';

/**
 * How long a model's tasks take, learned from what was seen: a log-normal distribution kept as mean and variance of
 * the logarithm of seconds, in moving averages that are stored with the model.
 */
export const durationsSchema = z.object({
  seen: z.int().min(0),
  meanLogSeconds: z.number(),
  varianceLogSeconds: z.number().min(0),
});
export type Durations = z.output<typeof durationsSchema>;

/** Before anything was seen: pictures near 15 s, clips near two minutes, either within a factor of five or so. */
export const PRIOR_DURATIONS: Record<MediaKind, Durations> = {
  image: { seen: 0, meanLogSeconds: Math.log(15), varianceLogSeconds: 0.64 },
  video: { seen: 0, meanLogSeconds: Math.log(120), varianceLogSeconds: 0.64 },
};

/** The weight of one more task once many were seen: the last 20 or so count. */
const SMALLEST_WEIGHT = 0.05;
/** The prior counts as this many tasks. */
const PRIOR_WEIGHT = 2;
/** A spread of less would make the schedule trust the median too much. */
export const LEAST_SPREAD_LOG = 0.1;
const LEAST_SECONDS = 0.2;

/**
 * The end was seen by a poll, so it lies somewhere after the poll before it: take the middle, on the logarithm's scale. The
 * wider apart the two, the less is known, and the less it counts (as a Kalman filter weighs a noisy observation).
 */
export function learn(durations: Durations, notBeforeMs: number, seenAfterMs: number): Durations {
  const earliest = Math.max(notBeforeMs / 1000, LEAST_SECONDS);
  const latest = Math.max(seenAfterMs / 1000, earliest);
  const log = (Math.log(earliest) + Math.log(latest)) / 2;
  const noise = Math.log(latest / earliest) ** 2 / 12;
  const variance = spreadLog(durations) ** 2;
  const certainty = variance / (variance + noise);
  const weight = certainty * Math.max(SMALLEST_WEIGHT, 1 / (durations.seen + PRIOR_WEIGHT + 1));
  const difference = log - durations.meanLogSeconds;
  return {
    seen: durations.seen + 1,
    meanLogSeconds: durations.meanLogSeconds + weight * difference,
    varianceLogSeconds: (1 - weight) * (durations.varianceLogSeconds + weight * difference * difference),
  };
}

export function medianMs(durations: Durations): number {
  return Math.exp(durations.meanLogSeconds) * 1000;
}

export function spreadLog(durations: Durations): number {
  return Math.max(LEAST_SPREAD_LOG, Math.sqrt(durations.varianceLogSeconds));
}

/** The part of tasks that has ended by `elapsedMs`, 0 to 1. */
export function endedShare(durations: Durations, elapsedMs: number): number {
  if (elapsedMs <= 0) return 0;
  return 1 - survival((Math.log(elapsedMs / 1000) - durations.meanLogSeconds) / spreadLog(durations));
}

/** The rate, per second, at which tasks that are still going after `elapsedMs` end. */
export function hazardPerSecond(durations: Durations, elapsedMs: number): number {
  const seconds = Math.max(elapsedMs / 1000, LEAST_SECONDS);
  const spread = spreadLog(durations);
  const z = (Math.log(seconds) - durations.meanLogSeconds) / spread;
  return normalHazard(z) / (spread * seconds);
}

/** From here on the asymptote is the better approximation: both density and survival vanish. */
const ASYMPTOTE_FROM = 3.5;

/** Density over survival of the normal distribution. */
function normalHazard(z: number): number {
  if (z > ASYMPTOTE_FROM) return z + 1 / z - 2 / z ** 3;
  const density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
  return density / survival(z);
}

/** 1 - Phi(z), by the rational approximation of Abramowitz and Stegun 7.1.26 (error under 1.5e-7). */
function survival(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = 0.5 * polynomial * Math.exp(-x * x);
  return z >= 0 ? tail : 1 - tail;
}
