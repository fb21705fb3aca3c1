import type { MediaKind } from '../../src/task-api/models.ts';

/** The cost of a poll in seconds of waiting, from the design and not from the code. */
export const WORTH_SECONDS: Record<MediaKind, number> = { image: 0.25, video: 0.5 };

interface Spread {
  /** The share of runs that have ended by then, 0 to 1. */
  endedBy(seconds: number): number;
  sample(random: () => number, normal: () => number): number;
}

/** The distribution of a service's run times. */
export interface Law extends Spread {
  kind: MediaKind;
  name: string;
}

/** Phi(z), by the rational approximation of Abramowitz and Stegun 7.1.26 (error under 1.5e-7). */
function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = 0.5 * polynomial * Math.exp(-x * x);
  return z >= 0 ? 1 - tail : tail;
}

const logNormal = (median: number, spread: number): Spread => ({
  endedBy: (seconds) => (seconds <= 0 ? 0 : normalShare(Math.log(seconds / median) / spread)),
  sample: (_, normal) => median * Math.exp(spread * normal()),
});
const uniform = (from: number, to: number): Spread => ({
  endedBy: (seconds) => Math.min(1, Math.max(0, (seconds - from) / (to - from))),
  sample: (random) => from + (to - from) * random(),
});
const shiftedExponential = (from: number, mean: number): Spread => ({
  endedBy: (seconds) => (seconds <= from ? 0 : 1 - Math.exp(-(seconds - from) / mean)),
  sample: (random) => from - mean * Math.log(1 - random()),
});
const weibull = (scale: number, shape: number): Spread => ({
  endedBy: (seconds) => (seconds <= 0 ? 0 : 1 - Math.exp(-((seconds / scale) ** shape))),
  sample: (random) => scale * (-Math.log(1 - random())) ** (1 / shape),
});
const either = (share: number, one: Spread, other: Spread): Spread => ({
  endedBy: (seconds) => share * one.endedBy(seconds) + (1 - share) * other.endedBy(seconds),
  sample: (random, normal) => (random() < share ? one : other).sample(random, normal),
});

export const PICTURES_OF_8_S: Law = { kind: 'image', name: 'log-normal, 8 s, 0.35', ...logNormal(8, 0.35) };

export const LAWS: readonly Law[] = [
  PICTURES_OF_8_S,
  { kind: 'image', name: 'log-normal, 8 s, 0.6', ...logNormal(8, 0.6) },
  { kind: 'image', name: 'log-normal, 15 s, 0.2', ...logNormal(15, 0.2) },
  { kind: 'image', name: 'log-normal, 45 s, 0.5', ...logNormal(45, 0.5) },
  { kind: 'image', name: 'log-normal, 3 s, 0.3', ...logNormal(3, 0.3) },
  { kind: 'image', name: 'uniform, 11.7 to 12.3 s', ...uniform(11.7, 12.3) },
  { kind: 'image', name: 'uniform, 5 to 20 s', ...uniform(5, 20) },
  { kind: 'image', name: '4 s and exponential 4 s', ...shiftedExponential(4, 4) },
  { kind: 'image', name: '80 % 6 s, 20 % 40 s', ...either(0.8, logNormal(6, 0.2), logNormal(40, 0.2)) },
  { kind: 'video', name: 'log-normal, 120 s, 0.35', ...logNormal(120, 0.35) },
  { kind: 'video', name: 'log-normal, 120 s, 0.6', ...logNormal(120, 0.6) },
  { kind: 'video', name: 'log-normal, 300 s, 0.2', ...logNormal(300, 0.2) },
  { kind: 'video', name: 'Weibull, mean 120 s, shape 2', ...weibull(135.4, 2) },
  { kind: 'video', name: 'uniform, 60 to 240 s', ...uniform(60, 240) },
  { kind: 'video', name: 'uniform, 88 to 92 s', ...uniform(88, 92) },
  { kind: 'video', name: '60 s and exponential 60 s', ...shiftedExponential(60, 60) },
  { kind: 'video', name: '50 % 60 s, 50 % 240 s', ...either(0.5, logNormal(60, 0.15), logNormal(240, 0.15)) },
  { kind: 'video', name: 'log-normal, 60 s, 1.0', ...logNormal(60, 1) },
];

const STEP_SECONDS: Record<MediaKind, number> = { image: 0.05, video: 0.25 };
const SHORTEST_SECONDS = 0.5;

/** The least possible cost in seconds a task if the law is known, without jitter or bounds. */
export function optimumOf(law: Law): number {
  const worth = WORTH_SECONDS[law.kind];
  const step = STEP_SECONDS[law.kind];
  let end = 1;
  while (law.endedBy(end) < 0.9999) end *= 1.05;
  const steps = Math.ceil(end / step);
  const ended = Float64Array.from({ length: steps + 1 }, (_, index) => law.endedBy(index * step));
  const valueAt = (values: Float64Array, index: number): number => Number(values[Math.min(index, steps)]);
  const costs = new Float64Array(steps + 1);
  const least = Math.round(SHORTEST_SECONDS / step);
  for (let from = steps - 1; from >= 0; from--) {
    let best = Number.POSITIVE_INFINITY;
    let late = 0;
    const before = valueAt(ended, from);
    for (let to = from + 1; to < from + least || late < best; to++) {
      late += ((valueAt(ended, to - 1) + valueAt(ended, to)) / 2 - before) * step;
      if (to < from + least) continue;
      best = Math.min(best, worth * (1 - before) + late + valueAt(costs, to));
      if (to > steps + least) break;
    }
    costs[from] = best;
  }
  return valueAt(costs, 0);
}
