import { StoreError } from '../store/store.ts';
import { type JobsContext, logFacts } from './context.ts';
import { type Job, type JobTask, withTask } from './job.ts';

/** The longest pause between two tries at a store that fails. */
const LONGEST_RETRY_MS = 10_000;

/**
 * Repeats `work` while the store fails, so that what the service was already asked for is written down in the end.
 * @throws StoreError when `stop` aborts first; a restart then goes on from what is on disk.
 */
export async function untilStored<Result>(
  { clock, log }: JobsContext,
  stop: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError) || stop.aborted) throw error;
      log.error({ err: error }, 'the store failed; trying again, for the service was already asked');
      await clock.sleep(Math.min(500 * 2 ** attempt, LONGEST_RETRY_MS), stop).catch(() => {
        throw error;
      });
    }
  }
}

/** Replaces one task of a stored job, under the job's lock. Resolves with its new state. */
export async function replaceTask(
  context: JobsContext,
  jobId: string,
  taskKey: string,
  stop: AbortSignal,
  decide: (task: JobTask) => JobTask,
): Promise<JobTask['state'] | 'gone'> {
  const { locks, records } = context;
  return untilStored(context, stop, () =>
    locks.run(jobId, async () => {
      const job = await records.get(jobId);
      const task = job?.tasks.find(({ key }) => key === taskKey);
      if (!job || !task) return 'gone';
      const next = decide(task);
      if (next !== task) await records.set(jobId, withTask(job, next));
      return next.state;
    }),
  );
}

/** Keeps the price for the next quote, and makes the hold what the service really charged. */
export async function bookCharge(
  { accounts, log, models }: JobsContext,
  job: Job,
  taskKey: string,
  chargedCredits: number,
): Promise<void> {
  await models.learnPrice(job.request.modelId, chargedCredits);
  const quoteCredits = job.tasks.find(({ key }) => key === taskKey)?.quoteCredits;
  if (quoteCredits === chargedCredits) return;
  const outcome = await accounts.correct(job.place.guildId, taskKey, chargedCredits);
  log.info({ ...logFacts(job, taskKey), quoteCredits, chargedCredits, outcome }, 'hold corrected to the charge');
}
