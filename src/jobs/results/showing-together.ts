import { createKeyedLocks } from '../../store/locks.ts';
import type { JobsContext } from '../context.ts';
import type { Delivery, Job } from '../job.ts';
import { after } from '../life.ts';
import type { Show } from '../pending-messages.ts';
import type { NewFile, ShowOutcome } from '../ports.ts';

/** A result that is ready to be shown. */
export interface ReadyResult {
  taskKey: string;
  delivery: Delivery;
  files: readonly NewFile[];
  /** Resolves when the record says that it was delivered, or nobody will write that. */
  noted: Promise<void>;
}

/** Shows the results of a job, one edit of its message at a time. What becomes ready during an edit goes out with the next, together. */
export interface ShowingTogether {
  /** @returns what came of it, with the files of this result only. */
  show(jobId: string, result: ReadyResult): Promise<ShowOutcome>;
  /** Shows the job as its record is, between two such edits. */
  showNow(jobId: string, isWanted: () => boolean): Promise<void>;
}

type Waiting = ReadyResult & { resolve: (outcome: ShowOutcome) => void; reject: (error: unknown) => void };

export function createShowingTogether({ records }: Pick<JobsContext, 'records'>, show: Show): ShowingTogether {
  const turns = createKeyedLocks();
  const waiting = new Map<string, Waiting[]>();

  const showAll = async (jobId: string, results: readonly Waiting[]): Promise<void> => {
    const job = await records.get(jobId);
    const outcome: ShowOutcome = job
      ? await show(
          withDelivered(job, results),
          results.flatMap(({ files }) => files),
        )
      : { outcome: 'unavailable', retryAfterMs: undefined };
    if (results.length > 1 && (outcome.outcome === 'too large' || outcome.outcome === 'file gone')) {
      // One of them is at fault: alone each learns what came of it.
      for (const result of results) await showAll(jobId, [result]);
      return;
    }
    for (const { files, resolve } of results) resolve(ofFiles(outcome, files));
    // The next edit is made from the record, which then knows these files.
    if (outcome.outcome === 'shown') await Promise.all(results.map(({ noted }) => noted));
  };

  const showWaiting = async (jobId: string): Promise<void> => {
    const results = waiting.get(jobId) ?? [];
    waiting.delete(jobId);
    if (results.length === 0) return;
    await showAll(jobId, results).catch((error: unknown) => {
      for (const { reject } of results) reject(error);
    });
  };

  return {
    show: async (jobId, result) => {
      const { promise, resolve, reject } = Promise.withResolvers<ShowOutcome>();
      waiting.set(jobId, [...(waiting.get(jobId) ?? []), { ...result, resolve, reject }]);
      void turns.run(jobId, () => showWaiting(jobId));
      return promise;
    },
    showNow: (jobId, isWanted) =>
      turns.run(jobId, async () => {
        const job = isWanted() ? await records.get(jobId) : undefined;
        if (job) await show(job, []);
      }),
  };
}

/** The job as it is once these were delivered. */
function withDelivered(before: Job, results: readonly ReadyResult[]): Job {
  return results.reduce((job, { taskKey, delivery }) => {
    const { place } = job;
    return after(job, { kind: 'delivered', taskKey, delivery, place }).job;
  }, before);
}

function ofFiles(outcome: ShowOutcome, files: readonly NewFile[]): ShowOutcome {
  if (outcome.outcome !== 'shown') return outcome;
  // Discord puts a mark of its own before the name of a hidden one.
  const own = outcome.files.filter((shown) => files.some(({ name }) => shown.name.endsWith(name)));
  return { ...outcome, files: own };
}
