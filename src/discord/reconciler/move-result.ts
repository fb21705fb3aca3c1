import { shownAnew } from '../../jobs/job/ended.ts';
import { type EndedJob, type Job, type JobRequest, type MessageLocation, refOf } from '../../jobs/job/job.ts';
import type { MessageParts } from './reconciler.ts';
import { sendWork } from './send-results.ts';

export type MoveOutcome =
  | { outcome: 'moved'; job: Job; isOldDeleted: boolean }
  /** Neither the service nor its message has the result. */
  | { outcome: 'lost' }
  | { outcome: 'closed' };

export type MoveResult = ReturnType<typeof createMoveResult>;
type Parts = Pick<MessageParts, 'client' | 'history' | 'jobs' | 'reconciler' | 'starsOf' | 'texts'>;

export function createMoveResult(parts: Parts) {
  /**
   * Posts a result as a new message and deletes its old one, so that one message shows it.
   * @param request what the new message shows
   * @param id the id of the press, so that a repeated press posts nothing twice
   * @throws RetryLater if the service or Discord is unavailable.
   */
  return async (
    entry: EndedJob,
    { location, request, id }: { location: MessageLocation; request: JobRequest; id: string },
    signal: AbortSignal,
  ): Promise<MoveOutcome> => {
    const shown = { ...entry, request };
    const { uploadLimitBytes } = location;
    const wanted = { location, idempotencyKey: `${id}-b`, signal };
    const sent = await sendWork(parts, { entry: shown, uploadLimitBytes, signal }, wanted);
    if (sent.outcome === 'lost') return sent;
    if (sent.outcome !== 'there') return { outcome: 'closed' };
    const job = { ...sent.job, location: { ...location, messageId: sent.message.id } };
    await parts.history.change(refOf(job), (now) => [shownAnew(now, job)]);
    const options = { trouble: 'the old message of a result could not be deleted', about: { job: entry.id } };
    const { outcome } = await parts.client.delete(entry.location, options);
    return { outcome: 'moved', job, isOldDeleted: outcome === 'done' || outcome === 'gone' };
  };
}
