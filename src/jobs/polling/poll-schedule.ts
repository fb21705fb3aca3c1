import type { MediaKind } from '../../task-api/models.ts';
import type { Durations, SeenRun } from './durations.ts';
import { at, indexAt, medianMs, type RunLaw, runLawOf, TIMES } from './run-law.ts';

/** What one poll is worth, as seconds of a member's waiting: a picture is awaited, a clip is come back to. */
const POLL_WORTH_SECONDS: Record<MediaKind, number> = { image: 0.25, video: 0.5 };
const SHORTEST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** Tasks that fail at once are seen by one early look. */
export const EARLY_PROBE_MS = 3_000;
/** After so many tasks of which none failed early, the early look is left out. */
export const QUIET_TASKS = 20;
const JITTER = 0.1;
/** The jitter makes the early look come this early: a task that was looked at then needs no other. */
const PROBED_FROM_MS = EARLY_PROBE_MS * (1 - JITTER);
/** Times the median run between two looks at a queue: as simulated, the best between polls and late sight of short runs. */
const QUEUED_SHARE = 1.15;

/** What follows from a model's durations. */
export interface RunTimes {
  readonly law: RunLaw;
  /** For each of `TIMES`: when to look next at a task that still runs then, in seconds of its run. */
  readonly looks: Float64Array;
}

export function runTimesOf(kind: MediaKind, durations: Durations): RunTimes {
  const law = runLawOf(kind, durations);
  return { law, looks: looksOf(POLL_WORTH_SECONDS[kind], law) };
}

export interface PollSituation {
  runTimes: RunTimes;
  run: SeenRun;
  /** How many tasks of the model ended since one may have failed at once. */
  sinceEarlyFailure: number;
  nowMs: number;
  /** Uniform in [0, 1). */
  random: number;
}

/** How long to wait before the next poll of a task: as the schedule says, within bounds, with jitter. */
export function nextPollDelayMs({ runTimes, run, sinceEarlyFailure, nowMs, random }: PollSituation): number {
  const { submittedAtMs, queuedAtMs, runningSinceMs } = run;
  const isQueued = queuedAtMs !== undefined && runningSinceMs === undefined;
  const wanted = isQueued
    ? QUEUED_SHARE * medianMs(runTimes.law)
    : scheduledDelayMs(runTimes, nowMs - (runningSinceMs ?? submittedAtMs));
  const sinceSubmittedMs = nowMs - submittedAtMs;
  const isProbed = sinceEarlyFailure < QUIET_TASKS && sinceSubmittedMs < PROBED_FROM_MS;
  const probed = isProbed ? Math.min(wanted, EARLY_PROBE_MS - sinceSubmittedMs) : wanted;
  return bounded(bounded(probed) * (1 + JITTER * (2 * random - 1)));
}

const bounded = (delayMs: number): number => Math.min(Math.max(delayMs, SHORTEST_DELAY_MS), LONGEST_DELAY_MS);

function scheduledDelayMs({ looks }: RunTimes, elapsedMs: number): number {
  const seconds = elapsedMs / 1000;
  return seconds < at(TIMES, TIMES.length - 1) ? at(looks, indexAt(seconds)) * 1000 - elapsedMs : LONGEST_DELAY_MS;
}

/**
 * The looks with the least expected cost: what they are worth, and the seconds between a task's end and the look that saw it.
 * By dynamic programming from the end: at each moment the best next look is the one after which the rest costs least.
 */
function looksOf(worthSeconds: number, { ended }: RunLaw): Float64Array {
  const [shortest, longest] = [SHORTEST_DELAY_MS / 1000, LONGEST_DELAY_MS / 1000];
  const lateness = latenessOf(ended);
  const looks = TIMES.map((time) => time + longest);
  /** Expected cost from each moment on, times the part of tasks that still run then. */
  const rest = new Float64Array(TIMES.length);
  for (let from = TIMES.length - 2; from >= 0; from--) {
    const time = at(TIMES, from);
    let best = Number.POSITIVE_INFINITY;
    for (let to = Math.max(from + 1, indexAt(time + shortest)); to < TIMES.length; to++) {
      const delay = at(TIMES, to) - time;
      const late = at(lateness, to) - at(lateness, from) - at(ended, from) * delay;
      const cost = worthSeconds * (1 - at(ended, from)) + late;
      if (cost + at(rest, to) < best) {
        best = cost + at(rest, to);
        looks[from] = at(TIMES, to);
      }
      // Waiting still longer costs still more.
      if (cost > best || delay > longest) break;
    }
    rest[from] = best;
  }
  return looks;
}

/** For how many seconds the tasks that ended by each of `TIMES` have waited for a look, in the mean of all tasks. */
function latenessOf(ended: Float64Array): Float64Array {
  let seconds = 0;
  return ended.map((share, index) => {
    const mean = (share + at(ended, index - 1)) / 2;
    seconds += index > 0 ? mean * (at(TIMES, index) - at(TIMES, index - 1)) : 0;
    return seconds;
  });
}
