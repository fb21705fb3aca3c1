import type { Job, JobRequest, MessageLocation } from '../../jobs/job/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History, HistoryEntry } from '../../jobs/records/history.ts';
import type { Texts } from '../../texts/en.ts';
import type { MessageClient } from '../rest/message-client.ts';
import { toBrought } from './reconciler.ts';
import { limitsUpTo, renderSent, sendResults, withSentFiles } from './send-results.ts';

export type MoveOutcome =
  | { outcome: 'moved'; job: Job; isOldDeleted: boolean }
  /** Neither the service nor its message has the result. */
  | { outcome: 'lost' }
  | { outcome: 'closed' };

/** Posts results again in other channels. */
export interface ResultMessages {
  /**
   * Posts a result as a new message and deletes its old one, so that one message shows it.
   * @throws RetryLater if the service or Discord is unavailable.
   * @param request what the new message shows
   * @param id the id of the press, so that a repeated press posts nothing twice
   */
  move(
    entry: HistoryEntry,
    to: { location: MessageLocation; request: JobRequest; id: string },
    signal: AbortSignal,
  ): Promise<MoveOutcome>;
}

export interface ResultMessagesParts {
  client: Pick<MessageClient, 'delete' | 'post'>;
  history: Pick<History, 'add'>;
  jobs: Pick<Jobs, 'fetchAgain'>;
  texts: Texts;
}

export function createResultMessages({ client, history, jobs, texts }: ResultMessagesParts): ResultMessages {
  return {
    move: async (entry, { location, request, id }, signal) => {
      const shown = { ...entry, request };
      const limitsBytes = limitsUpTo(location.uploadLimitBytes);
      const sent = await sendResults({ jobs, entry: shown, limitsBytes, signal }, async (results, limitBytes) => {
        const { job, body } = renderSent(location, shown, results, texts);
        const options = { files: results.files, idempotencyKey: `${id}-b${limitBytes}`, signal };
        return { ...toBrought(await client.post(location, body, options)), job };
      });
      if (sent.outcome === 'lost') return sent;
      if (sent.outcome !== 'there') return { outcome: 'closed' };
      const { id: messageId, files } = sent.message;
      const job = { ...withSentFiles(sent.job, files), location: { ...location, messageId } };
      await history.add(job);
      const options = { trouble: 'the old message of a result could not be deleted', about: { job: entry.jobId } };
      const { outcome } = await client.delete(entry, options);
      return { outcome: 'moved', job, isOldDeleted: outcome === 'done' || outcome === 'gone' };
    },
  };
}
