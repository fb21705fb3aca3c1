import type { Booking } from '../../budget/account/bookings.ts';
import type { Accounts } from '../../budget/accounts.ts';
import type { ServiceTally } from '../../budget/service-tally.ts';
import type { Log } from '../../log.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import { type Commit, RecordError, type Change as StoreChange, StoreError } from '../../store/store.ts';
import { unlessUnreadable } from '../../store/unreadable-records.ts';
import { untilSuccessful } from '../../time/back-off.ts';
import type { Clock } from '../../time/clock.ts';
import { findTask, hasEnded, type Job, type JobTask, logFacts, type Resolved, type Shown } from '../job/job.ts';
import { type After, after, isOver, type JobEvent } from '../job/life.ts';
import type { History } from './history.ts';
import type { TaskIds } from './task-ids.ts';
import type { Works } from './works.ts';

/** A stored job before and after a recording. */
export interface Recorded {
  before: Job;
  job: Job;
  /** The same commit ended the job. */
  hasEnded: boolean;
}

export interface Recording {
  /**
   * `once`: one commit; throws if it fails. `durable`: retried until it is on disk, because the service was already asked.
   * `remembered`: kept in memory and written with the job's next commit; lost with this process or if the cache needs the
   * room.
   */
  how: 'once' | 'durable' | 'remembered';
  /** Whether a job whose tasks have all ended needs nothing more, so that this commit ends it. */
  mayEnd?: (job: Job) => boolean;
}

/**
 * Commits an operator's decision about an unconfirmed task.
 * @param changesOf what to write in the same commit
 */
export type CommitResolved<Outcome> = (changesOf: (resolved: Resolved) => readonly StoreChange[]) => Promise<Outcome>;

export interface RecorderParts {
  works: Works;
  accounts: Pick<Accounts, 'book'>;
  tally: Pick<ServiceTally, 'put'>;
  history: Pick<History, 'put'>;
  taskIds: Pick<TaskIds, 'put'>;
  commit: Commit;
  clock: Clock;
  log: Log;
}

const STORE_BACK_OFF = { firstMs: 500, longestMs: 10_000 };
/** Far more than are created, polled or delivered within a moment. */
const REMEMBERED_MAX = 2_000;

/** Records what happens to running jobs. Jobs change in no other way. */
export type JobRecorder = ReturnType<typeof createJobRecorder>;

/** @param onRecorded receives the job after each recording that doesn't end it. */
export function createJobRecorder(parts: RecorderParts, onRecorded: (job: Job) => void, stop: AbortSignal) {
  const { clock, log, works } = parts;
  const remembered = createLruCache<Job>(REMEMBERED_MAX);
  const latest = (stored: Job): Job => remembered.get(stored.id) ?? stored;
  const latestOf = async (reading: Promise<Job | undefined>): Promise<Job | undefined> => {
    const stored = await reading;
    return stored && latest(stored);
  };

  const untilStored = <Result>(work: () => Promise<Result>): Promise<Result> =>
    untilSuccessful({ clock, signal: stop, ...STORE_BACK_OFF }, work, (error) => {
      if (!(error instanceof StoreError) || error instanceof RecordError) throw error;
      log.error({ err: error }, 'the store failed; trying again, for the service was already asked');
    });

  const recordOnce = (jobId: string, events: JobEvent[], { how, mayEnd }: Recording): Promise<Recorded | undefined> =>
    works.locked(jobId, async () => {
      const stored = await works.getRunning(jobId);
      if (!stored) return undefined;
      const before = latest(stored);
      const next = after(before, ...events);
      const isEnd = isOver(next.job) && mayEnd?.(next.job) === true;
      if (how === 'remembered') remembered.set(jobId, next.job);
      else {
        if (isEnd || next.job !== stored) await commitAfter(parts, next, isEnd);
        remembered.delete(jobId);
      }
      return { before, job: next.job, hasEnded: isEnd };
    });

  const recordDurably = async (jobId: string, events: JobEvent[], recording: Recording) => {
    let ending: Job | undefined;
    const mayEnd = (job: Job): boolean => {
      ending = recording.mayEnd?.(job) ? job : undefined;
      return ending !== undefined;
    };
    const recorded = await untilStored(() => recordOnce(jobId, events, { ...recording, mayEnd }));
    // Missing if the commit that ended it seemed to fail but didn't.
    return recorded ?? (ending && { before: ending, job: ending, hasEnded: true });
  };

  return {
    /** A running job. */
    get: (jobId: string): Promise<Job | undefined> => latestOf(works.getRunning(jobId)),
    /**
     * Records events of a stored job with their bookings: reads, decides and commits under the job's lock.
     * @returns undefined if the job had ended. @throws StoreError if it may or may not be recorded; with `durable` only when
     *   the bot stops, and a restart continues from what is on disk. RecordError if the record is unreadable.
     */
    record: async (
      jobId: string,
      event: JobEvent | JobEvent[],
      recording: Recording,
    ): Promise<Recorded | undefined> => {
      const events = Array.isArray(event) ? event : [event];
      const recorded = await (recording.how === 'durable' ? recordDurably : recordOnce)(jobId, events, recording);
      if (recorded && !recorded.hasEnded) onRecorded(recorded.job);
      return recorded;
    },
    /** A job, running, ended or forgotten. @throws StoreError if it is unreadable */
    read: (guildId: string, jobId: string): Promise<Job | undefined> => latestOf(works.get(guildId, jobId)),
    /**
     * Ends an unconfirmed task, in the commit that `commit` makes. An unreadable record must not keep an operator from ending
     * its hold.
     * @param also what the same commit writes for an ended job
     */
    resolve: <Outcome>(
      { guildId, jobId, taskKey }: { guildId: string; jobId: string; taskKey: string },
      commit: CommitResolved<Outcome>,
      also: readonly StoreChange[],
    ): Promise<Outcome> =>
      works.locked(jobId, async () => {
        const stored = await unlessUnreadable(works.get(guildId, jobId));
        const job = stored && latest(stored);
        if (!job || !findTask(job, taskKey)) return commit(() => []);
        // Written first, so that nothing in memory is older than what the next commit may have written.
        if (job !== stored) await parts.commit([works.put(job)]);
        remembered.delete(jobId);
        const outcome = await commit((resolved) => [
          works.put(after(job, { kind: 'resolved', taskKey, resolved }).job),
          ...(hasEnded(job) ? also : []),
        ]);
        if (!hasEnded(job)) onRecorded(job);
        return outcome;
      }),
    /** Ends a job, with its message at `location`, together with `also`. Retried until it is on disk. */
    end: (jobId: string, location: Job['location'], also: readonly StoreChange[] = []): Promise<void> =>
      untilStored(() =>
        works.locked(jobId, async () => {
          // Read again: an operator may have resolved a task. Missing if a commit seemed to fail but didn't.
          const stored = await works.getRunning(jobId);
          const job = stored && { ...latest(stored), location };
          if (job) await parts.commit([...parts.history.put(job), ...also]);
          remembered.delete(jobId);
        }),
      ),
    /** Keeps in memory what its message shows, until its next commit. Nothing becomes due by that. */
    recordShown: async (jobId: string, shown: Shown | undefined): Promise<void> => {
      await recordOnce(jobId, [{ kind: 'shown', shown }], { how: 'remembered' });
    },
    /** Like `record` with `remembered`, for a job that was read under its lock. */
    remember: (job: Job): void => {
      remembered.set(job.id, job);
    },
    /** Retries `work` while the store fails. @throws StoreError if the bot stops first. RecordError at once. */
    untilStored,
  };
}

/** Records an event of one task. @returns the task afterwards. */
export async function recordTask(
  { record }: Pick<JobRecorder, 'record'>,
  jobId: string,
  event: JobEvent & { taskKey: string },
): Promise<JobTask | undefined> {
  const recorded = await record(jobId, event, { how: 'durable' });
  return recorded && findTask(recorded.job, event.taskKey);
}

/** One commit, so that a crash can't separate a job from its bookings in the account and the service's tally. */
async function commitAfter(parts: RecorderParts, next: After, isEnd: boolean): Promise<void> {
  const { accounts, clock, commit, history, log, works, taskIds, tally } = parts;
  const { job, bookings, charges } = next;
  const also = () => [
    ...(isEnd ? history.put(job) : [works.put(job)]),
    ...charges.map(tally.put),
    ...next.taskIds.map(taskIds.put),
  ];
  // Without bookings, an account that can't be read blocks nothing.
  if (isEnd || bookings.length === 0) return commit(also());
  const outcomes = await accounts.book(job.location.guildId, bookings, also);
  bookings.forEach(({ taskKey, ...booking }, index) => {
    const facts = { ...logFacts(job, taskKey), durationMs: clock.now() - job.createdAtMs };
    log.info({ ...facts, ...booking, outcome: outcomes[index] }, `task ${WORDS[booking.kind]}`);
  });
}

const WORDS: Record<Booking['kind'], string> = {
  settle: 'settled',
  release: 'released',
  correct: 'corrected to its charge',
  'mark unconfirmed': 'marked as unconfirmed',
};
