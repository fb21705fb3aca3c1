import type { Job } from '../job/job.ts';
import { endedShare, medianMs, type RunLaw } from './run-law.ts';

/** When a job's running task will probably be done, from the model's past run times. */
export interface Expectation {
  startedMs: number;
  /** The median run time. */
  usuallyMs: number;
  /** The share of such tasks that would be done already, 0 to 1. */
  progress: number;
  /** It takes longer than most, so the usual time says nothing. */
  isLate: boolean;
}

/** Tasks to learn from before promising a member anything. */
const SEEN_BEFORE_PROMISING = 3;
/** A task is late if it takes longer than this share of tasks. */
const LATE_PROGRESS = 0.8;
/** Show nothing that the result itself will show within this time. */
const MOMENT_MS = 2_000;

/** The median run time, once enough tasks were seen. */
export function usualMs(law: RunLaw): number | undefined {
  return law.seen < SEEN_BEFORE_PROMISING ? undefined : Math.round(medianMs(law));
}

/** Undefined if no task runs, too few were seen, or the job was cancelled. */
export function expectationOf(job: Job, law: RunLaw, nowMs: number): Expectation | undefined {
  const usuallyMs = usualMs(law);
  if (usuallyMs === undefined || job.cancelledAtMs !== undefined) return undefined;
  const starts = job.tasks.flatMap((task) =>
    task.state === 'submitted' && task.serviceState === 'running' ? [task.runningSinceMs ?? task.submittedAtMs] : [],
  );
  if (starts.length === 0) return undefined;
  const startedMs = Math.min(...starts);
  const progress = endedShare(law, nowMs - startedMs);
  return { startedMs, usuallyMs, progress, isLate: progress >= LATE_PROGRESS };
}

/** Whether the result is expected in a moment; false if it is overdue. */
export function isNearlyDone(expectation: Expectation | undefined, nowMs: number): boolean {
  if (!expectation || expectation.isLate) return false;
  const leftMs = expectation.startedMs + expectation.usuallyMs - nowMs;
  return leftMs > 0 && leftMs <= MOMENT_MS;
}

/** New observations may move the expectation, but never back, because a progress bar must not shrink. */
export function neverBackwards(before: Expectation | undefined, now: Expectation | undefined): Expectation | undefined {
  return before && now && before.startedMs === now.startedMs && before.progress > now.progress ? before : now;
}
