import type { MediaKind } from '../../task-api/models.ts';
import type { Durations } from './durations.ts';
import { type PollSchedule, queuedDelayMs, scheduleOf } from './poll-schedule.ts';
import { blurredStart, type RunLaw, runLawOf } from './run-law.ts';

/** What follows from a model's durations. */
export interface RunTimes {
  readonly law: RunLaw;
  /** Of tasks whose run is counted from their create. */
  readonly schedule: PollSchedule;
  /** Of tasks that began to run somewhere between two looks. */
  readonly scheduleFromQueue: PollSchedule;
  readonly queuedDelayMs: number;
}

/** Each schedule is computed when it is asked for the first time: that takes a few milliseconds. */
export function runTimesOf(kind: MediaKind, durations: Durations): RunTimes {
  const law = runLawOf(durations);
  const queued = queuedDelayMs(law);
  let schedule: PollSchedule | undefined;
  let scheduleFromQueue: PollSchedule | undefined;
  return {
    law,
    queuedDelayMs: queued,
    get schedule() {
      schedule ??= scheduleOf(kind, law);
      return schedule;
    },
    get scheduleFromQueue() {
      scheduleFromQueue ??= scheduleOf(kind, blurredStart(law, queued / 1000));
      return scheduleFromQueue;
    },
  };
}

/** What is known of a task's run; times are on the monotonic clock. */
export interface SeenRun {
  submittedAtMs: number;
  /** When it was last seen in the queue: its run began after it. Not before its create, where nobody saw it there. */
  queuedAtMs: number | undefined;
  /** When it began, as near as that is known: the middle between the last look at the queue and the first at the run. */
  runningSinceMs: number | undefined;
}

/** The schedule that holds for a task: undefined while it waits in the queue. */
export function scheduleFor(runTimes: RunTimes, { queuedAtMs, runningSinceMs }: SeenRun): PollSchedule | undefined {
  if (queuedAtMs === undefined) return runTimes.schedule;
  return runningSinceMs === undefined ? undefined : runTimes.scheduleFromQueue;
}

/**
 * How long a run took at least and at most, seen done now. A task that went from the queue to its end between two looks
 * tells the longest that it can have taken, and no more.
 */
export function observedRun(
  { submittedAtMs, queuedAtMs, runningSinceMs }: SeenRun,
  unfinishedAtMs: number,
  nowMs: number,
): { notBeforeMs: number; seenAfterMs: number } {
  const earliestStartMs = queuedAtMs ?? submittedAtMs;
  const seenAfterMs = nowMs - earliestStartMs;
  if (runningSinceMs === undefined) {
    return { notBeforeMs: queuedAtMs === undefined ? unfinishedAtMs - earliestStartMs : 0, seenAfterMs };
  }
  const latestStartMs = 2 * runningSinceMs - earliestStartMs;
  return { notBeforeMs: Math.max(0, unfinishedAtMs - latestStartMs), seenAfterMs };
}
