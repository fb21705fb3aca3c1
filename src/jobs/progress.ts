import { createKeyedLocks } from '../store/locks.ts';
import { type Change, StoreError } from '../store/store.ts';
import { BusyError, createFairLimit } from '../turns/fair-limit.ts';
import { type JobsContext, logFacts } from './context.ts';
import { isEnded, type Job, type JobTaskIn, withTask } from './job.ts';
import { createPendingMessages, type Show } from './pending-messages.ts';
import type { ShowOutcome } from './ports.ts';
import { commitJob } from './records/booking.ts';
import { untilStored } from './records/records.ts';
import { type DeliveryOutcome, deliver } from './results/delivery.ts';
import type { Fitting } from './results/fitting.ts';
import { createResultFetching } from './results/result-fetching.ts';
import { askerOf, type ResultPlaces } from './results/result-places.ts';
import { createRetries } from './retries.ts';
import { tellOfDelivery } from './telling.ts';
import { createVainTries } from './vain-tries.ts';

/**
 * Takes jobs as far as they go without waiting for the service: settles, releases, delivers, shows, ends. Everything
 * it decides it reads from the record, so a job that a restart found goes the same way as one that never stopped.
 */
export interface Progress {
  /** Resolves when the job waits for the service, has ended, or is to be tried again later (which happens by itself). */
  advance(jobId: string): Promise<void>;
  /** Brings the message of a job that goes on up to date in its own time; left out where it would be in the way. */
  refresh(job: { jobId: string; guildId: string }): void;
  /** Resolves when all that is under way is done or was stopped. */
  idle(): Promise<void>;
}

/** Edits that only bring a message up to date; when many wait already, the next look at the task asks again. */
const REFRESHES = { atOnce: 8, waitingMax: 200 };
/** How long a last message that Discord does not take is tried again before the history has to do. */
const END_TRIES_MS = 6 * 3_600_000;
/** Whoever waited longer than this has turned to other things and is told. */
const NOTIFY_AFTER_MS = 10 * 60_000;

/** What keeps a job from going on for now. */
interface Hindrance {
  retryAfterMs: number | undefined;
}

export function createProgress(
  context: JobsContext,
  { places, fitting }: { places: ResultPlaces; fitting: Fitting },
  stop: AbortSignal,
  onEnded: (job: Job) => void,
): Progress {
  const { clock, commit, history, locks, log, messenger, records, spent } = context;
  const refreshes = createFairLimit(REFRESHES);
  const messages = createPendingMessages(context, stop);
  const fetching = createResultFetching(context, places, stop);
  /** One thing at a time happens to a message. Apart from the lock of the record, for this takes as long as a network does. */
  const turns = createKeyedLocks();
  /** Jobs that have a turn or wait for one. */
  const busy = new Map<string, number>();
  const vain = createVainTries(clock);
  const underWay = new Set<Promise<void>>();

  const track = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  const inTurn = async <Result>(jobId: string, work: () => Promise<Result>): Promise<Result> => {
    busy.set(jobId, (busy.get(jobId) ?? 0) + 1);
    try {
      return await turns.run(jobId, work);
    } finally {
      const others = (busy.get(jobId) ?? 1) - 1;
      if (others > 0) busy.set(jobId, others);
      else busy.delete(jobId);
    }
  };

  const deliverOne = async (job: Job, task: JobTaskIn<'delivering'>): Promise<Hindrance | undefined> => {
    const startedMs = clock.monotonicMs();
    const asker = askerOf(job);
    const vainKey = (what: 'file' | 'message'): string => `${what}-${task.key}`;
    const upload: Show = (shown, files) => places.uploads.run(asker, () => messages.show(shown, files), stop);
    const sinceMs = vain.sinceMs(vainKey('file')) ?? startedMs;
    const telling = tellOfDelivery(context, { job, taskKey: task.key, sinceMs }, messages.show, stop);
    const parts = {
      ...{ fetching, fitting, upload, show: messages.show, onFetched: telling.end },
      failsForMs: (what: 'file' | 'message') => vain.forMs(vainKey(what)),
    };
    const delivery = await places.deliveries
      .run(asker, () => deliver(context, job, task, parts), stop)
      .finally(telling.end);
    if (delivery.outcome === 'later') {
      vain.failed(vainKey(delivery.waitsFor), startedMs);
      await fetching.putOff(task.key);
      if (delivery.waitsFor === 'file') await telling.tell();
      return delivery;
    }
    const ended = await writeDelivered(job.id, delivery);
    vain.forget(vainKey('file'));
    vain.forget(vainKey('message'));
    await fetching.remove(task.key);
    const { how } = delivery.task.delivery;
    log.info(
      { ...logFacts(job, task.key), how, durationMs: Math.round(clock.monotonicMs() - startedMs) },
      'task delivered',
    );
    if (ended) await afterEnd(ended, 'shown');
    return undefined;
  };

  /** Of the job's last one where its message shows all that there is, in the commit in which the job ends. Resolves with the job if so. */
  const writeDelivered = async (
    jobId: string,
    { task, place }: Extract<DeliveryOutcome, { outcome: 'delivered' }>,
  ): Promise<Job | undefined> => {
    let ended: Job | undefined;
    await changeStored(jobId, async (job) => {
      const after = { ...withTask(job, task), place };
      ended = after.tasks.every(isEnded) && messages.isShown(after) ? after : undefined;
      await (ended ? commit(leaving(ended)) : commitJob(context, job, after));
    });
    return ended;
  };

  /** Reads it anew: an operator may have resolved a task meanwhile. Gone where a commit that seemed to fail did not. */
  const changeStored = (jobId: string, change: (job: Job) => Promise<unknown>): Promise<void> =>
    untilStored(context, stop, () =>
      locks.run(jobId, async () => {
        const job = await records.get(jobId);
        if (job) await change(job);
      }),
    );

  /** In one commit: it is under way or in the history, never both or neither, and its id begins nothing again. */
  const leaving = (job: Job): Change[] => [history.put(job), spent.put(job.id), records.drop(job.id)];

  /** The record leaves for the history only when the message shows the end, or no message can. */
  const end = async (job: Job): Promise<Hindrance | undefined> => {
    const shown = await messages.show(job, []);
    if (shown.outcome === 'unavailable' && retries.vainForMs(job.id) < END_TRIES_MS) return shown;
    const place = shown.outcome === 'shown' ? shown.place : withoutMessage(job);
    await changeStored(job.id, (stored) => commit(leaving({ ...stored, place })));
    // Its member is told by the place that it had, though the history knows of no message.
    await afterEnd(shown.outcome === 'shown' ? { ...job, place } : job, shown.outcome);
    return undefined;
  };

  const afterEnd = async (job: Job, shown: ShowOutcome['outcome']): Promise<void> => {
    messages.forget(job.id);
    onEnded(job);
    log.info({ ...logFacts(job), shown, durationMs: clock.now() - job.createdAtMs }, 'job ended');
    if (job.place.isForModerators || job.cancelledAtMs !== undefined) return;
    if (shown !== 'shown') await courtesy(job, messenger.tellMissed(job, { signal: stop }));
    else if (isAwaitedLong(job)) await courtesy(job, messenger.notify(job, { signal: stop }));
  };

  const isAwaitedLong = (job: Job): boolean =>
    job.tasks.some(({ state }) => state === 'delivered') && clock.now() - job.createdAtMs > NOTIFY_AFTER_MS;

  /** Telling the member is the last of all: it neither keeps a job from ending nor comes twice. */
  const courtesy = (job: Job, telling: Promise<void>): Promise<void> =>
    telling.catch((error: unknown) => {
      stop.throwIfAborted();
      log.warn({ ...logFacts(job), err: error }, 'a member could not be told that it is done');
    });

  const advanceOnce = (jobId: string): Promise<Hindrance | undefined> =>
    inTurn(jobId, async () => {
      const found = await records.get(jobId);
      let hindrance: Hindrance | undefined;
      for (const { key } of found?.tasks ?? []) {
        // Read anew: while one result was on its way, the others went on.
        const job = await records.get(jobId);
        const task = job?.tasks.find((one) => one.key === key);
        if (job && task?.state === 'delivering') hindrance = (await deliverOne(job, task)) ?? hindrance;
      }
      const job = found && (await records.get(jobId));
      if (!job || hindrance) return hindrance;
      if (job.tasks.every(isEnded)) return end(job);
      await messages.show(job, []);
      return undefined;
    });

  const advance = async (jobId: string): Promise<void> => {
    try {
      const hindrance = await advanceOnce(jobId);
      if (hindrance) retries.plan(jobId, hindrance.retryAfterMs);
      else retries.done(jobId);
    } catch (error) {
      if (stop.aborted) return;
      if (error instanceof BusyError) {
        retries.plan(jobId, undefined);
        return;
      }
      const why = error instanceof StoreError ? 'the store failed' : 'a job stumbled';
      log.error({ job: jobId, err: error }, `${why}; it is tried again`);
      retries.plan(jobId, undefined);
    }
  };
  const retries = createRetries(clock, stop, advance, track);

  const refresh = async ({ jobId, guildId }: { jobId: string; guildId: string }): Promise<void> => {
    const work = async (): Promise<void> => {
      // Whoever is at it shows it anyway.
      if (busy.has(jobId)) return;
      await inTurn(jobId, async () => {
        const job = await records.get(jobId);
        if (job && messages.isDue(job)) await messages.show(job, []);
      });
    };
    try {
      await refreshes.run({ guildId }, work, stop);
    } catch (error) {
      if (stop.aborted || error instanceof BusyError) return;
      log.warn({ job: jobId, err: error }, 'the message could not be brought up to date');
    }
  };

  return {
    advance: (jobId) => {
      const work = advance(jobId);
      track(work);
      return work;
    },
    refresh: (job) => {
      if (!busy.has(job.jobId)) track(refresh(job));
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function withoutMessage(job: Job): Job['place'] {
  const { messageId: _, ...place } = job.place;
  return place;
}
