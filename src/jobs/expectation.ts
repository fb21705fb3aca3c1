import { type Durations, endedShare, medianMs } from './durations.ts';
import type { Job } from './job.ts';

/** When a job's running task is likely to be done, from what the model took before. */
export interface Expectation {
  /** Half of such tasks are done by then. */
  doneByMs: number;
  /** 0 to 1: the part of such tasks that would be done by now. */
  progress: number;
}

/** Tasks that were seen before anything is promised to a member. */
const SEEN_BEFORE_PROMISING = 3;

/** Nothing while no task runs, or where too few were seen to promise anything. */
export function expectationOf(job: Job, durations: Durations, nowMs: number): Expectation | undefined {
  if (durations.seen < SEEN_BEFORE_PROMISING) return undefined;
  const starts = job.tasks.flatMap((task) =>
    task.state === 'submitted' && task.serviceState === 'running' ? [task.runningSinceMs ?? task.submittedAtMs] : [],
  );
  if (starts.length === 0) return undefined;
  const startedMs = Math.min(...starts);
  return {
    doneByMs: Math.round(startedMs + medianMs(durations)),
    progress: endedShare(durations, nowMs - startedMs),
  };
}
