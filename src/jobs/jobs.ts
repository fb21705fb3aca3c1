import { type JobsContext, logFacts } from './context.ts';
import type { HistoryEntry } from './history.ts';
import { isCancellable, type Job } from './job.ts';
import { createPoller } from './poller.ts';
import { createPollTask, firstPoll, type TaskPoll } from './polling.ts';
import { createProgress } from './progress.ts';
import { bookCharge, untilStored } from './records.ts';
import { type FetchedAgain, fetchAgain } from './redelivery.ts';
import { type Answer, abandon, begin, createTask, type Submission, type SubmitOutcome } from './submit.ts';
import { afterRestart } from './task-steps.ts';

export interface Jobs {
  /**
   * Holds the quote, answers the member and asks the service for the tasks; resolves when the member was answered.
   * @throws StoreError when the records cannot be kept: nothing was sent to the service then.
   */
  submit(submission: Submission, answer: Answer): Promise<SubmitOutcome>;
  /** The job while it has not ended. */
  find(jobId: string): Promise<Job | undefined>;
  /** Stops waiting for a job whose tasks are all queued still. */
  cancel(jobId: string): Promise<'cancelled' | 'already' | 'too late'>;
  /** The member's jobs that have not ended, newest first. */
  underWayOf(guildId: string, memberId: string): Promise<Job[]>;
  /** How many tasks wait for the service. */
  readonly waiting: number;
  /** Any task that waits: what a probe of the service may ask for. */
  waitingTaskId(): string | undefined;
  /** Fetches the results of an ended job once more, for as long as the service keeps them. */
  fetchAgain(entry: HistoryEntry, limitBytes: number): Promise<FetchedAgain>;
  /** Goes on with every job that a restart found. Resolves when all of them are on their way. */
  recover(): Promise<void>;
  /** Polls until stopped. */
  run(): Promise<void>;
  /** Stops taking on work and waits for what is under way; what does not end by itself goes on after a restart. */
  stop(): Promise<void>;
}

/** How many jobs are settled or delivered at once when a restart finds many. */
const RECOVERIES_AT_ONCE = 16;

export function createJobs(context: JobsContext): Jobs {
  const { clock, limits, locks, log, records } = context;
  const stopping = new AbortController();
  const members = createMemberIndex();
  const progress = createProgress(context, stopping.signal, members.remove);
  const background = new Set<Promise<void>>();
  const poller = createPoller<TaskPoll>({
    clock,
    pollsPerSecond: limits.pollsPerSecond,
    pollsAtOnce: limits.pollsAtOnce,
    poll: createPollTask(context, progress),
    allowed: (signal) => context.watch.well(signal),
  });

  const awaitTasks = (job: Job): void => {
    for (const task of job.tasks) if (task.state === 'submitted') poller.add(firstPoll(context, job, task));
  };

  const createOne = async (job: Job, taskKey: string): Promise<void> => {
    await createTask(context, job, taskKey, stopping.signal);
    const stored = await untilStored(context, stopping.signal, () => records.get(job.id));
    const task = stored?.tasks.find(({ key }) => key === taskKey);
    if (stored && task?.state === 'submitted') poller.add(firstPoll(context, stored, task));
  };

  const createAll = async (job: Job): Promise<void> => {
    const created = await Promise.allSettled(job.tasks.map(({ key }) => createOne(job, key)));
    for (const outcome of created) {
      if (outcome.status === 'rejected') log.error({ ...logFacts(job), err: outcome.reason }, 'a create stumbled');
    }
    if (!stopping.signal.aborted) await progress.advance(job.id);
  };

  const abandonSurely = async (jobId: string): Promise<void> => {
    await untilStored(context, stopping.signal, () => abandon(context, jobId));
    await progress.advance(jobId);
  };

  /** Work that nobody awaits, but that a stop waits for. */
  const inBackground = (jobId: string, work: Promise<void>): void => {
    const ended = work
      .catch((error: unknown) => log.error({ job: jobId, err: error }, 'a submission stumbled; the next start goes on'))
      .finally(() => background.delete(ended));
    background.add(ended);
  };

  const recoverOne = async (jobId: string): Promise<void> => {
    const job = await locks.run(jobId, async () => {
      const stored = await records.get(jobId);
      if (!stored?.tasks.some(({ state }) => state === 'new' || state === 'submitting')) return stored;
      const restarted = afterRestart(stored);
      await records.set(jobId, restarted);
      log.warn({ ...logFacts(stored), states: restarted.tasks.map(({ state }) => state) }, 'job found interrupted');
      return restarted;
    });
    if (!job) return;
    for (const task of job.tasks) {
      if (task.state !== 'submitted') continue;
      if (task.chargedCredits !== task.quoteCredits) await bookCharge(context, job, task.key, task.chargedCredits);
      poller.add(firstPoll(context, job, task));
    }
    if (job.tasks.some((task) => task.state !== 'submitted')) await progress.advance(jobId);
  };

  const recoverAll = async (jobIds: string[]): Promise<void> => {
    for (let jobId = jobIds.shift(); jobId && !stopping.signal.aborted; jobId = jobIds.shift()) {
      const id = jobId;
      await recoverOne(id).catch((error: unknown) =>
        log.error({ job: id, err: error }, 'a job could not be recovered; the next start tries again'),
      );
    }
  };

  return {
    submit: async (submission, answer) => {
      const outcome = await begin(context, submission, answer).catch((error: unknown) => {
        inBackground(submission.jobId, abandonSurely(submission.jobId));
        throw error;
      });
      if (outcome.outcome === 'begun') {
        members.add(outcome.job);
        inBackground(outcome.job.id, createAll(outcome.job));
      }
      return outcome;
    },
    find: (jobId) => records.get(jobId),
    cancel: (jobId) =>
      locks
        .run(jobId, async () => {
          const job = await records.get(jobId);
          if (job?.cancelledAtMs !== undefined) return 'already' as const;
          if (!job || !isCancellable(job)) return 'too late' as const;
          const cancelled = { ...job, cancelledAtMs: clock.now() };
          await records.set(jobId, cancelled);
          log.info({ ...logFacts(job), durationMs: clock.now() - job.createdAtMs }, 'job cancelled');
          return 'cancelled' as const;
        })
        .then(async (outcome) => {
          if (outcome === 'cancelled') await progress.advance(jobId);
          return outcome;
        }),
    underWayOf: async (guildId, memberId) => {
      const found = await Promise.all(members.jobsOf(guildId, memberId).map((jobId) => records.get(jobId)));
      return found.filter((job) => job !== undefined).sort((a, b) => b.createdAtMs - a.createdAtMs);
    },
    get waiting() {
      return poller.size;
    },
    waitingTaskId: () => poller.peek()?.taskId,
    fetchAgain: (entry, limitBytes) => fetchAgain(context, entry, limitBytes, stopping.signal),
    recover: async () => {
      const startedMs = clock.now();
      const { records: all, unreadable } = await records.all();
      for (const key of unreadable) log.error({ job: key }, 'a stored job cannot be read; it is left as it is');
      for (const [, job] of all) members.add(job);
      // Those that only wait need no writing: they are polled at once, however many others have more to do.
      const others: string[] = [];
      for (const [jobId, job] of all) {
        if (job.tasks.every((task) => task.state === 'submitted' && task.chargedCredits === task.quoteCredits))
          awaitTasks(job);
        else others.push(jobId);
      }
      await Promise.all(Array.from({ length: RECOVERIES_AT_ONCE }, () => recoverAll(others)));
      log.info(
        { jobs: all.length, unreadable: unreadable.length, durationMs: clock.now() - startedMs },
        'jobs recovered',
      );
    },
    run: () => poller.run(stopping.signal),
    stop: async () => {
      stopping.abort(new Error('Easel is stopping'));
      await Promise.all(background);
      await progress.idle();
    },
  };
}

/** Whose jobs are under way: the store finds jobs by their own key only. */
function createMemberIndex() {
  const jobIds = new Map<string, Set<string>>();
  const keyOf = (guildId: string, memberId: string): string => `${guildId}-${memberId}`;
  return {
    jobsOf: (guildId: string, memberId: string): string[] => [...(jobIds.get(keyOf(guildId, memberId)) ?? [])],
    add: (job: Job): void => {
      const key = keyOf(job.place.guildId, job.memberId);
      jobIds.set(key, (jobIds.get(key) ?? new Set()).add(job.id));
    },
    remove: (job: Job): void => {
      const key = keyOf(job.place.guildId, job.memberId);
      const left = jobIds.get(key);
      left?.delete(job.id);
      if (left?.size === 0) jobIds.delete(key);
    },
  };
}
