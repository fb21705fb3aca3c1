import { RetryLater } from '../../engine/lane.ts';
import type { Delivery, Job, Shown } from '../job/job.ts';
import { after } from '../job/life.ts';
import type { PendingMessages } from '../messages/pending-messages.ts';
import { isFilesRefusal, type NewFile, type ShowOutcome } from '../ports/job-messages.ts';
import type { StepParts } from '../ports/parts.ts';

/** A result that is ready to show. */
export interface ReadyResult {
  taskKey: string;
  /** Its files have no ids yet. */
  delivery: Delivery;
  files: readonly NewFile[];
}

/** Where results were shown, when, as their message says, and all that it shows now, if that is known. */
export type ShownAt = { location: Job['location']; atMs: number; shown: Shown | undefined };

/** Records shown results with Discord's file ids, because the next edit starts from the record. */
export type Conclude = (results: readonly ReadyResult[], shownAt: ShownAt) => Promise<void>;

type Waiting = ReadyResult & { resolve: (outcome: ShowOutcome) => void; reject: (error: unknown) => void };

/**
 * Shows a job's results, one edit at a time. Results that become ready during an edit share the next one.
 * @param prepare is called before each edit.
 * @returns a function that shows a result. It resolves with the outcome; a shown result is already concluded.
 */
export function createResultEdits(
  { clock, messages, recorder }: Pick<StepParts, 'clock' | 'recorder'> & { messages: PendingMessages },
  prepare: (job: Job) => Promise<Conclude>,
) {
  const waiting = new Map<string, Waiting[]>();

  const showAll = async (jobId: string, results: readonly Waiting[]): Promise<void> => {
    const job = await recorder.get(jobId);
    if (!job) throw new RetryLater();
    const files = results.flatMap((result) => result.files);
    const conclude = await prepare(job);
    const atMs = clock.now();
    const outcome = await messages.show(withDelivered(job, results, atMs), files);
    if (results.length > 1 && isFilesRefusal(outcome.outcome)) {
      // Show each alone to find out which is refused.
      for (const result of results) await showAll(jobId, [result]);
      return;
    }
    if (outcome.outcome === 'shown') {
      const placed = results.map((result) => withPlacedFiles(result, outcome.files));
      await conclude(placed, { location: outcome.location, atMs, shown: outcome.shown });
    }
    for (const { resolve } of results) resolve(outcome);
  };

  const showWaiting = async (jobId: string): Promise<void> => {
    const results = waiting.get(jobId) ?? [];
    waiting.delete(jobId);
    if (results.length === 0) return;
    await showAll(jobId, results).catch((error: unknown) => {
      for (const { reject } of results) reject(error);
    });
  };

  return async (jobId: string, result: ReadyResult): Promise<ShowOutcome> => {
    const { promise, resolve, reject } = Promise.withResolvers<ShowOutcome>();
    waiting.set(jobId, [...(waiting.get(jobId) ?? []), { ...result, resolve, reject }]);
    void messages.runExclusive(jobId, () => showWaiting(jobId));
    return promise;
  };
}

/** The job after these deliveries. */
function withDelivered(job: Job, results: readonly ReadyResult[], atMs: number): Job {
  const { location } = job;
  return after(
    job,
    ...results.map(({ taskKey, delivery }) => ({ kind: 'delivered' as const, taskKey, delivery, location, atMs })),
  ).job;
}

function withPlacedFiles(result: ReadyResult, shown: readonly { name: string; attachmentId: string }[]): ReadyResult {
  const { delivery, files } = result;
  if (delivery.how !== 'attached') return result;
  // Discord prefixes the names of spoiler files.
  const own = shown
    .filter((file) => files.some(({ name }) => file.name.endsWith(name)))
    .map(({ name, attachmentId }) => ({ name, attachmentId }));
  return { ...result, delivery: { ...delivery, files: own } };
}
