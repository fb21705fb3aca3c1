import type { Next } from '../driver/driver.ts';
import { type JobsContext, logFacts } from './context.ts';
import type { Job } from './job.ts';
import type { Show } from './pending-messages.ts';
import type { ShowOutcome } from './ports.ts';
import { leaving, untilStored } from './records/records.ts';

/** How long a last message that Discord does not take is tried again before the history has to do. */
const END_TRIES_MS = 6 * 3_600_000;
/** Whoever waited longer than this has turned to other things and is told. */
const NOTIFY_AFTER_MS = 10 * 60_000;

export interface JobEnding {
  /** Ends a job all of whose tasks have ended. @param failingForMs how long that has been tried in vain. */
  end(job: Job, failingForMs: number): Promise<Next>;
  /** What follows once a job has ended. */
  afterEnd(job: Job, shown: ShowOutcome['outcome']): Promise<void>;
}

export function createEnding(
  context: JobsContext,
  { show, onEnded, forget }: { show: Show; onEnded: (job: Job) => void; forget: (jobId: string) => void },
  stop: AbortSignal,
): JobEnding {
  const { clock, locks, log, messenger, records } = context;

  const leave = (jobId: string, place: Job['place']): Promise<void> =>
    untilStored(context, stop, () =>
      locks.run(jobId, async () => {
        // Read anew: an operator may have resolved a task meanwhile. Gone where a commit that seemed to fail did not.
        const job = await records.get(jobId);
        if (job) await context.commit(leaving(context, { ...job, place }));
      }),
    );

  const isAwaitedLong = (job: Job): boolean =>
    job.tasks.some(({ state }) => state === 'delivered') && clock.now() - job.createdAtMs > NOTIFY_AFTER_MS;

  /** Telling the member is the last of all: it neither keeps a job from ending nor comes twice. */
  const courtesy = (job: Job, telling: Promise<void>): Promise<void> =>
    telling.catch((error: unknown) => {
      stop.throwIfAborted();
      log.warn({ ...logFacts(job), err: error }, 'a member could not be told that it is done');
    });

  const afterEnd: JobEnding['afterEnd'] = async (job, shown) => {
    forget(job.id);
    onEnded(job);
    log.info({ ...logFacts(job), shown, durationMs: clock.now() - job.createdAtMs }, 'job ended');
    if (job.place.isForModerators || job.cancelledAtMs !== undefined) return;
    if (shown !== 'shown') await courtesy(job, messenger.tellMissed(job, { signal: stop }));
    else if (isAwaitedLong(job)) await courtesy(job, messenger.notify(job, { signal: stop }));
  };

  return {
    /** The record leaves for the history only when the message shows the end, or no message can. */
    end: async (job, failingForMs) => {
      const shown = await show(job, []);
      if (shown.outcome === 'unavailable' && failingForMs < END_TRIES_MS) return { retryAfterMs: shown.retryAfterMs };
      const isShown = shown.outcome === 'shown';
      await leave(job.id, isShown ? shown.place : withoutMessage(job));
      // Who is told that a message is gone is told by what answered them.
      await afterEnd(isShown ? { ...job, place: shown.place } : job, shown.outcome);
      return undefined;
    },
    afterEnd,
  };
}

function withoutMessage(job: Job): Job['place'] {
  const { messageId: _, ...place } = job.place;
  return place;
}
