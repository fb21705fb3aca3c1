import type { Next } from '../engine/lane.ts';
import { type JobsContext, logFacts } from './context.ts';
import { type Job, mayAppear } from './job.ts';
import type { Show } from './pending-messages.ts';
import type { ShowOutcome } from './ports.ts';
import { leaving, untilStored } from './records/records.ts';

/** How long a last message that Discord does not take is tried again before the history has to do. */
const END_TRIES_MS = 6 * 3_600_000;

export interface JobEnding {
  /** Ends a job all of whose tasks have ended. @param failingForMs how long that has been tried in vain. */
  end(job: Job, failingForMs: number): Promise<Next>;
  /** Whether its member is told when it ends: then it ends by `end`. */
  isAwaited(job: Job): Promise<boolean>;
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

  const isPublic = ({ place, cancelledAtMs }: Job): boolean => !place.isForModerators && cancelledAtMs === undefined;

  /** Whoever waited long has turned to other things. */
  const isAwaited = async (job: Job): Promise<boolean> => {
    if (!isPublic(job)) return false;
    const afterMs = await context.notifyAfterMs(job.place.guildId, job.memberId);
    return afterMs !== undefined && clock.now() - job.createdAtMs >= afterMs;
  };

  /** It keeps no job from ending. */
  const courtesy = (job: Job, telling: Promise<void>): Promise<void> =>
    telling.catch((error: unknown) => {
      stop.throwIfAborted();
      log.warn({ ...logFacts(job), err: error }, 'a member could not be told that it is done');
    });

  const afterEnd: JobEnding['afterEnd'] = async (job, shown) => {
    forget(job.id);
    onEnded(job);
    log.info({ ...logFacts(job), shown, durationMs: clock.now() - job.createdAtMs }, 'job ended');
    if (isPublic(job) && shown !== 'shown') await courtesy(job, messenger.tellMissed(job, { signal: stop }));
  };

  return {
    /** The record leaves for the history only when the message shows the end, or no message can. */
    end: async (job, failingForMs) => {
      const shown = await show(job, []);
      if (shown.outcome === 'unavailable' && failingForMs < END_TRIES_MS) return { retryAfterMs: shown.retryAfterMs };
      if (shown.outcome === 'no place' && mayAppear(job.place, clock.now())) return { retryAfterMs: undefined };
      const isShown = shown.outcome === 'shown';
      const isMade = job.tasks.some(({ state }) => state === 'delivered');
      // Before it leaves, so that no crash takes the telling with it; told again after one, Discord knows it by its nonce.
      if (isShown && isMade && (await isAwaited(job))) {
        await courtesy(job, messenger.notify({ ...job, place: shown.place }, { signal: stop }));
      }
      await leave(job.id, isShown ? shown.place : withoutMessage(job));
      // Who is told that a message is gone is told by what answered them.
      await afterEnd(isShown ? { ...job, place: shown.place } : job, shown.outcome);
      return undefined;
    },
    isAwaited,
    afterEnd,
  };
}

function withoutMessage(job: Job): Job['place'] {
  const { messageId: _, ...place } = job.place;
  return place;
}
