import { z } from 'zod';

/** A poll saw the end of a task: its run took longer than the first number of seconds and at most the second. */
const observationSchema = z.tuple([z.number().positive(), z.number().positive()]);

/** How many ends of tasks are kept one by one. */
export const RECENT_MOST = 40;

/** How long a model's tasks took, as far as polls saw it. Stored with the model. */
export const durationsSchema = z.object({
  seen: z.int().min(0),
  /** Oldest first. */
  recent: z.array(observationSchema).max(RECENT_MOST),
  /** How many tasks have ended since one may have failed right after its start. */
  sinceEarlyFailure: z.int().min(0),
});
export type Durations = z.output<typeof durationsSchema>;

export const NO_DURATIONS: Durations = { seen: 0, recent: [], sinceEarlyFailure: 0 };

/** Shorter runs count as this long. */
export const LEAST_SECONDS = 0.2;

/** Adds a run whose end lies between two polls. */
export function learn({ seen, recent, sinceEarlyFailure }: Durations, fromMs: number, toMs: number): Durations {
  const earliest = Math.max(fromMs / 1000, LEAST_SECONDS);
  const observation: [number, number] = [earliest, Math.max(toMs / 1000, earliest)];
  return {
    seen: seen + 1,
    recent: [...recent, observation].slice(-RECENT_MOST),
    sinceEarlyFailure: sinceEarlyFailure + 1,
  };
}

/** What polls saw of a task's run. Times are on the monotonic clock. */
export interface SeenRun {
  submittedAtMs: number;
  /** When a poll last saw it in the queue; its run started later. */
  queuedAtMs: number | undefined;
  /** When it started, estimated halfway between the last poll that saw it queued and the first that saw it run. */
  runningSinceMs: number | undefined;
}

/**
 * The shortest and longest time that a run may have taken, if a poll sees it done now. A task that went from the queue to
 * its end between two polls only gives the longest.
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

/** A failure says nothing about run times, except that an early poll may be worth it. */
export function learnFailure(durations: Durations, mayBeEarly: boolean): Durations {
  return { ...durations, sinceEarlyFailure: mayBeEarly ? 0 : durations.sinceEarlyFailure + 1 };
}

/**
 * Adds what other processes learned, with an equal part of recent ends from each. An early failure counts only for the
 * process that saw it, because that process watches for the next one.
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
