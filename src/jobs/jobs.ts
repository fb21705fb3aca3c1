import { createKeyedLocks } from '../store/locks.ts';
import { everyPage } from '../store/pages.ts';
import type { Asker, FairLimit } from '../turns/fair-limit.ts';
import { type JobsContext, logFacts } from './context.ts';
import { isCancellable, isUnsent, type Job, type JobTask, type Resolved, withTask } from './job.ts';
import { findKept, unlessUnreadable } from './kept.ts';
import { createPoller } from './polling/poller.ts';
import { createPolling } from './polling/polling.ts';
import { firstPoll, recoveredPoll, type TaskPoll } from './polling/task-poll.ts';
import { createProgress } from './progress.ts';
import { type HistoryEntry, jobOf } from './records/history.ts';
import { createMemberIndex } from './records/member-index.ts';
import { changeJob, untilStored } from './records/records.ts';
import { createFitting } from './results/fitting.ts';
import { type FetchedAgain, fetchAgain } from './results/redelivery.ts';
import { createResultPlaces } from './results/result-places.ts';
import { createCreateQueue } from './service/create-queue.ts';
import { type Answer, abandon, begin, createTask, type Submission, type SubmitOutcome } from './submit.ts';
import { afterRestart, resolve } from './task-steps.ts';

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

/** How many jobs are settled at once when a restart finds many. */
const RECOVERIES_AT_ONCE = 16;
/** Where a crash can leave a task that needs no answer of anybody to go on; the last two only by an older Easel. */
const INTERRUPTED: readonly JobTask['state'][] = ['new', 'submitting', 'settling', 'releasing'];
const OVERDUE_CHECK_INTERVAL_MS = 60_000;

export function createJobs(context: JobsContext): Jobs {
  const { clock, history, limits, locks, log, messenger, models, records, watch } = context;
  const stopping = new AbortController();
  const stop = stopping.signal;
  const members = createMemberIndex();
  /** Jobs that this process began: a recovery that runs beside them must not take them for interrupted ones. */
  const begunHere = new Set<string>();
  const places = createResultPlaces();
  const fitting = createFitting(context, places, stop);
  const progress = createProgress(context, { places, fitting }, stop, (job) => {
    members.remove(job);
    begunHere.delete(job.id);
    context.onEnded(job.id);
  });
  const creates = createCreateQueue({ clock, atOnce: limits.createsAtOnce, createsMax: limits.createsMax });
  const againTurns = createKeyedLocks();
  /** Work that nobody awaits, but that a stop waits for. */
  const background = new Set<Promise<void>>();
  const polling = createPolling(context, progress, (atMs) => poller.pauseUntil(atMs));
  const poller = createPoller<TaskPoll>({
    clock,
    pollsPerSecond: limits.pollsPerSecond,
    pollsAtOnce: limits.pollsAtOnce,
    poll: (entry, signal) => polling.look(entry, signal),
    allowed: (signal) => watch.answering(signal),
  });

  const createOne = async (job: Job, taskKey: string): Promise<void> => {
    const onTurn = (): void => progress.refresh({ jobId: job.id, guildId: job.place.guildId });
    const task = await createTask(context, job, taskKey, { creates, stop, onTurn }).finally(() =>
      creates.leave(job.place.guildId, 1),
    );
    if (!task) return;
    poller.add(firstPoll(context, job, task));
    models.learnPrice(job.request.modelId, task.chargedCredits);
  };

  const createAll = async (job: Job): Promise<void> => {
    const created = await Promise.allSettled(job.tasks.map(({ key }) => createOne(job, key)));
    for (const outcome of created) {
      if (outcome.status === 'rejected') log.error({ ...logFacts(job), err: outcome.reason }, 'a create stumbled');
    }
    if (!stop.aborted) await progress.advance(job.id);
  };

  const abandonSurely = async (jobId: string): Promise<void> => {
    if (await untilStored(context, stop, () => abandon(context, jobId))) await progress.advance(jobId);
    else begunHere.delete(jobId);
  };

  const inBackground = (work: Promise<void>, facts: object): void => {
    const ended = work
      .catch((error: unknown) => log.error({ ...facts, err: error }, 'work stumbled; the next start goes on with it'))
      .finally(() => background.delete(ended));
    background.add(ended);
  };

  const settleInterrupted = (jobId: string): Promise<Job | undefined> =>
    changeJob(context, jobId, stop, (stored) => {
      if (!stored.tasks.some(({ state }) => INTERRUPTED.includes(state))) return stored;
      const restarted = afterRestart(stored);
      log.warn({ ...logFacts(stored), states: restarted.tasks.map(({ state }) => state) }, 'job found interrupted');
      return restarted;
    });

  /** What people approved is not lost by a crash: it is begun again as it was the first time. */
  const returnToRequest = (jobId: string): Promise<boolean> =>
    untilStored(context, stop, () =>
      locks.run(jobId, async () => {
        const job = await records.get(jobId);
        if (!job || !isUnsent(job) || begunHere.has(jobId)) return false;
        if (!(await unlessUnreadable(context.takenBack(jobId)))) return false;
        await records.delete(jobId);
        members.remove(job);
        log.warn(logFacts(job), 'job found interrupted before anything was sent: its request is begun again');
        return true;
      }),
    );

  const recoverOne = async (jobId: string): Promise<void> => {
    if (await returnToRequest(jobId)) return;
    const job = await settleInterrupted(jobId);
    if (!job?.tasks.some((task) => task.state !== 'submitted')) return;
    // What has to be fetched and shown may take long, and has turns of its own.
    void progress.advance(jobId);
  };

  const recoverAll = async (jobIds: string[]): Promise<void> => {
    for (let jobId = jobIds.shift(); jobId && !stop.aborted; jobId = jobIds.shift()) {
      const id = jobId;
      await recoverOne(id).catch((error: unknown) => {
        if (!stop.aborted)
          log.error({ job: id, err: error }, 'a job could not be recovered; the next start tries again');
      });
    }
  };

  /** While nobody answers nothing is polled, but no wait is for ever. */
  const giveUpOverdue = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(OVERDUE_CHECK_INTERVAL_MS, stop);
      if (watch.isAnswering) continue;
      for (const entry of poller.take(polling.isOverdue)) await polling.giveUp(entry, stop, 'waited too long');
    }
  };

  return {
    submit: async (submission, answer) => {
      const { jobId, count, place } = submission;
      const room = creates.enter(place.guildId, count);
      if (!room) return { outcome: 'busy', roomAtMs: creates.roomAtMs() };
      let isOurs = false;
      const isBegun = (): boolean => begunHere.has(jobId);
      const onWriting = (): void => {
        isOurs = true;
        begunHere.add(jobId);
      };
      const outcome = await begin(context, submission, answer, { ...room, isBegun, onWriting }).catch(
        (error: unknown) => {
          creates.leave(place.guildId, count);
          if (isOurs) inBackground(abandonSurely(jobId), { job: jobId });
          throw error;
        },
      );
      if (outcome.outcome === 'begun') {
        members.add(outcome.job);
        inBackground(createAll(outcome.job), { job: jobId });
        return outcome;
      }
      creates.leave(place.guildId, count);
      if (isOurs) begunHere.delete(jobId);
      return outcome;
    },
    find: (jobId) => records.get(jobId),
    findKept: (at) => findKept(context, at),
    cancel: async (jobId) => {
      const outcome = await locks.run(jobId, async () => {
        const job = await records.get(jobId);
        if (job?.cancelledAtMs !== undefined) return 'already' as const;
        if (!job || !isCancellable(job)) return 'too late' as const;
        await records.set(jobId, { ...job, cancelledAtMs: clock.now() });
        log.info({ ...logFacts(job), durationMs: clock.now() - job.createdAtMs }, 'job cancelled');
        return 'cancelled' as const;
      });
      // Also when it was before: by a press of which the write seemed to fail.
      if (outcome !== 'too late') await progress.advance(jobId);
      return outcome;
    },
    underWayOf: async (guildId, memberId) => {
      const found = await Promise.all(members.jobsOf(guildId, memberId).map((jobId) => records.get(jobId)));
      return found.filter((job) => job !== undefined).sort((a, b) => b.createdAtMs - a.createdAtMs);
    },
    idsUnderWayOf: (guildId, memberId) => members.jobsOf(guildId, memberId),
    noteResolved: async (at, resolved) => {
      const isUnderWay = await locks.run(at.jobId, async () => {
        const job = await unlessUnreadable(records.get(at.jobId));
        const task = job?.tasks.find(({ key }) => key === at.taskKey);
        if (job && task) await records.set(job.id, withTask(job, resolve(task, resolved)));
        return job !== undefined;
      });
      if (isUnderWay) void progress.advance(at.jobId);
      // Also where it is under way still: it may be on its way into the history just now.
      const entry = await unlessUnreadable(history.replaceTask(at, (task) => resolve(task, resolved)));
      if (entry && !isUnderWay) inBackground(messenger.amend(jobOf(entry), { signal: stop }), { job: at.jobId });
    },
    get creating() {
      return creates.underWay;
    },
    get waiting() {
      return poller.size;
    },
    waitingTaskId: () => poller.peek()?.taskId,
    fetchAgain: (entry, limitBytes, signal = stop) => {
      const either = AbortSignal.any([stop, signal]);
      const fetch = () => fetchAgain(context, { places, fitting }, entry, limitBytes, either);
      return againTurns.run(entry.memberId, () => heldUntilDiscarded(places.redeliveries, entry, fetch, either));
    },
    recover: async () => {
      const startedMs = clock.now();
      const found = { jobs: 0, unreadable: 0 };
      // Looking at what waits needs no writing: it begins at once, however many others have more to do.
      const others: string[] = [];
      for await (const page of everyPage(records)) {
        for (const key of page.unreadable) log.error({ job: key }, 'a stored job cannot be read; it is left as it is');
        found.unreadable += page.unreadable.length;
        for (const [jobId, job] of page.records) {
          if (begunHere.has(jobId)) continue;
          found.jobs += 1;
          members.add(job);
          for (const task of job.tasks) if (task.state === 'submitted') poller.add(recoveredPoll(context, job, task));
          if (job.tasks.some((task) => task.state !== 'submitted')) others.push(jobId);
        }
      }
      await Promise.all(Array.from({ length: RECOVERIES_AT_ONCE }, () => recoverAll(others)));
      log.info({ ...found, durationMs: clock.now() - startedMs }, 'jobs recovered');
    },
    run: async () => {
      inBackground(
        giveUpOverdue().catch((error: unknown) => {
          if (!stop.aborted) throw error;
        }),
        {},
      );
      const polls = poller.run(stop);
      inBackground(
        polls.catch(() => undefined),
        {},
      );
      await polls;
    },
    stop: async () => {
      stopping.abort(new Error('Easel is stopping'));
      while (background.size > 0) await Promise.all(background);
      await progress.idle();
    },
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
