import type { Asker, FairLimit } from '../engine/fair-limit.ts';
import { createKeyedLocks } from '../store/locks.ts';
import { type JobsContext, logFacts } from './context.ts';
import type { Job, Resolved } from './job.ts';
import { findKept, unlessUnreadable } from './kept.ts';
import { resolve } from './life.ts';
import { createPolling } from './polling/polling.ts';
import { recoveredPoll } from './polling/task-poll.ts';
import { createProgress } from './progress.ts';
import { type HistoryEntry, jobOf } from './records/history.ts';
import { createMemberIndex } from './records/member-index.ts';
import { note } from './records/records.ts';
import { createRecovery } from './recovery.ts';
import { createFitting } from './results/fitting.ts';
import { type FetchedAgain, fetchAgain } from './results/redelivery.ts';
import { createResultPlaces } from './results/result-places.ts';
import { createCreateQueue } from './service/create-queue.ts';
import type { Answer, Submission, SubmitOutcome } from './submit.ts';
import { createSubmitting } from './submitting.ts';

export interface Jobs {
  /**
   * Holds the quote, answers the member and asks the service for the tasks, each in its turn; resolves when the member was
   * answered.
   * @throws StoreError when the records cannot be kept: nothing was sent to the service then.
   */
  submit(submission: Submission, answer: Answer): Promise<SubmitOutcome>;
  /** The job while it has not ended. */
  find(jobId: string): Promise<Job | undefined>;
  /** What is still known of a job, ended or not; undefined also where it cannot be read. */
  findKept(at: {
    guildId: string;
    memberId: string;
    jobId: string;
  }): Promise<Pick<Job, 'request' | 'tasks'> | undefined>;
  /** Stops waiting for a job whose tasks are all queued still. */
  cancel(jobId: string): Promise<'cancelled' | 'already' | 'too late'>;
  /** The member's jobs that have not ended, newest first. */
  underWayOf(guildId: string, memberId: string): Promise<Job[]>;
  /** Which jobs those are, in no order: asked of memory, for every command counts them. */
  idsUnderWayOf(guildId: string, memberId: string): string[];
  /** Writes down what the operator found out of an unconfirmed task, and brings its message up to date, where they can be read. */
  noteResolved(
    at: { guildId: string; memberId: string; jobId: string; taskKey: string },
    resolved: Resolved,
  ): Promise<void>;
  /** How many creates were sent and wait for their answer: what a stop should wait for. */
  readonly creating: number;
  /** How many tasks wait for the service. */
  readonly waiting: number;
  /** Any task that waits: what a probe of the service may ask for. */
  waitingTaskId(): string | undefined;
  /**
   * Fetches the results of an ended job once more, for as long as the service keeps them, unless `signal` aborts.
   * @throws BusyError where too many wait for that already.
   */
  fetchAgain(entry: HistoryEntry, limitBytes: number, signal?: AbortSignal): Promise<FetchedAgain>;
  /** Goes on with every job that a restart found. Resolves when all of them are on their way. */
  recover(): Promise<void>;
  /** Polls until stopped. */
  run(): Promise<void>;
  /** Stops taking on work and waits for what is under way; what does not end by itself goes on after a restart. */
  stop(): Promise<void>;
}

export function createJobs(context: JobsContext): Jobs {
  const { clock, limits, log, records, watch } = context;
  const stopping = new AbortController();
  const stop = stopping.signal;
  const members = createMemberIndex();
  const places = createResultPlaces();
  const fitting = createFitting(context, places, stop);
  const creates = createCreateQueue({
    clock,
    atOnce: () => Math.min(limits.createsAtOnce, watch.createsAtOnce),
    createsMax: limits.createsMax,
  });
  const background = createBackground(log);
  const forget = (job: Job): void => {
    members.remove(job);
    submitting.forget(job.id);
  };
  const onEnded = (job: Job): void => {
    forget(job);
    context.onEnded(job.id);
  };
  const progress = createProgress(
    context,
    {
      ...{ places, fitting, onEnded, settle: (jobId) => recovery.settle(jobId) },
    },
    stop,
  );
  const polling = createPolling(context, progress);
  const { inBackground } = background;
  const submitting = createSubmitting(context, { creates, progress, polling, members, inBackground, stop });
  const recovery = createRecovery(context, {
    isOurs: submitting.isOurs,
    onFound: members.add,
    onWaiting: (job, task) => polling.add(recoveredPoll(context, job, task), 0),
    onDue: ({ id, place }) => progress.advance(id, place.guildId),
    onReturned: forget,
  });
  const engines = (): Promise<unknown> => Promise.all([polling.run(stop), progress.run(stop)]);

  return {
    submit: submitting.submit,
    find: (jobId) => records.get(jobId),
    findKept: (at) => findKept(context, at),
    cancel: (jobId) => cancel(context, jobId, progress.advanceNow),
    underWayOf: async (guildId, memberId) => {
      const found = await Promise.all(members.jobsOf(guildId, memberId).map((jobId) => records.get(jobId)));
      return found.filter((job) => job !== undefined).sort((a, b) => b.createdAtMs - a.createdAtMs);
    },
    idsUnderWayOf: members.jobsOf,
    noteResolved: (at, resolved) =>
      noteResolved(context, at, resolved, { advance: progress.advance, inBackground, stop }),
    get creating() {
      return creates.underWay;
    },
    get waiting() {
      return polling.size;
    },
    waitingTaskId: polling.waitingTaskId,
    fetchAgain: createFetchAgain(context, { places, fitting }, stop),
    recover: recovery.load,
    run: async () => {
      await engines();
    },
    stop: async () => {
      stopping.abort(new Error('Easel is stopping'));
      await background.ended();
      // Each ends at once but for what is under way.
      await engines();
    },
  };
}

/** Work that nobody awaits, but that a stop waits for. */
function createBackground(log: JobsContext['log']): {
  inBackground(work: Promise<void>, facts: object): void;
  ended(): Promise<void>;
} {
  const background = new Set<Promise<void>>();
  return {
    inBackground: (work, facts) => {
      const ended = work
        .catch((error: unknown) => log.error({ ...facts, err: error }, 'work stumbled; the next start goes on with it'))
        .finally(() => background.delete(ended));
      background.add(ended);
    },
    ended: async () => {
      while (background.size > 0) await Promise.all(background);
    },
  };
}

async function cancel(
  context: JobsContext,
  jobId: string,
  advance: (jobId: string, guildId: string) => Promise<void>,
): Promise<'cancelled' | 'already' | 'too late'> {
  const { clock, log } = context;
  const happened = await note(context, jobId, { kind: 'cancelled', atMs: clock.now() });
  if (happened?.job.cancelledAtMs === undefined) return 'too late';
  const { before, job } = happened;
  const isNew = before.cancelledAtMs === undefined;
  if (isNew) log.info({ ...logFacts(job), durationMs: clock.now() - job.createdAtMs }, 'job cancelled');
  // Also when it was before: by a press of which the write seemed to fail.
  await advance(jobId, job.place.guildId);
  return isNew ? 'cancelled' : 'already';
}

async function noteResolved(
  context: JobsContext,
  at: Parameters<Jobs['noteResolved']>[0],
  resolved: Resolved,
  {
    advance,
    inBackground,
    stop,
  }: {
    advance: (jobId: string, guildId: string) => void;
    inBackground: (work: Promise<void>, facts: object) => void;
    stop: AbortSignal;
  },
): Promise<void> {
  const { history, messenger } = context;
  const { jobId, taskKey } = at;
  const happened = await unlessUnreadable(note(context, jobId, { kind: 'resolved', taskKey, resolved }));
  if (happened) advance(jobId, at.guildId);
  // Also where it is under way still: it may be on its way into the history just now.
  const entry = await unlessUnreadable(history.replaceTask(at, (task) => resolve(task, resolved)));
  if (entry && !happened) inBackground(messenger.amend(jobOf(entry), { signal: stop }), { job: jobId });
}

function createFetchAgain(
  context: JobsContext,
  parts: Parameters<typeof fetchAgain>[1],
  stop: AbortSignal,
): Jobs['fetchAgain'] {
  const turns = createKeyedLocks();
  return (entry, limitBytes, signal = stop) => {
    const either = AbortSignal.any([stop, signal]);
    const fetch = () => fetchAgain(context, parts, entry, limitBytes, either);
    return turns.run(entry.memberId, () => heldUntilDiscarded(parts.places.redeliveries, entry, fetch, either));
  };
}

/** Keeps the place until the files are discarded: so long they fill the disk, and are sent. */
function heldUntilDiscarded(
  limit: FairLimit,
  asker: Asker,
  fetch: () => Promise<FetchedAgain>,
  signal: AbortSignal,
): Promise<FetchedAgain> {
  return new Promise((resolve, reject) => {
    const hold = async (): Promise<void> => {
      const fetched = await fetch();
      await new Promise<void>((release) => {
        resolve({ ...fetched, discard: () => fetched.discard().finally(release) });
      });
    };
    limit.run(asker, hold, signal).catch(reject);
  });
}
