import { RecordError, StoreError } from '../../store/store.ts';
import type { JobsContext } from '../context.ts';
import { type Job, type JobTask, withTask } from '../job.ts';
import { commitJob } from './booking.ts';

/** The longest pause between two tries at a store that fails. */
const LONGEST_RETRY_MS = 10_000;

/**
 * Repeats `work` while the store fails, so that what the service was already asked for is written down in the end.
 * @throws StoreError when `stop` aborts first; a restart then goes on from what is on disk. RecordError at once: a record
 *   that is at fault itself stays so.
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
      if (!(error instanceof StoreError) || error instanceof RecordError || stop.aborted) throw error;
      log.error({ err: error }, 'the store failed; trying again, for the service was already asked');
      await clock.sleep(Math.min(500 * 2 ** attempt, LONGEST_RETRY_MS), stop).catch(() => {
        throw error;
      });
    }
  }
}

/**
 * Reads, decides and commits a stored job under its lock, with what follows for the account, until the store has kept it. The lock is for moments: nothing
 * that waits for a network may run under it. Resolves with the job as it is then, or undefined when it has ended.
 */
export function changeJob(
  context: JobsContext,
  jobId: string,
  stop: AbortSignal,
  decide: (job: Job) => Job,
): Promise<Job | undefined> {
  const { locks, records } = context;
  return untilStored(context, stop, () =>
    locks.run(jobId, async () => {
      const job = await records.get(jobId);
      if (!job) return undefined;
      const changed = decide(job);
      return changed === job ? job : await commitJob(context, job, changed);
    }),
  );
}

/**
 * Replaces one task of a stored job. Resolves with what it is then, or undefined when the job has ended.
 * @param also what else becomes of the job where the task changes.
 */
export async function replaceTask(
  context: JobsContext,
  jobId: string,
  taskKey: string,
  stop: AbortSignal,
  decide: (task: JobTask) => JobTask,
  also: (job: Job) => Job = (job) => job,
): Promise<JobTask | undefined> {
  const changed = await changeJob(context, jobId, stop, (job) => {
    const task = job.tasks.find(({ key }) => key === taskKey);
    const next = task && decide(task);
    return next && next !== task ? also(withTask(job, next)) : job;
  });
  return changed?.tasks.find(({ key }) => key === taskKey);
}
