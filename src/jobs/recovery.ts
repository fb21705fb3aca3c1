import { everyPage } from '../store/pages.ts';
import { type JobsContext, logFacts } from './context.ts';
import { isUnsent, type Job, type JobTaskIn } from './job.ts';
import { unlessUnreadable } from './kept.ts';
import { after, due } from './life.ts';
import { note } from './records/records.ts';

/** The jobs that a start finds: what was cut short is settled first, and then they go on as all others do. */
export interface Recovery {
  /** Finds them in the store, some at a time. */
  load(): Promise<void>;
  /** Settles what was cut short of a job that a start found. @returns whether it goes on as a job. */
  settle(jobId: string): Promise<boolean>;
}

export interface RecoveryParts {
  /** Whether this process began it itself. */
  isOurs: (jobId: string) => boolean;
  onFound: (job: Job) => void;
  /** Its task waits for the service. */
  onWaiting: (job: Job, task: JobTaskIn<'submitted'>) => void;
  /** There is something to do for it beside waiting. */
  onDue: (job: Job) => void;
  /** It is a request again. */
  onReturned: (job: Job) => void;
}

export function createRecovery(context: JobsContext, parts: RecoveryParts): Recovery {
  const { clock, locks, log, records } = context;
  const found = new Set<string>();

  /** What people approved is not lost by a crash: it is begun again as it was the first time. */
  const returnToRequest = (jobId: string): Promise<boolean> =>
    locks.run(jobId, async () => {
      const job = await records.get(jobId);
      if (!job || !isUnsent(job) || !(await unlessUnreadable(context.takenBack(jobId)))) return false;
      await records.delete(jobId);
      parts.onReturned(job);
      log.warn(logFacts(job), 'job found interrupted before anything was sent: its request is begun again');
      return true;
    });

  return {
    load: async () => {
      const startedMs = clock.now();
      const counts = { jobs: 0, unreadable: 0 };
      // Looking at what waits needs no writing: it begins at once, however many others have more to do.
      const others: Job[] = [];
      for await (const page of everyPage(records)) {
        for (const key of page.unreadable) log.error({ job: key }, 'a stored job cannot be read; it is left as it is');
        counts.unreadable += page.unreadable.length;
        for (const [jobId, job] of page.records) {
          if (parts.isOurs(jobId)) continue;
          counts.jobs += 1;
          parts.onFound(job);
          for (const next of due(job)) if (next.what === 'poll') parts.onWaiting(job, next.task);
          const isCutShort = after(job, { kind: 'found' }).bookings.length > 0;
          if (isCutShort) found.add(jobId);
          if (isCutShort || job.tasks.some(({ state }) => state !== 'submitted')) others.push(job);
        }
      }
      for (const job of others) parts.onDue(job);
      log.info({ ...counts, durationMs: clock.now() - startedMs }, 'jobs found');
    },
    settle: async (jobId) => {
      if (!found.has(jobId)) return true;
      if (await returnToRequest(jobId)) {
        found.delete(jobId);
        return false;
      }
      const happened = await note(context, jobId, { kind: 'found' });
      found.delete(jobId);
      if (happened && happened.job !== happened.before) {
        const states = happened.job.tasks.map(({ state }) => state);
        log.warn({ ...logFacts(happened.job), states }, 'job found interrupted');
      }
      return true;
    },
  };
}
