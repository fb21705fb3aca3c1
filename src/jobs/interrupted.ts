import { createLane, type Lane } from '../engine/lane.ts';
import type { Change } from '../store/store.ts';
import { unlessUnreadable } from '../store/unreadable-records.ts';
import { isUnsent, type Job, logFacts } from './job/job.ts';
import { after } from './job/life.ts';
import type { StepParts } from './ports/parts.ts';

interface InterruptedParts
  extends Pick<StepParts, 'clock' | 'commit' | 'log' | 'recorder' | 'revertToRequest' | 'works'> {
  /** Whether this process started it and couldn't answer. */
  isOwn: (jobId: string) => boolean;
  /** It is no longer a job: it was undone or never written. */
  onGone: (jobId: string, job: Job | undefined) => void;
}

/** Handles interrupted jobs, by id: tasks that weren't sent are released, and the others continue. */
export function createInterrupted(parts: InterruptedParts): Lane {
  const { clock, log, recorder, revertToRequest, works, isOwn, onGone } = parts;
  /** An approved request survives a crash: it is started again like the first time. */
  const returnToRequest = async (jobId: string): Promise<Job | undefined> => {
    let returned: Job | undefined;
    const undo = (also: readonly Change[]): Promise<boolean> =>
      works.locked(jobId, async () => {
        const job = await works.getRunning(jobId);
        if (!job || !isUnsent(job)) return false;
        await parts.commit([...works.undo(job), ...also]);
        returned = job;
        log.warn(logFacts(job), 'job found interrupted before anything was sent; its request starts it again');
        return true;
      });
    await unlessUnreadable(revertToRequest(jobId, undo));
    return returned;
  };

  return createLane({
    clock,
    log,
    name: 'job',
    atOnce: 1_000,
    step: async (jobId) => {
      const returned = await returnToRequest(jobId);
      const recorded = returned ? undefined : await recorder.record(jobId, { kind: 'found' }, { how: 'once' });
      if (!recorded) onGone(jobId, returned);
      else if (recorded.job !== recorded.before) {
        const states = recorded.job.tasks.map(({ state }) => state);
        const message = isOwn(jobId) ? 'job abandoned before anything was sent' : 'job found interrupted';
        log.warn({ ...logFacts(recorded.job), states }, message);
      }
      return undefined;
    },
  });
}

/** Reads the jobs from the store, page by page. */
export async function loadJobs(
  { clock, log, works }: Pick<StepParts, 'clock' | 'log' | 'works'>,
  isOurs: (jobId: string) => boolean,
  { onFound, onInterrupted, onContinued }: Record<'onFound' | 'onInterrupted' | 'onContinued', (job: Job) => void>,
): Promise<void> {
  const startedMs = clock.monotonicMs();
  const counts = { jobs: 0, unreadable: 0 };
  // Polling needs no write, so it starts at once.
  const others: Job[] = [];
  for await (const { jobs, unreadable } of works.everyRunning()) {
    counts.unreadable += unreadable;
    for (const job of jobs) {
      if (isOurs(job.id)) continue;
      counts.jobs += 1;
      onFound(job);
      if (job.tasks.some(({ state }) => state !== 'submitted')) others.push(job);
    }
  }
  for (const job of others) {
    if (after(job, { kind: 'found' }).job === job) onContinued(job);
    else onInterrupted(job);
  }
  log.info({ ...counts, durationMs: Math.round(clock.monotonicMs() - startedMs) }, 'jobs found');
}
