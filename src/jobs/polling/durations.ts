import { z } from 'zod';

/** A poll saw the end of a task: its run took longer than the first and at most the second, in seconds. */
const observationSchema = z.tuple([z.number().positive(), z.number().positive()]);
export type Observation = z.output<typeof observationSchema>;

/** Tasks whose ends are remembered one by one. */
export const RECENT_MOST = 40;

/** How long a model's tasks took, as far as that was seen. Stored with the model. */
export const durationsSchema = z.object({
  seen: z.int().min(0),
  /** Oldest first. */
  recent: z.array(observationSchema).max(RECENT_MOST),
  /** Tasks that ended since the last one that may have failed at once. */
  sinceEarlyFailure: z.int().min(0),
});
export type Durations = z.output<typeof durationsSchema>;

export const NO_DURATIONS: Durations = { seen: 0, recent: [], sinceEarlyFailure: 0 };

/** No run counts as shorter. */
export const LEAST_SECONDS = 0.2;

/** The end lies somewhere between two looks. */
export function learn({ seen, recent, sinceEarlyFailure }: Durations, fromMs: number, toMs: number): Durations {
  const earliest = Math.max(fromMs / 1000, LEAST_SECONDS);
  const observation: Observation = [earliest, Math.max(toMs / 1000, earliest)];
  return {
    seen: seen + 1,
    recent: [...recent, observation].slice(-RECENT_MOST),
    sinceEarlyFailure: sinceEarlyFailure + 1,
  };
}

/** What is known of a task's run; times are on the monotonic clock. */
export interface SeenRun {
  submittedAtMs: number;
  /** When a poll last saw it in the queue: its run started after that. */
  queuedAtMs: number | undefined;
  /** When it started, as near as that is known: halfway between the last look at the queue and the first at the run. */
  runningSinceMs: number | undefined;
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

/** A failure says nothing about how long a run takes, except that an early look may be worth it. */
export function learnFailure(durations: Durations, mayBeEarly: boolean): Durations {
  return { ...durations, sinceEarlyFailure: mayBeEarly ? 0 : durations.sinceEarlyFailure + 1 };
}

/**
 * Adds what other processes learned: the last ends of each have a part. An early failure stays with the process that saw it,
 * because that process looks for the next one.
 */
export function withOthers(own: Durations, others: readonly Durations[]): Durations {
  const all = [own, ...others];
  const newestFirst = all.map(({ recent }) => recent.toReversed());
  return {
    seen: all.reduce((sum, { seen }) => sum + seen, 0),
    recent: Array.from({ length: RECENT_MOST }, (_, index) =>
      newestFirst.flatMap((list) => list.slice(index, index + 1)),
    )
      .flat()
      .slice(0, RECENT_MOST)
      .toReversed(),
    sinceEarlyFailure: own.sinceEarlyFailure,
  };
}
