import type { MediaKind } from '../../task-api/models.ts';
import type { Durations, SeenRun } from './durations.ts';
import { at, indexAt, medianMs, type RunLaw, runLawOf, TIMES } from './run-law.ts';

/** The cost of a poll in seconds of a member's waiting. Members wait for a picture, but come back for a clip. */
const POLL_COST_SECONDS: Record<MediaKind, number> = { image: 0.25, video: 0.5 };
const SHORTEST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** One early poll finds tasks that fail right after their start. */
export const EARLY_PROBE_MS = 3_000;
/** After this many tasks without an early failure, the early poll is left out. */
export const QUIET_TASKS = 20;
const JITTER = 0.1;
/** Jitter may make the early poll come this early; a task that was polled then needs no other. */
const PROBED_FROM_MS = EARLY_PROBE_MS * (1 - JITTER);
/** Time between two polls of a queued task, as a share of the median run. Simulation showed the least cost here. */
const QUEUED_SHARE = 1.15;

/** Computed from a model's durations. */
export interface RunTimes {
  readonly law: RunLaw;
  /** For each of `TIMES`: when to poll next if the task is still running then, in seconds of its run. */
  readonly polls: Float64Array;
}

/** Those of models from which nothing was learned. Computing them takes milliseconds. */
const unlearned = new Map<MediaKind, RunTimes>();

export function runTimesOf(kind: MediaKind, durations: Durations): RunTimes {
  const isUnlearned = durations.seen === 0;
  const runTimes = (isUnlearned && unlearned.get(kind)) || compute(kind, durations);
  if (isUnlearned) unlearned.set(kind, runTimes);
  return runTimes;
}

function compute(kind: MediaKind, durations: Durations): RunTimes {
  const law = runLawOf(kind, durations);
  return { law, polls: pollTimesOf(POLL_COST_SECONDS[kind], law) };
}

export interface PollSituation {
  runTimes: RunTimes;
  run: SeenRun;
  /** How many tasks of the model have ended since one may have failed right after its start. */
  sinceEarlyFailure: number;
  nowMs: number;
  /** Uniform in [0, 1). */
  random: number;
}

/** How long to wait before the next poll of a task, within bounds and with jitter. */
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

function scheduledDelayMs({ polls }: RunTimes, elapsedMs: number): number {
  const seconds = elapsedMs / 1000;
  return seconds < at(TIMES, TIMES.length - 1) ? at(polls, indexAt(seconds)) * 1000 - elapsedMs : LONGEST_DELAY_MS;
}

/**
 * The poll times with the least expected cost: that of the polls, plus the seconds between a task's end and the poll that
 * sees it. Dynamic programming from the end finds the best next poll for each moment.
 */
function pollTimesOf(costSeconds: number, { ended }: RunLaw): Float64Array {
  const [shortest, longest] = [SHORTEST_DELAY_MS / 1000, LONGEST_DELAY_MS / 1000];
  const lateness = latenessOf(ended);
  const polls = TIMES.map((time) => time + longest);
  /** Expected cost from each moment on, times the share of tasks still running then. */
  const rest = new Float64Array(TIMES.length);
  /** The later a moment is, the later its best next poll. */
  let latest = TIMES.length - 1;
  for (let from = TIMES.length - 2; from >= 0; from--) {
    const [time, share] = [at(TIMES, from), at(ended, from)];
    const longestTime = time + longest;
    // What all next polls share is added at the end.
    let best = Number.POSITIVE_INFINITY;
    let chosen = latest;
    for (let to = Math.max(from + 1, indexAt(time + shortest)); to <= latest; to++) {
      const late = at(lateness, to) - share * at(TIMES, to);
      const cost = late + at(rest, to);
      if (cost < best) {
        best = cost;
        chosen = to;
      }
      // Waiting longer only costs more.
      if (late > best || at(TIMES, to) > longestTime) break;
    }
    polls[from] = at(TIMES, chosen);
    rest[from] = best + costSeconds * (1 - share) - at(lateness, from) + share * time;
    latest = chosen;
  }
  return polls;
}

/** How many seconds the tasks that ended by each of `TIMES` have waited for a poll, averaged over all tasks. */
function latenessOf(ended: Float64Array): Float64Array {
  let seconds = 0;
  return ended.map((share, index) => {
    const mean = (share + at(ended, index - 1)) / 2;
    seconds += index > 0 ? mean * (at(TIMES, index) - at(TIMES, index - 1)) : 0;
    return seconds;
  });
}
