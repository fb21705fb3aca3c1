import { z } from 'zod';
import { chargeKey } from '../../budget/service-tally.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import { type Change, defineCollection, RecordError, type Store } from '../../store/store.ts';
import { type Clock, DAY_MS } from '../../time/clock.ts';

/** When the service gave a task this id. */
const usedSchema = z.int().min(0);

/** Far more than creates are under way. */
const CLAIMED_MAX = 5_000;

/** By `chargeKey` of the service's id of a task. */
export const taskIdCollection = defineCollection({
  name: 'task_ids',
  schema: usedSchema,
  keeps: {
    what: 'the service’s bare ids of tasks, so that no two share one',
    ends: { after: 30 * DAY_MS, since: (atMs) => atMs },
    erased: 'none',
    leaves: 'nothing',
  },
});

/** Ids that the service gave to tasks, so that no two tasks share one. */
export function createTaskIds({ store, clock }: { store: Pick<Store, 'collection'>; clock: Clock }) {
  const collection = store.collection(taskIdCollection);
  /** Task keys by service id, some of them not yet in the store. */
  const claimed = createLruCache<string>(CLAIMED_MAX);

  return {
    /**
     * Claims the id that the service gave to a task. Ids are kept for 30 days.
     * @param taskKey Easel's own key of the task.
     * @returns false if another task has it.
     * @throws StoreError
     */
    claim: async (taskId: string, taskKey: string): Promise<boolean> => {
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
    put: (taskId: string): Change => collection.put(chargeKey(taskId), clock.now()),
  };
}

export type TaskIds = ReturnType<typeof createTaskIds>;
