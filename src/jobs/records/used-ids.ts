import { z } from 'zod';
import { chargeKey } from '../../budget/service-tally.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import { type Change, defineCollection, RecordError, type Store } from '../../store/store.ts';
import { type Clock, DAY_MS } from '../../time/clock.ts';
import { askedAtMs } from '../job/job-id.ts';

/** When the job with this id ended, or when the service gave a task this id. */
const usedSchema = z.int().min(0);

/** Older ids can't start a job, so they need no record. */
const KEPT_MS = 30 * DAY_MS;
/** A younger id was used only if it is in memory. Clocks may differ by this much. */
const FRESH_MS = 60_000;
/** Far more than end within a minute. */
const REMEMBERED_MAX = 50_000;
/** Far more than creates are under way. */
const CLAIMED_MAX = 5_000;

interface UsedIdsOptions {
  store: Pick<Store, 'collection'>;
  clock: Clock;
  /** A clock that may be wrong refuses no one. */
  isClockRight: () => boolean;
}

export const usedIdCollection = defineCollection({
  name: 'used_ids',
  schema: usedSchema,
  keeps: {
    what: 'the bare ids of finished jobs and tasks, so that nothing is paid twice',
    ends: { after: KEPT_MS, since: (atMs) => atMs },
    erased: 'none',
  },
});

/** By a job's id, or by `chargeKey` of the service's id of a task. */
export const usedIdRecords = (store: Pick<Store, 'collection'>) => store.collection(usedIdCollection);

/**
 * Ids of ended jobs, so that a repeated interaction doesn't pay twice, even after the history forgot the job. Also ids that
 * the service gave to tasks, so that no two tasks share one.
 */
export function createUsedIds({ store, clock, isClockRight }: UsedIdsOptions) {
  const collection = usedIdRecords(store);
  const startedAtMs = clock.now();
  /** Ids of the jobs that ended last. */
  const remembered = createLruCache<string>(REMEMBERED_MAX);
  /** Task keys by service id, some of them not yet in the store. */
  const claimed = createLruCache<string>(CLAIMED_MAX);

  /** Whether only this process can have used the id. */
  const isFresh = (jobId: string): boolean => {
    const atMs = askedAtMs(jobId);
    return atMs !== undefined && Math.abs(clock.now() - atMs) <= FRESH_MS && atMs >= startedAtMs + FRESH_MS;
  };

  return {
    isFresh,
    /**
     * Whether the id can no longer start a job.
     * @param canBeOld for requests that people approve long after they were made.
     */
    isUsed: async (jobId: string, canBeOld: boolean): Promise<boolean> => {
      if (remembered.has(jobId)) return true;
      if (isFresh(jobId)) return false;
      const atMs = askedAtMs(jobId);
      if (atMs !== undefined && !canBeOld && isClockRight() && clock.now() - atMs >= KEPT_MS) return true;
      return (await collection.get(jobId)) !== undefined;
    },
    /** For the commit that ends the job. */
    put: (jobId: string): Change => {
      remembered.set(jobId, jobId);
      return collection.put(jobId, clock.now());
    },
    /**
     * Claims the id that the service gave to a task. Ids are kept for 30 days.
     * @param taskKey Easel's own key of the task.
     * @returns false if another task has it.
     * @throws StoreError
     */
    claimTask: async (taskId: string, taskKey: string): Promise<boolean> => {
      const key = chargeKey(taskId);
      const claimedBy = claimed.get(key);
      if (claimedBy !== undefined) return claimedBy === taskKey;
      // Before reading the store, so that of two creates answered with the same id at once only one gets it.
      claimed.set(key, taskKey);
      let isFree = false;
      try {
        isFree = (await collection.get(key)) === undefined;
      } catch (error) {
        // An unreadable record also shows that the id is in use.
        if (!(error instanceof RecordError)) throw error;
      } finally {
        if (!isFree) claimed.delete(key);
      }
      return isFree;
    },
    /** For the commit that stores the service's id of a task. */
    putTask: (taskId: string): Change => collection.put(chargeKey(taskId), clock.now()),
  };
}

export type UsedIds = ReturnType<typeof createUsedIds>;
