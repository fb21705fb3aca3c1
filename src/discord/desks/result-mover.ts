import { CAUTIOUS_LIMIT_BYTES, type Job, type JobRequest, type Place } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { History, HistoryEntry } from '../../jobs/records/history.ts';
import type { Texts } from '../../texts/en.ts';
import { renderJob } from '../messages/job-message.ts';
import type { Board } from '../rest/board.ts';
import { jobShownAt, placedIn } from './shown-files.ts';

export type MoveOutcome =
  | { outcome: 'moved'; job: Job; isOldDeleted: boolean }
  /** Neither the service nor its message has it any more. */
  | { outcome: 'lost' }
  | { outcome: 'closed' }
  | { outcome: 'unavailable' };

/** Brings results to other places. */
export interface ResultMover {
  /**
   * Posts a result anew, where its message is from then on, and deletes the message that it had: so whatever is done to a work
   * reaches the one message that shows it.
   * @param request what is shown of it there
   * @param id of the press, so that repeating it posts nothing twice
   */
  move(
    entry: HistoryEntry,
    to: { place: Place; request: JobRequest; id: string },
    signal: AbortSignal,
  ): Promise<MoveOutcome>;
}

export interface ResultMoverParts {
  board: Pick<Board, 'delete' | 'post'>;
  history: Pick<History, 'add'>;
  jobs: Pick<Jobs, 'fetchAgain'>;
  texts: Texts;
}

export function createResultMover({ board, history, jobs, texts }: ResultMoverParts): ResultMover {
  const post = async (entry: HistoryEntry, place: Place, id: string, limitBytes: number, signal: AbortSignal) => {
    const fetched = await jobs.fetchAgain(entry, limitBytes, signal);
    try {
      const { failed, files, links } = fetched;
      if (files.length + links.length === 0) return failed > 0 ? 'unavailable' : 'lost';
      const job = jobShownAt(place, entry, fetched);
      const body = renderJob({ job, expectation: undefined, newFiles: files }, texts);
      const options = { files, idempotencyKey: `${id}-b${limitBytes === CAUTIOUS_LIMIT_BYTES ? 2 : 1}`, signal };
      const posted = await board.post(place, body, options);
      if (posted.outcome !== 'done') return posted.outcome;
      const placed = { ...place, messageId: posted.value.id };
      return { ...placedIn(job, posted.value.files), place: placed };
    } finally {
      await fetched.discard();
    }
  };

  return {
    move: async (entry, { place, request, id }, signal) => {
      const shown = { ...entry, request };
      const limits = new Set([Math.max(place.uploadLimitBytes, CAUTIOUS_LIMIT_BYTES), CAUTIOUS_LIMIT_BYTES]);
      for (const limitBytes of limits) {
        const job = await post(shown, place, id, limitBytes, signal);
        if (job === 'too large') continue;
        if (job === 'lost') return { outcome: 'lost' };
        if (job === 'gone' || job === 'no access') return { outcome: 'closed' };
        if (typeof job === 'string') break;
        await history.add(job);
        const told = { trouble: 'the old message of a result could not be deleted', about: { job: entry.jobId } };
        const { outcome } = await board.delete(entry, told);
        return { outcome: 'moved', job, isOldDeleted: outcome === 'done' || outcome === 'gone' };
      }
      return { outcome: 'unavailable' };
    },
  };
}
