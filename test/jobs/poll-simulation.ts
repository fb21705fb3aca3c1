import { type Durations, learn, NO_DURATIONS, observedRun, type SeenRun } from '../../src/jobs/polling/durations.ts';
import { nextPollDelayMs, type RunTimes, runTimesOf } from '../../src/jobs/polling/poll-schedule.ts';
import { type Law, WORTH_SECONDS } from './poll-laws.ts';
import { createRandom, normalFrom } from './random.ts';

export interface Simulation {
  seed: number;
  /** How many tasks the model learns from before the cost counts. */
  learned: number;
  counted: number;
  /** The mean of an exponential wait in the service's queue. */
  queueSeconds?: number;
}

/** The schedule is computed again after this many tasks. */
const TASKS_A_SCHEDULE = 5;

interface Watched {
  polls: number;
  lateMs: number;
  durations: Durations;
}

/** The mean cost of a task in seconds with Easel's schedule: the cost of its polls plus the delay until its end is seen. */
export function costOfRule(law: Law, { seed, learned, counted, queueSeconds = 0 }: Simulation): number {
  const random = createRandom(seed);
  const normal = normalFrom(random);
  const jitter = createRandom(seed + 1);
  let durations = NO_DURATIONS;
  let runTimes = runTimesOf(law.kind, durations);
  let seconds = 0;
  for (let task = 0; task < learned + counted; task++) {
    if (task % TASKS_A_SCHEDULE === 0) runTimes = runTimesOf(law.kind, durations);
    const queuedMs = -queueSeconds * Math.log(1 - random()) * 1000;
    const watched = watch(runTimes, durations, queuedMs, law.sample(random, normal) * 1000, jitter);
    durations = watched.durations;
    if (task >= learned) seconds += watched.polls * WORTH_SECONDS[law.kind] + watched.lateMs / 1000;
  }
  return seconds / counted;
}

function watch(
  runTimes: RunTimes,
  durations: Durations,
  queuedMs: number,
  runMs: number,
  random: () => number,
): Watched {
  const seen: SeenRun = { submittedAtMs: 0, queuedAtMs: undefined, runningSinceMs: undefined };
  const endMs = queuedMs + runMs;
  let now = 0;
  for (let polls = 1; ; polls++) {
    const unfinishedAtMs = now;
    now += nextPollDelayMs({
      runTimes,
      run: seen,
      sinceEarlyFailure: durations.sinceEarlyFailure,
      nowMs: now,
      random: random(),
    });
    if (now >= endMs) {
      const { notBeforeMs, seenAfterMs } = observedRun(seen, unfinishedAtMs, now);
      return { polls, lateMs: now - endMs, durations: learn(durations, notBeforeMs, seenAfterMs) };
    }
    if (now < queuedMs) seen.queuedAtMs = now;
    else seen.runningSinceMs ??= seen.queuedAtMs === undefined ? 0 : (now + seen.queuedAtMs) / 2;
  }
}

/** The cost of the best fixed interval for the same tasks. */
export function costOfBestInterval(law: Law, { seed, learned, counted, queueSeconds = 0 }: Simulation): number {
  const random = createRandom(seed);
  const normal = normalFrom(random);
  const ends = Array.from(
    { length: learned + counted },
    () => -queueSeconds * Math.log(1 - random()) + law.sample(random, normal),
  ).slice(learned);
  const costOf = (interval: number): number =>
    ends.reduce((sum, end) => {
      const polls = Math.ceil(end / interval);
      return sum + polls * WORTH_SECONDS[law.kind] + polls * interval - end;
    }, 0) / counted;
  let best = Number.POSITIVE_INFINITY;
  for (let interval = 0.5; interval < 60; interval *= 1.03) best = Math.min(best, costOf(interval));
  return best;
}
