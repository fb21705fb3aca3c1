import { LRUCache } from 'lru-cache';
import { untilSuccessful } from '../../back-off.ts';
import type { Booking } from '../../budget/account/bookings.ts';
import type { Accounts } from '../../budget/accounts.ts';
import type { ServiceTally } from '../../budget/service-tally.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import {
  type Collection,
  type Commit,
  RecordError,
  type Store,
  type Change as StoreChange,
  StoreError,
} from '../../store/store.ts';
import { type Job, type JobTask, jobSchema, logFacts, taskIn } from '../job.ts';
import { type After, after, type Charge, isOver, type JobEvent } from '../life.ts';
import type { History } from './history.ts';
import type { SpentIds } from './spent-ids.ts';

/** A stored job before what was recorded and after it. */
export interface Recorded {
  before: Job;
  job: Job;
  /** The job went into the history in the same commit. */
  hasEnded: boolean;
}

export interface Recording {
  /**
   * `once`: one commit, of which a failure is thrown. `durable`: repeated until the store has kept it, for the service was
   * already asked. `remembered`: worth no commit of its own: read from then on, and written with the next commit of the job. Lost
   * with this process, or when others need the room.
   */
  how: 'once' | 'durable' | 'remembered';
  /** Whether nothing has to be done any more for a job all of whose tasks have ended: it ends in this commit. */
  mayEnd?: (job: Job) => boolean;
}

/** Writes down what happens to the jobs under way: the only way in which they change. */
export interface JobRecorder {
  get(jobId: string): Promise<Job | undefined>;
  /**
   * Records events of a stored job: reads, decides and commits under its lock, together with what is booked.
   * @returns undefined when the job has ended before. @throws StoreError: then it may or may not be recorded; with `durable`
   *   only when the bot stops, and a restart goes on from what is on disk. RecordError for a record that is at fault itself.
   */
  record(jobId: string, event: JobEvent | JobEvent[], recording: Recording): Promise<Recorded | undefined>;
  /** Moves a job into the history, with its message at `place`. Repeated until the store has kept it. */
  end(jobId: string, place: Job['place']): Promise<void>;
  /** The lock is for moments: nothing that waits for a network may run under it. */
  alone<Result>(jobId: string, work: (job: Job | undefined) => Promise<Result>): Promise<Result>;
  /** As `record` with `remembered`, of a job as it is. To be called under its lock. */
  remember(job: Job): void;
  /** Repeats `work` while the store fails. @throws StoreError when the bot stops first. RecordError at once. */
  untilStored<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface RecorderParts {
  records: Collection<Job>;
  accounts: Pick<Accounts, 'book'>;
  tally: Pick<ServiceTally, 'charged' | 'ended'>;
  history: Pick<History, 'put'>;
  spent: Pick<SpentIds, 'put' | 'putTask'>;
  commit: Commit;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
}

const STORE_BACK_OFF = { firstMs: 500, longestMs: 10_000 };
/** Far more than are created, polled or delivered within a moment. */
const REMEMBERED_MAX = 2_000;

/** @param onRecorded is told the job after each recording that leaves it under way. */
export function createJobRecorder(
  parts: RecorderParts,
  onRecorded: (job: Job) => void,
  stop: AbortSignal,
): JobRecorder {
  const { clock, locks, log, records } = parts;
  const remembered = new LRUCache<string, Job>({ max: REMEMBERED_MAX });

  const untilStored = <Result>(work: () => Promise<Result>): Promise<Result> =>
    untilSuccessful({ clock, signal: stop, ...STORE_BACK_OFF }, work, (error) => {
      if (!(error instanceof StoreError) || error instanceof RecordError) throw error;
      log.error({ err: error }, 'the store failed; trying again, for the service was already asked');
    });

  const recordOnce = (jobId: string, events: JobEvent[], { how, mayEnd }: Recording): Promise<Recorded | undefined> =>
    locks.run(jobId, async () => {
      const stored = await records.get(jobId);
      if (!stored) return undefined;
      const before = remembered.get(jobId) ?? stored;
      const next = after(before, ...events);
      const hasEnded = isOver(next.job) && mayEnd?.(next.job) === true;
      if (how === 'remembered') remembered.set(jobId, next.job);
      else {
        if (hasEnded || next.job !== stored) await commitAfter(parts, next, hasEnded);
        remembered.delete(jobId);
      }
      return { before, job: next.job, hasEnded };
    });

  const recordDurably = async (jobId: string, events: JobEvent[], recording: Recording) => {
    let ending: Job | undefined;
    const mayEnd = (job: Job): boolean => {
      ending = recording.mayEnd?.(job) ? job : undefined;
      return ending !== undefined;
    };
    const recorded = await untilStored(() => recordOnce(jobId, events, { ...recording, mayEnd }));
    // Gone where the commit in which it ended seemed to fail and did not.
    return recorded ?? (ending && { before: ending, job: ending, hasEnded: true });
  };

  return {
    get: async (jobId) => {
      const stored = await records.get(jobId);
      return stored && (remembered.get(jobId) ?? stored);
    },
    record: async (jobId, event, recording) => {
      const events = Array.isArray(event) ? event : [event];
      const run = recording.how === 'durable' ? recordDurably : recordOnce;
      const recorded = await run(jobId, events, recording);
      if (recorded && !recorded.hasEnded) onRecorded(recorded.job);
      return recorded;
    },
    end: (jobId, place) =>
      untilStored(() =>
        locks.run(jobId, async () => {
          // Read anew: an operator may have resolved a task meanwhile. Gone where a commit that seemed to fail did not.
          const stored = await records.get(jobId);
          if (stored) await parts.commit(leaving(parts, { ...(remembered.get(jobId) ?? stored), place }));
          remembered.delete(jobId);
        }),
      ),
    alone: (jobId, work) => locks.run(jobId, async () => work(await records.get(jobId))),
    remember: (job) => {
      remembered.set(job.id, job);
    },
    untilStored,
  };
}

/** Records what happened to one task. @returns what it is then. */
export async function recordTask(
  { record }: Pick<JobRecorder, 'record'>,
  jobId: string,
  event: JobEvent & { taskKey: string },
): Promise<JobTask | undefined> {
  const recorded = await record(jobId, event, { how: 'durable' });
  return recorded && taskIn(recorded.job, event.taskKey);
}

/** In one commit: it is under way or in the history, never both or neither, and its id begins nothing again. */
function leaving({ history, records, spent }: RecorderParts, job: Job): StoreChange[] {
  return [...history.put(job), spent.put(job.id), records.drop(job.id)];
}

/** In one commit: no crash can part a job from what its steps do to the account and to the tally of the service. */
async function commitAfter(parts: RecorderParts, next: After, hasEnded: boolean): Promise<void> {
  const { accounts, clock, commit, log, records, spent, tally } = parts;
  const { job, bookings, charges, taskIds } = next;
  const put = (charge: Charge) =>
    charge.kind === 'charged'
      ? tally.charged(charge.taskId, charge.credits)
      : tally.ended(charge.taskId, charge.credits, charge.ending);
  const also = () => [
    ...(hasEnded ? leaving(parts, job) : [records.put(job.id, job)]),
    ...charges.flatMap(put),
    ...taskIds.map(spent.putTask),
  ];
  if (hasEnded) return commit(also());
  const outcomes = await accounts.book(job.place.guildId, bookings, also);
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

/** Far more than are created, polled or delivered within a moment. */
const AT_HAND = 2_000;

/** The jobs under way. What was written or read last is at hand, so that going on with it asks nobody. */
export function openJobRecords(store: Pick<Store, 'collection'>): Collection<Job> {
  return store.collection('jobs', jobSchema, {
    cached: AT_HAND,
    serverOf: ({ place }) => place.guildId,
  });
}

/** A record that is at fault itself must not keep an operator from ending its hold. */
export async function unlessUnreadable<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof RecordError) return undefined;
    throw error;
  });
}
