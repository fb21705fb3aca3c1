import { type JobsContext, logFacts } from './context.ts';
import { type Job, withTask } from './job.ts';

/**
 * Books what a job's record says: settles, releases, marks. Writes the record only after the account, so that a crash
 * between the two repeats the booking; the hold being there makes the repetition a no-op.
 * Resolves with the job as it is then, or undefined when it has ended.
 * @throws StoreError when the store fails; calling it again goes on.
 */
export function bookJob(
  { accounts, clock, locks, log, records }: JobsContext,
  jobId: string,
): Promise<Job | undefined> {
  return locks.run(jobId, async () => {
    const job = await records.get(jobId);
    if (!job) return undefined;
    const { guildId } = job.place;
    let booked = job;
    for (const task of job.tasks) {
      const facts = { ...logFacts(job, task.key), durationMs: clock.now() - job.createdAtMs };
      if (task.state === 'settling') {
        const { outcome } = await accounts.settle(guildId, task.key, task.chargedCredits);
        booked = withTask(booked, { ...task, state: 'delivering' });
        log.info({ ...facts, credits: task.chargedCredits, outcome }, 'task settled');
      } else if (task.state === 'releasing') {
        const { outcome } = await accounts.release(guildId, task.key, task.failure.reason);
        booked = withTask(booked, { ...task, state: 'failed' });
        log.info({ ...facts, reason: task.failure.reason, outcome }, 'task released');
      } else if (task.state === 'unconfirmed') {
        await accounts.markUnconfirmed(guildId, task.key);
      }
    }
    if (booked !== job) await records.set(jobId, booked);
    return booked;
  });
}
