import type { Next } from '../../engine/lane.ts';
import type { JobsContext } from '../context.ts';
import type { Job, JobTaskIn } from '../job.ts';
import { due } from '../life.ts';
import type { DeliverOne } from './delivering.ts';

export interface DeliveringAll {
  /**
   * Delivers the results of a job that are ready, and those that become ready meanwhile, at once; each is tried once.
   * @returns what comes next where something is in the way. @throws the first error, when all have ended.
   */
  deliver(jobId: string): Promise<Next>;
  /** More of its results may be ready: also where a delivery is under way. Returns at once. */
  wake(jobId: string): void;
}

export function createDeliveringAll({ records }: Pick<JobsContext, 'records'>, deliverOne: DeliverOne): DeliveringAll {
  const wakes = new Map<string, () => void>();

  const deliver = async (jobId: string): Promise<Next> => {
    const underWay = new Map<string, Promise<void>>();
    const tried = new Set<string>();
    const failures: unknown[] = [];
    let next: Next;

    const start = async (job: Job, task: JobTaskIn<'delivering'>): Promise<void> => {
      try {
        next = (await deliverOne(job, task)) ?? next;
      } catch (error) {
        failures.push(error);
      } finally {
        underWay.delete(task.key);
      }
    };

    do {
      const { promise: news, resolve } = Promise.withResolvers<void>();
      // Before the record is read, so that nothing is missed.
      wakes.set(jobId, resolve);
      const job = await records.get(jobId);
      const ready = job ? due(job).filter((one) => one.what === 'deliver') : [];
      for (const { task } of ready) {
        if (!job || tried.has(task.key)) continue;
        tried.add(task.key);
        underWay.set(task.key, start(job, task));
      }
      if (underWay.size > 0) await Promise.race([...underWay.values(), news]);
    } while (underWay.size > 0);
    if (failures.length > 0) throw failures[0];
    return next;
  };

  return {
    deliver: (jobId) => deliver(jobId).finally(() => wakes.delete(jobId)),
    wake: (jobId) => wakes.get(jobId)?.(),
  };
}
