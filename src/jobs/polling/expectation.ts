import type { Job } from '../job.ts';
import { endedShare, medianMs, type RunLaw } from './run-law.ts';

/** When a job's running task is likely to be done, from what the model took before. */
export interface Expectation {
  startedMs: number;
  /** Half of such tasks take at most so long. */
  usuallyMs: number;
  /** 0 to 1: the part of such tasks that would be done by now. */
  progress: number;
  /** Longer than most: what is usual promises nothing any more. */
  isLate: boolean;
}

/** Tasks that were seen before anything is promised to a member. */
const SEEN_BEFORE_PROMISING = 3;
/** Late is what takes longer than this part of such tasks. */
const LATE_PROGRESS = 0.8;
/** What the result itself will show within so long need not be shown before. */
const MOMENT_MS = 2_000;

/** How long half of such tasks take at most, once enough were seen to promise anything. */
export function usualMs(law: RunLaw): number | undefined {
  return law.seen < SEEN_BEFORE_PROMISING ? undefined : Math.round(medianMs(law));
}

/** Nothing while no task runs, where too few were seen to promise anything, and where nobody waits for it. */
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

/** Whether the result is expected in a moment; not any more where it is overdue. */
export function isNearlyDone(expectation: Expectation | undefined, nowMs: number): boolean {
  if (!expectation || expectation.isLate) return false;
  const leftMs = expectation.startedMs + expectation.usuallyMs - nowMs;
  return leftMs > 0 && leftMs <= MOMENT_MS;
}

/** What is learned meanwhile may move what is expected of the same run, but never back: a bar does not shrink. */
export function notBehind(before: Expectation | undefined, now: Expectation | undefined): Expectation | undefined {
  return before && now && before.startedMs === now.startedMs && before.progress > now.progress ? before : now;
}
