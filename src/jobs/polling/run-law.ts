import type { MediaKind } from '../../task-api/models.ts';
import { type Durations, LEAST_SECONDS } from './durations.ts';

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

/** The prior of a model: log-normal around this many seconds, with this spread of the logarithm. It counts as four tasks. */
const PRIOR_SECONDS: Record<MediaKind, number> = { image: 15, video: 120 };
const PRIOR_SPREAD = 0.8;
const PRIOR_TASKS = 4;
/** Widens each observed interval by this share on both sides, so that a few observations aren't trusted too much. */
const BLUR = 0.02;

/** Adds each task to the prior, spread over the interval of its end as the prior is. */
export function runLawOf(kind: MediaKind, { seen, recent }: Durations): RunLaw {
  const prior = priorOf(kind);
  const tasks = prior.slice();
  for (const [from, to] of recent) {
    const [first, last] = [indexAt(from * (1 - BLUR)), indexAt(to * (1 + BLUR))];
    const within = prior.subarray(first, last + 1);
    const sum = total(within);
    for (const [index, weight] of within.entries()) tasks[first + index] = at(tasks, first + index) + weight / sum;
  }
  const all = total(tasks);
  let sum = 0;
  const ended = tasks.map((endingHere) => {
    sum += endingHere / all;
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

/** How many of the prior's tasks end at each of `TIMES`. */
function priorOf(kind: MediaKind): Float64Array {
  const weights = TIMES.map((time) => Math.exp(-0.5 * (Math.log(time / PRIOR_SECONDS[kind]) / PRIOR_SPREAD) ** 2));
  const sum = total(weights);
  return weights.map((weight) => (PRIOR_TASKS * weight) / sum);
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
