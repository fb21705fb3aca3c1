import { createLane, type Next, RetryLater } from '../../engine/lane.ts';
import { FAULTS_MS, type Job, logFacts, nextLook, withoutMessage } from '../job/job.ts';
import { isOver } from '../job/life.ts';
import type { ShowOutcome } from '../ports/job-messages.ts';
import type { StepParts } from '../ports/parts.ts';
import type { LateEdits } from './late-edits.ts';
import type { PendingMessages } from './pending-messages.ts';

/** Endings at once. */
const ENDINGS_AT_ONCE = 64;

interface EndingParts extends Pick<StepParts, 'clock' | 'log' | 'jobMessages' | 'notifyAfterMs' | 'recorder' | 'stop'> {
  messages: PendingMessages;
  edits: Pick<LateEdits, 'due' | 'putUnreached'>;
  onEnded: (job: Job) => void;
}

/** A draft's message can be edited by its token only, which isn't kept. */
function canBeEditedLate({ location, request }: Job, shown: ShowOutcome): boolean {
  const mayReturn = shown.outcome === 'unreachable' && shown.mayReturn === true;
  return mayReturn && location.messageId !== undefined && !request.isDraft;
}

export function createEndings(parts: EndingParts) {
  const { clock, log, edits, messages, jobMessages, recorder, stop } = parts;
  const isPublic = ({ location, cancelledAtMs }: Job): boolean =>
    !location.isForModerators && cancelledAtMs === undefined;

  /** Whether the member is notified at the end, because after a long wait they have turned to other things. */
  const isAwaited = async (job: Job): Promise<boolean> => {
    if (!isPublic(job)) return false;
    const afterMs = await parts.notifyAfterMs(job.location.guildId, job.memberId);
    return afterMs !== undefined && clock.now() - job.createdAtMs >= afterMs;
  };

  /** A failed notification doesn't keep a job from ending. */
  const unlessItFails = (job: Job, notification: Promise<void>): Promise<void> =>
    notification.catch((error: unknown) => {
      stop.throwIfAborted();
      log.warn({ ...logFacts(job), err: error }, 'a member could not be notified that a job is done');
    });

  /** Runs after a job has ended. */
  const afterEnd = async (job: Job, shown: ShowOutcome['outcome']): Promise<void> => {
    messages.forget(job.id);
    parts.onEnded(job);
    log.info({ ...logFacts(job), shown, durationMs: clock.now() - job.createdAtMs }, 'job ended');
    if (isPublic(job) && shown !== 'shown') await unlessItFails(job, jobMessages.notifyMissed(job, { signal: stop }));
  };

  /** Ends the job only when its message shows the end or can't. */
  const end = async (job: Job, failingForMs: number): Promise<Next> => {
    const isMade = job.tasks.some(({ state }) => state === 'delivered');
    const notifies = isMade && (await isAwaited(job));
    const shown = await messages
      .runExclusive(job.id, () => messages.show(job))
      .catch((error: unknown): ShowOutcome => {
        if (error instanceof RetryLater || failingForMs < FAULTS_MS) throw error;
        log.error({ ...logFacts(job), err: error }, 'the end of a job could not be shown; it is in the history');
        return { outcome: 'unreachable' };
      });
    const later = shown.outcome === 'unreachable' ? nextLook(job.location, clock.now()) : undefined;
    if (later) return later;
    if (shown.outcome !== 'shown') {
      if (canBeEditedLate(job, shown)) {
        await recorder.end(job.id, job.location, [edits.putUnreached(job)]);
        edits.due(job.id, job.location.guildId);
      } else await recorder.end(job.id, withoutMessage(job.location));
      // The notice that a message is gone uses the interaction's answer.
      return void (await afterEnd(job, shown.outcome));
    }
    const ended = { ...job, location: shown.location };
    // Notify before the job ends, so that a crash can't skip it; the nonce prevents a second notice.
    if (notifies) await unlessItFails(job, jobMessages.notify(ended, { signal: stop }));
    await recorder.end(job.id, shown.location);
    return void (await afterEnd(ended, 'shown'));
  };

  /** Ends jobs whose tasks have all ended, by id. */
  const lane = createLane({
    clock,
    log,
    name: 'job',
    atOnce: ENDINGS_AT_ONCE,
    step: async (jobId, { failingForMs }) => {
      const job = await recorder.get(jobId);
      return job && isOver(job) ? end(job, failingForMs) : undefined;
    },
  });
  return { lane, isAwaited, afterEnd };
}

export type Endings = ReturnType<typeof createEndings>;
