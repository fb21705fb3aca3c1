import {
  type Durations,
  LEAST_SECONDS,
  logNormalShare,
  normalShare,
  type Observation,
  spreadLog,
} from './durations.ts';

/** How a model's run times are spread: a histogram of the last tasks' ends, on a background of the moving averages. */
export interface RunLaw {
  /** Tasks that it was learned from. */
  readonly seen: number;
  /** Moments of a run in seconds, ascending from 0. */
  readonly times: Float64Array;
  /** The part of tasks that has ended by each of `times`, 0 to 1. */
  readonly ended: Float64Array;
}

/** The moving averages count as this many tasks. */
const BACKGROUND_TASKS = 4;
/** A run may take far longer than all before it: this counts as so many tasks. */
const TAIL_TASKS = 0.2;
/** Cells of the histogram where ends are expected, and the least width of one. */
const CELLS = 250;
const LEAST_CELL_SECONDS = 0.04;
/** Cells elsewhere: each ends at so many times its beginning, the last at so many times the latest end expected. */
const OUTER_RATIO = 1.06;
const OUTER_REACH = 6;
/** An end is blurred over half the distance to the fourth nearest other: the fewer there are, the wider. */
const BLUR_SHARE = 0.5;
const BLUR_NEIGHBOURS = 4;
const LEAST_BLUR_LOG = 0.003;
const FIRST_BLUR_LOG = 0.15;

export function runLawOf(durations: Durations): RunLaw {
  const times = timesOf(durations);
  const background = backgroundOf(durations, times);
  const tasks = Float64Array.from(background);
  const middles = durations.recent.map(([from, to]) => Math.log(from * to) / 2);
  for (const [index, observation] of durations.recent.entries()) {
    addObservation(tasks, observation, blurOf(middles, middles[index] ?? 0), background, times);
  }
  const all = BACKGROUND_TASKS + TAIL_TASKS + durations.recent.length;
  const ended = new Float64Array(times.length);
  for (const [cell, share] of tasks.entries()) ended[cell + 1] = Math.min(1, at(ended, cell) + share / all);
  return { seen: durations.seen, times, ended };
}

/** The part of tasks that has ended by `elapsedMs`, 0 to 1. */
export function endedShare({ times, ended }: RunLaw, elapsedMs: number): number {
  const seconds = elapsedMs / 1000;
  if (seconds <= 0) return 0;
  const cell = cellAt(times, seconds);
  const part = Math.min(1, (seconds - at(times, cell)) / (at(times, cell + 1) - at(times, cell)));
  return at(ended, cell) + part * (at(ended, cell + 1) - at(ended, cell));
}

/** Half of the tasks take at most so long. */
export function medianMs({ times, ended }: RunLaw): number {
  const cell = cellAt(ended, 0.5);
  const width = at(ended, cell + 1) - at(ended, cell);
  const part = width > 0 ? Math.min(1, (0.5 - at(ended, cell)) / width) : 0;
  return (at(times, cell) + part * (at(times, cell + 1) - at(times, cell))) * 1000;
}

/** For how many seconds the tasks that ended by each of `times` have been so, in the mean of all tasks. */
export function endedSecondsOf({ times, ended }: RunLaw): Float64Array {
  const seconds = new Float64Array(times.length);
  for (let cell = 0; cell < times.length - 1; cell++) {
    const mean = (at(ended, cell) + at(ended, cell + 1)) / 2;
    seconds[cell + 1] = at(seconds, cell) + mean * (at(times, cell + 1) - at(times, cell));
  }
  return seconds;
}

/** The same runs, counted from a moment that lies up to half of `windowSeconds` before or after their beginning. */
export function blurredStart(law: RunLaw, windowSeconds: number): RunLaw {
  const { times } = law;
  const sums = endedSecondsOf(law);
  const sumAt = (seconds: number): number => {
    if (seconds <= 0) return 0;
    const cell = cellAt(times, seconds);
    const part = (seconds - at(times, cell)) / (at(times, cell + 1) - at(times, cell));
    return at(sums, cell) + part * (at(sums, cell + 1) - at(sums, cell));
  };
  const ended = times.map((time) =>
    Math.min(1, (sumAt(time + windowSeconds / 2) - sumAt(time - windowSeconds / 2)) / windowSeconds),
  );
  return { ...law, ended };
}

/** The last cell that begins at or before `value`. */
export function cellAt(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at(ascending, middle) <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** Reads a place that is there. */
export const at = (values: Float64Array, index: number): number => values[index] ?? 0;

function timesOf(durations: Durations): Float64Array {
  const spread = 2 * spreadLog(durations);
  const earliest = Math.min(...durations.recent.map(([from]) => from), Math.exp(durations.meanLogSeconds - spread));
  const latest = Math.max(...durations.recent.map(([, to]) => to), Math.exp(durations.meanLogSeconds + spread));
  const first = Math.max(earliest * 0.9, LEAST_SECONDS);
  const last = Math.max(latest * 1.1, first * 1.2);
  const ratio = (last / first) ** (1 / CELLS);
  const times = [0];
  for (let time = LEAST_SECONDS; time < first; time *= OUTER_RATIO) times.push(time);
  for (let time = first; time < last; time = Math.max(time * ratio, time + LEAST_CELL_SECONDS)) times.push(time);
  for (let time = last; time < last * OUTER_REACH; time *= OUTER_RATIO) times.push(time);
  return Float64Array.from(times);
}

/** How many tasks end in each cell. */
function backgroundOf(durations: Durations, times: Float64Array): Float64Array {
  const median = Math.exp(durations.meanLogSeconds);
  const endedBy = times.map(
    (seconds) => BACKGROUND_TASKS * logNormalShare(durations, seconds) + TAIL_TASKS * (seconds / (seconds + median)),
  );
  return Float64Array.from({ length: times.length - 1 }, (_, cell) => at(endedBy, cell + 1) - at(endedBy, cell));
}

function blurOf(middles: readonly number[], middle: number): number {
  const distances = middles.map((other) => Math.abs(other - middle)).sort((one, other) => one - other);
  const distance = distances[Math.min(BLUR_NEIGHBOURS, distances.length - 1)] ?? 0;
  if (distances.length <= BLUR_NEIGHBOURS) return Math.max(FIRST_BLUR_LOG, BLUR_SHARE * distance);
  return Math.max(LEAST_BLUR_LOG, BLUR_SHARE * distance);
}

/** One task, over the cells in which it may have ended: as the background has it, so that a wide interval says little. */
function addObservation(
  tasks: Float64Array,
  [from, to]: Observation,
  blur: number,
  background: Float64Array,
  times: Float64Array,
): void {
  const [first, last] = [Math.log(from), Math.log(Math.max(to, from * (1 + LEAST_BLUR_LOG)))];
  const weights = background.map((share, cell) => {
    const middle = Math.log((at(times, cell) + at(times, cell + 1)) / 2);
    return share * (normalShare((middle - first) / blur) - normalShare((middle - last) / blur));
  });
  const sum = weights.reduce((before, weight) => before + weight, 0);
  if (sum <= 0) {
    // It falls between the middles of two cells.
    const cell = cellAt(times, to);
    tasks[cell] = at(tasks, cell) + 1;
    return;
  }
  for (const [cell, weight] of weights.entries()) tasks[cell] = at(tasks, cell) + weight / sum;
}
