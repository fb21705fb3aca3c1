import { RecordError, type Change as StoreChange, StoreError } from '../../store/store.ts';
import { type JobsContext, logFacts } from '../context.ts';
import type { Job, JobTask } from '../job.ts';
import { type After, after, type Charge, due, type JobEvent } from '../life.ts';

/** The longest pause between two tries at a store that fails. */
const LONGEST_RETRY_MS = 10_000;

/**
 * Repeats `work` while the store fails, so that what the service was already asked for is written down in the end.
 * @throws StoreError when `stop` aborts first; a restart then goes on from what is on disk. RecordError at once: a record
 *   that is at fault itself stays so.
 */
export async function untilStored<Result>(
  { clock, log }: JobsContext,
  stop: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError) || error instanceof RecordError || stop.aborted) throw error;
      log.error({ err: error }, 'the store failed; trying again, for the service was already asked');
      await clock.sleep(Math.min(500 * 2 ** attempt, LONGEST_RETRY_MS), stop).catch(() => {
        throw error;
      });
    }
  }
}

/** A stored job before an event and after it. */
export interface Happened {
  before: Job;
  job: Job;
  /** It went into the history in the same commit. */
  hasEnded?: boolean;
}

/**
 * Notes on a stored job that something happened: reads, decides and commits under its lock, together with what is booked. The
 * lock is for moments: nothing that waits for a network may run under it.
 * @param mayEnd whether nothing has to be done any more for a job all of whose tasks have ended.
 * @returns undefined when the job has ended before. @throws StoreError: then it may or may not be noted.
 */
export function note(
  context: JobsContext,
  jobId: string,
  event: JobEvent,
  mayEnd: (job: Job) => boolean = () => false,
): Promise<Happened | undefined> {
  const { locks, records } = context;
  return locks.run(jobId, async () => {
    const before = await records.get(jobId);
    if (!before) return undefined;
    const next = after(before, event);
    const { job } = next;
    const hasEnded = due(job).some(({ what }) => what === 'end') && mayEnd(job);
    if (hasEnded || job !== before) await commitAfter(context, next, hasEnded);
    return { before, job, hasEnded };
  });
}

/** As `note`, repeated until the store has kept it. */
export async function noteSurely(
  context: JobsContext,
  jobId: string,
  event: JobEvent,
  stop: AbortSignal,
  mayEnd: (job: Job) => boolean = () => false,
): Promise<Happened | undefined> {
  let ending: Job | undefined;
  const isEnding = (job: Job): boolean => {
    ending = mayEnd(job) ? job : undefined;
    return ending !== undefined;
  };
  const happened = await untilStored(context, stop, () => note(context, jobId, event, isEnding));
  // Gone where the commit in which it ended seemed to fail and did not.
  return happened ?? (ending && { before: ending, job: ending, hasEnded: true });
}

/** Remembers an event that is worth no commit of its own: it is kept with whatever is kept of the job next. */
export async function remember(context: JobsContext, jobId: string, event: JobEvent): Promise<Happened | undefined> {
  const { locks, records } = context;
  return locks.run(jobId, async () => {
    const before = await records.get(jobId);
    const job = before && (await records.note(jobId, (noted) => after(noted, event).job));
    return before && job && { before, job };
  });
}

/** Keeps what was only remembered of a job. */
export async function keepRemembered({ locks, records }: JobsContext, jobId: string): Promise<Job | undefined> {
  return locks.run(jobId, async () => {
    const job = await records.get(jobId);
    if (job) await records.set(jobId, job);
    return job;
  });
}

/** Notes what happened to one task. @returns what it is then. */
export async function noteTask(
  context: JobsContext,
  jobId: string,
  event: JobEvent & { taskKey: string },
  stop: AbortSignal,
): Promise<JobTask | undefined> {
  const happened = await noteSurely(context, jobId, event, stop);
  return happened && taskIn(happened.job, event.taskKey);
}

export function taskIn({ tasks }: Job, taskKey: string): JobTask | undefined {
  return tasks.find(({ key }) => key === taskKey);
}

/** In one commit: it is under way or in the history, never both or neither, and its id begins nothing again. */
export function leaving({ history, records, spent }: JobsContext, job: Job): StoreChange[] {
  return [...history.put(job), spent.put(job.id), records.drop(job.id)];
}

/** In one commit: no crash can part a job from what its steps do to the account and to the tally of the service. */
async function commitAfter(context: JobsContext, next: After, hasEnded: boolean): Promise<void> {
  const { accounts, clock, log, records, spent, tally } = context;
  const { job, bookings, charges, taskIds } = next;
  const put = (charge: Charge) =>
    charge.kind === 'charged'
      ? tally.charged(charge.taskId, charge.credits)
      : tally.ended(charge.taskId, charge.credits, charge.ending);
  const also = () => [
    ...(hasEnded ? leaving(context, job) : [records.put(job.id, job)]),
    ...charges.flatMap(put),
    ...taskIds.map(spent.putTask),
  ];
  if (hasEnded) return context.commit(also());
  const outcomes = await accounts.book(job.place.guildId, bookings, also);
  bookings.forEach(({ taskKey, ...booking }, index) => {
    const facts = { ...logFacts(job, taskKey), durationMs: clock.now() - job.createdAtMs };
    log.info({ ...facts, ...booking, outcome: outcomes[index] }, `task ${WORDS[booking.kind]}`);
  });
}

const WORDS = {
  settle: 'settled',
  release: 'released',
  correct: 'corrected to its charge',
  'mark unconfirmed': 'marked as unconfirmed',
} as const;
