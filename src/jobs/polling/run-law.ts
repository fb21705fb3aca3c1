import type { MediaKind } from '../../task-api/models.ts';
import { type Durations, LEAST_SECONDS, type Observation } from './durations.ts';

/** The distribution of a model's run times. */
export interface RunLaw {
  /** How many tasks it was learned from. */
  readonly seen: number;
  /** The share of tasks that have ended by each of `TIMES`, 0 to 1. */
  readonly ended: Float64Array;
}

/** The factor between neighbours in `TIMES`. */
const RATIO = 1.015;
const LONGEST_SECONDS = 4 * 3600;

/** Moments of a run in seconds. */
export const TIMES = Float64Array.from(
  { length: Math.ceil(Math.log(LONGEST_SECONDS / LEAST_SECONDS) / Math.log(RATIO)) },
  (_, index) => LEAST_SECONDS * RATIO ** index,
);
const LOGS = TIMES.map(Math.log);

/** The prior of a model: log-normal around this many seconds, with this spread of the logarithm. */
const PRIOR_SECONDS: Record<MediaKind, number> = { image: 15, video: 120 };
const PRIOR_SPREAD = 0.8;
/** How many tasks the log-normal distribution counts as: the prior during fitting, and the fitted one in the law. */
const PRIOR_TASKS = 1;
const FITTED_TASKS = 4;
/** A run may take any time. This uniform share counts as this many tasks. */
const ANY_TASKS = 0.02;
/** Widens each observed interval by this share on both sides, so that a few observations aren't trusted too much. */
const BLUR = 0.02;

/** Spreads each task over the interval of its end: first by the prior, then by the log-normal distribution fitted to that. */
export function runLawOf(kind: MediaKind, { seen, recent }: Durations): RunLaw {
  const prior = logNormal(Math.log(PRIOR_SECONDS[kind]), PRIOR_SPREAD);
  const { mean, spread } = momentsOf(sharesOf(recent, prior, PRIOR_TASKS));
  let sum = 0;
  const ended = sharesOf(recent, logNormal(mean, spread), FITTED_TASKS).map((share) => {
    sum += share;
    return Math.min(1, sum);
  });
  return { seen, ended };
}

/** The share of tasks that have ended by `elapsedMs`, 0 to 1. */
export function endedShare({ ended }: RunLaw, elapsedMs: number): number {
  return elapsedMs < LEAST_SECONDS * 1000 ? 0 : at(ended, indexAt(elapsedMs / 1000));
}

/** Half of the tasks take at most this long. */
export function medianMs({ ended }: RunLaw): number {
  return (
    at(
      TIMES,
      ended.findIndex((share) => share >= 0.5),
    ) * 1000
  );
}

/** The index of the nearest moment in `TIMES`. */
export function indexAt(seconds: number): number {
  const index = Math.round(Math.log(seconds / LEAST_SECONDS) / Math.log(RATIO));
  return Math.min(Math.max(index, 0), TIMES.length - 1);
}

/** Reads an index that exists. */
export const at = (values: Float64Array, index: number): number => values[index] ?? 0;

/** The share of tasks that end at each of `TIMES`. */
function sharesOf(observations: readonly Observation[], expected: Float64Array, expectedTasks: number): Float64Array {
  const tasks = expected.map((share) => expectedTasks * share + ANY_TASKS / TIMES.length);
  const shares = tasks.slice();
  for (const [from, to] of observations) {
    const [first, last] = [indexAt(from * (1 - BLUR)), indexAt(to * (1 + BLUR))];
    const within = tasks.subarray(first, last + 1);
    const sum = total(within);
    for (const [index, weight] of within.entries()) shares[first + index] = at(shares, first + index) + weight / sum;
  }
  const all = total(shares);
  return shares.map((share) => share / all);
}

/** Mean and standard deviation of the logarithm of seconds. */
function momentsOf(shares: Float64Array): { mean: number; spread: number } {
  const mean = total(shares.map((share, index) => share * at(LOGS, index)));
  return { mean, spread: Math.sqrt(total(shares.map((share, index) => share * (at(LOGS, index) - mean) ** 2))) };
}

function logNormal(mean: number, spread: number): Float64Array {
  const weights = LOGS.map((log) => Math.exp(-0.5 * ((log - mean) / spread) ** 2));
  const sum = total(weights);
  return weights.map((weight) => weight / sum);
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
