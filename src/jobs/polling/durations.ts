import { z } from 'zod';
import type { MediaKind } from '../../task-api/models.ts';

/** A task's end was seen by a poll: its run took longer than the first and at most the second, in seconds. */
const observationSchema = z.tuple([z.number().positive(), z.number().positive()]);
export type Observation = z.output<typeof observationSchema>;

/** Tasks whose ends are remembered one by one. */
export const RECENT_MOST = 40;

/**
 * How long a model's tasks take, learned from what was seen: the last ends one by one, and behind them a log-normal
 * distribution, kept as mean and variance of the logarithm of seconds in moving averages. Stored with the model.
 */
export const durationsSchema = z.object({
  seen: z.int().min(0),
  meanLogSeconds: z.number(),
  varianceLogSeconds: z.number().min(0),
  /** Oldest first. */
  recent: z.array(observationSchema).max(RECENT_MOST),
  /** Tasks that ended since the last one that may have failed at once. */
  sinceEarlyFailure: z.int().min(0),
});
export type Durations = z.output<typeof durationsSchema>;

/** Before anything was seen: pictures near 15 s, clips near two minutes, either within a factor of five or so. */
export const PRIOR_DURATIONS: Record<MediaKind, Durations> = {
  image: { seen: 0, meanLogSeconds: Math.log(15), varianceLogSeconds: 0.64, recent: [], sinceEarlyFailure: 0 },
  video: { seen: 0, meanLogSeconds: Math.log(120), varianceLogSeconds: 0.64, recent: [], sinceEarlyFailure: 0 },
};

/** The weight of one more task once many were seen: the last 20 or so count. */
const SMALLEST_WEIGHT = 0.05;
/** The prior counts as this many tasks. */
const PRIOR_WEIGHT = 2;
/** A spread of less would make the schedule trust the median too much. */
export const LEAST_SPREAD_LOG = 0.03;
export const LEAST_SECONDS = 0.2;

/**
 * The end lies somewhere between two looks. The moving averages take what they would expect within the interval themselves
 * (online expectation and maximisation): the wider it is, the less they are moved by it.
 */
export function learn(durations: Durations, notBeforeMs: number, seenAfterMs: number): Durations {
  const earliest = Math.max(notBeforeMs / 1000, LEAST_SECONDS);
  const latest = Math.max(seenAfterMs / 1000, earliest);
  const { mean, variance } = within(durations, Math.log(earliest), Math.log(latest));
  const weight = Math.max(SMALLEST_WEIGHT, 1 / (durations.seen + PRIOR_WEIGHT + 1));
  const difference = mean - durations.meanLogSeconds;
  return {
    seen: durations.seen + 1,
    meanLogSeconds: durations.meanLogSeconds + weight * difference,
    varianceLogSeconds:
      (1 - weight) * (durations.varianceLogSeconds + weight * difference * difference) + weight * variance,
    recent: [...durations.recent, [earliest, latest] satisfies Observation].slice(-RECENT_MOST),
    sinceEarlyFailure: durations.sinceEarlyFailure + 1,
  };
}

/**
 * With what other processes learned. Each counts by the tasks that its moving averages remember, and of the last ends all have
 * a part. An early failure is each process's own: it is looked for again by those who saw one.
 */
export function withOthers(own: Durations, others: readonly Durations[]): Durations {
  const all = [own, ...others].filter(({ seen }) => seen > 0);
  if (all.length === 0 || (all.length === 1 && all[0] === own)) return own;
  const weights = all.map(({ seen }) => Math.min(seen, 1 / SMALLEST_WEIGHT));
  const average = (of: (one: Durations) => number): number =>
    all.reduce((sum, one, index) => sum + (weights[index] ?? 0) * of(one), 0) /
    weights.reduce((sum, weight) => sum + weight, 0);
  const meanLogSeconds = average((one) => one.meanLogSeconds);
  return {
    seen: all.reduce((sum, { seen }) => sum + seen, 0),
    meanLogSeconds,
    varianceLogSeconds: average((one) => one.varianceLogSeconds + (one.meanLogSeconds - meanLogSeconds) ** 2),
    recent: inTurns(all.map(({ recent }) => recent.toReversed()))
      .slice(0, RECENT_MOST)
      .toReversed(),
    sinceEarlyFailure: own.sinceEarlyFailure,
  };
}

/** The first of each, then the second of each, and so on. */
function inTurns<Value>(lists: readonly (readonly Value[])[]): Value[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

const POINTS = 64;

/** Mean and variance of the log-normal's logarithm between two bounds. */
function within(durations: Durations, from: number, to: number): { mean: number; variance: number } {
  const spread = spreadLog(durations);
  const points = Array.from({ length: POINTS }, (_, index) => {
    const log = from + ((index + 0.5) / POINTS) * (to - from);
    return { log, exponent: -0.5 * ((log - durations.meanLogSeconds) / spread) ** 2 };
  });
  // Against the likeliest, so that an interval far from all before it has a weight at all.
  const likeliest = Math.max(...points.map(({ exponent }) => exponent));
  let [sum, first, second] = [0, 0, 0];
  for (const { log, exponent } of points) {
    const weight = Math.exp(exponent - likeliest);
    sum += weight;
    first += weight * log;
    second += weight * log * log;
  }
  const mean = first / sum;
  return { mean, variance: Math.max(0, second / sum - mean * mean) };
}

/** A failure says nothing of how long a run takes, but that an early look may be worth its while. */
export function learnFailure(durations: Durations, mayBeEarly: boolean): Durations {
  return { ...durations, sinceEarlyFailure: mayBeEarly ? 0 : durations.sinceEarlyFailure + 1 };
}

export function spreadLog(durations: Durations): number {
  return Math.max(LEAST_SPREAD_LOG, Math.sqrt(durations.varianceLogSeconds));
}

/** The part of tasks that has ended after `seconds` by the moving averages alone, 0 to 1. */
export function logNormalShare(durations: Durations, seconds: number): number {
  if (seconds <= 0) return 0;
  return normalShare((Math.log(seconds) - durations.meanLogSeconds) / spreadLog(durations));
}

/** Phi(z), by the rational approximation of Abramowitz and Stegun 7.1.26 (error under 1.5e-7). */
export function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = 0.5 * polynomial * Math.exp(-x * x);
  return z >= 0 ? 1 - tail : tail;
}
