import pLimit from 'p-limit';
import { StoreError } from '../store/store.ts';
import { type JobsContext, logFacts } from './context.ts';
import { deliver, soundNameOf } from './delivery.ts';
import { expectationOf } from './expectation.ts';
import { isEnded, type Job, type JobTaskIn, withTask } from './job.ts';
import type { NewFile, ShowOutcome } from './ports.ts';

/**
 * Takes jobs as far as they go without waiting for the service: settles, releases, delivers, shows, ends. Everything
 * it decides it reads from the record, so a job that a restart found goes the same way as one that never stopped.
 */
export interface Progress {
  /** Resolves when the job waits for the service, has ended, or is to be tried again later (which happens by itself). */
  advance(jobId: string): Promise<void>;
  /** Brings the message up to date with a job that goes on; failing is harmless, for the next change shows it again. */
  refresh(job: Job): Promise<void>;
  /** Resolves when all that is under way is done or was stopped. */
  idle(): Promise<void>;
}

/** Uploads and downloads under way at once: each may hold a connection and a file. */
const DELIVERIES_AT_ONCE = 4;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** How long a last message that Discord does not take is tried again before the history has to do. */
const END_TRIES_MS = 6 * 3_600_000;
/** Whoever waited longer than this has turned to other things and is told. */
const NOTIFY_AFTER_MS = 10 * 60_000;
/** In how many steps the progress bar moves; every step is one edit of the message. */
export const PROGRESS_STEPS = 5;

export function createProgress(context: JobsContext, stop: AbortSignal, onEnded: (job: Job) => void): Progress {
  const { accounts, clock, history, locks, log, messenger, models, records, results } = context;
  const deliveries = pLimit(DELIVERIES_AT_ONCE);
  /** What each message showed last, so that it changes only when the job does. Lost at a restart: then it is shown again. */
  const shownBefore = new Map<string, string>();
  const tries = new Map<string, { count: number; sinceMs: number }>();
  const underWay = new Set<Promise<void>>();

  const show = async (job: Job, newFiles: readonly NewFile[]): Promise<ShowOutcome> => {
    const expectation = expectationOf(job, models.durations(job.request.modelId), clock.now());
    const face = JSON.stringify([faceOf(job), Math.floor((expectation?.progress ?? 0) * PROGRESS_STEPS)]);
    if (newFiles.length === 0 && shownBefore.get(job.id) === face)
      return { outcome: 'shown', place: job.place, files: [] };
    const shown = await messenger.show({ job, expectation, newFiles }, { signal: stop });
    if (shown.outcome === 'shown') shownBefore.set(job.id, face);
    return shown;
  };

  /** Books what the records say: the hold being there makes a repeated settle or release a no-op. */
  const book = async (job: Job): Promise<Job> => {
    let booked = job;
    for (const task of job.tasks) {
      const { guildId } = job.place;
      if (task.state === 'settling') {
        const { outcome } = await accounts.settle(guildId, task.key, task.chargedCredits);
        booked = withTask(booked, { ...task, state: 'delivering', firstTryAtMs: clock.now() });
        log.info({ ...logFacts(job, task.key), credits: task.chargedCredits, outcome }, 'task settled');
      } else if (task.state === 'releasing') {
        const { outcome } = await accounts.release(guildId, task.key, task.failure.reason);
        booked = withTask(booked, { ...task, state: 'failed' });
        log.info({ ...logFacts(job, task.key), reason: task.failure.reason, outcome }, 'task released');
      } else if (task.state === 'unconfirmed') {
        await accounts.markUnconfirmed(guildId, task.key);
      }
    }
    if (booked !== job) await records.set(job.id, booked);
    return booked;
  };

  /** What cannot be removed now is removed at the next start. */
  const removeFiles = async (taskKey: string): Promise<void> => {
    try {
      for (const name of [taskKey, soundNameOf(taskKey)]) await results.remove(name);
    } catch (error) {
      log.warn({ task: taskKey, err: error }, 'a result could not be removed');
    }
  };

  const deliverOne = async (
    job: Job,
    task: JobTaskIn<'delivering'>,
  ): Promise<Job | { retryAfterMs: number | undefined }> => {
    const startedMs = clock.now();
    const delivery = await deliveries(() => deliver(context, job, task, show, stop));
    if (delivery.outcome === 'later') return delivery;
    await records.set(job.id, delivery.job);
    await removeFiles(task.key);
    const ended = delivery.job.tasks.find(({ key }) => key === task.key);
    const how = ended?.state === 'delivered' ? ended.delivery.how : undefined;
    log.info({ ...logFacts(job, task.key), how, durationMs: clock.now() - startedMs }, 'task delivered');
    return delivery.job;
  };

  /** The record leaves for the history only when the message shows the end, or no message can. */
  const end = async (job: Job): Promise<{ retryAfterMs: number | undefined } | undefined> => {
    const shown = await show(job, []);
    const sinceMs = tries.get(job.id)?.sinceMs ?? clock.now();
    if (shown.outcome === 'unavailable' && clock.now() - sinceMs < END_TRIES_MS) return shown;
    const place = shown.outcome === 'shown' ? shown.place : withoutMessage(job);
    if (shown.outcome === 'shown' && isAwaitedLong(job)) await messenger.notify({ ...job, place }, { signal: stop });
    await history.add({ ...job, place });
    await records.delete(job.id);
    shownBefore.delete(job.id);
    onEnded(job);
    log.info({ ...logFacts(job), shown: shown.outcome, durationMs: clock.now() - job.createdAtMs }, 'job ended');
    return undefined;
  };

  const isAwaitedLong = (job: Job): boolean =>
    job.cancelledAtMs === undefined &&
    job.tasks.some(({ state }) => state === 'delivered') &&
    clock.now() - job.createdAtMs > NOTIFY_AFTER_MS;

  const advanceOnce = (jobId: string): Promise<{ retryAfterMs: number | undefined } | undefined> =>
    locks.run(jobId, async () => {
      const stored = await records.get(jobId);
      if (!stored) return undefined;
      let job = await book(stored);
      for (const task of job.tasks) {
        if (task.state !== 'delivering') continue;
        const next = await deliverOne(job, task);
        if ('retryAfterMs' in next) return next;
        job = next;
      }
      if (job.tasks.every(isEnded)) return end(job);
      await show(job, []);
      return undefined;
    });

  const retryLater = (jobId: string, retryAfterMs: number | undefined): void => {
    const { count, sinceMs } = tries.get(jobId) ?? { count: 0, sinceMs: clock.now() };
    tries.set(jobId, { count: count + 1, sinceMs });
    const delayMs = Math.min(Math.max(FIRST_RETRY_MS * 2 ** count, retryAfterMs ?? 0), LONGEST_RETRY_MS);
    track(
      clock.sleep(delayMs, stop).then(
        () => advance(jobId),
        () => undefined,
      ),
    );
  };

  const advance = async (jobId: string): Promise<void> => {
    try {
      const again = await advanceOnce(jobId);
      if (again) retryLater(jobId, again.retryAfterMs);
      else tries.delete(jobId);
    } catch (error) {
      if (stop.aborted) return;
      const why = error instanceof StoreError ? 'the store failed' : 'a job stumbled';
      log.error({ job: jobId, err: error }, `${why}; it is tried again`);
      retryLater(jobId, undefined);
    }
  };

  const track = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  const tracked = (work: Promise<void>): Promise<void> => {
    track(work);
    return work;
  };

  return {
    advance: (jobId) => tracked(advance(jobId)),
    refresh: (job) =>
      tracked(
        show(job, []).then(
          () => undefined,
          (error: unknown) => {
            if (!stop.aborted)
              log.warn({ ...logFacts(job), err: error }, 'the message could not be brought up to date');
          },
        ),
      ),
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function withoutMessage(job: Job): Job['place'] {
  const { messageId: _, ...place } = job.place;
  return place;
}

/** All of a job that its message depends on, but for the ids that Discord gave its files. */
function faceOf(job: Job): unknown {
  return [
    job.cancelledAtMs,
    job.tasks.map((task) => [
      task.state,
      'serviceState' in task ? task.serviceState : undefined,
      'delivery' in task ? task.delivery.how : undefined,
      'failure' in task ? task.failure.reason : undefined,
    ]),
  ];
}
