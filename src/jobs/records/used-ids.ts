import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { chargeKey } from '../../budget/service-tally.ts';
import { sweepPages } from '../../store/pages.ts';
import { ownsFirst } from '../../store/shards.ts';
import { type Change, RecordError, type Store } from '../../store/store.ts';
import { type Clock, DAY_MS } from '../../time/clock.ts';
import { askedAtMs } from '../job-id.ts';

/** When the job of that id ended, or the service's id of a task became known. */
const usedSchema = z.int().min(0);

/** Past this age an id begins nothing any more, and needs no record. */
const KEPT_MS = 30 * DAY_MS;
/** An id that is no older was not used before, unless by a job that ended meanwhile: its end is remembered. Clocks may differ by as much. */
const FRESH_MS = 60_000;
/** Far more than end within a minute. */
const REMEMBERED_MAX = 50_000;
/** Far more than creates are under way. */
const CLAIMED_MAX = 5_000;

/**
 * Ids of jobs that have ended, and nothing else of them: each is paid for once, however often its interaction comes, and
 * whatever the history forgets. And ids that the service gave to tasks: no two tasks have the same.
 */
export interface UsedIds {
  /** Whether nothing can have begun under this id but in this process. */
  isFresh(jobId: string): boolean;
  /**
   * Whether nothing may begin under this id any more.
   * @param canBeOld for what people let in long after it was asked for.
   */
  isUsed(jobId: string, canBeOld: boolean): Promise<boolean>;
  /** For the commit in which the job ends. */
  put(jobId: string): Change;
  /**
   * Whether no other task had the id that the service gave to this one; then it is this one's. Ids are kept for 30 days.
   * @param taskKey Easel's own key of the task.
   * @throws StoreError
   */
  claimTask(taskId: string, taskKey: string): Promise<boolean>;
  /** For the commit from which on the service's id of a task is known. */
  putTask(taskId: string): Change;
  /** Drops ids that were spent 30 days before the time given, of all servers: the owner of the first shard does. */
  sweep(nowMs: number): Promise<void>;
}

export interface UsedIdsOptions {
  store: Pick<Store, 'collection' | 'shards'>;
  clock: Clock;
  /** By a clock that may be wrong nobody is refused. */
  isClockRight: () => boolean;
}

export function createUsedIds({ store, clock, isClockRight }: UsedIdsOptions): UsedIds {
  const collection = store.collection('used_ids', usedSchema);
  const startedAtMs = clock.now();
  /** In the order in which they ended. */
  const remembered = new Set<string>();
  /** Keys of tasks by the service's ids, some of them not yet in the store. */
  const claimed = new LRUCache<string, string>({ max: CLAIMED_MAX });

  const isFresh = (jobId: string): boolean => {
    const atMs = askedAtMs(jobId);
    return atMs !== undefined && Math.abs(clock.now() - atMs) <= FRESH_MS && atMs >= startedAtMs + FRESH_MS;
  };

  return {
    isFresh,
    isUsed: async (jobId, canBeOld) => {
      if (remembered.has(jobId)) return true;
      if (isFresh(jobId)) return false;
      const atMs = askedAtMs(jobId);
      if (atMs !== undefined && !canBeOld && isClockRight() && clock.now() - atMs >= KEPT_MS) return true;
      return (await collection.get(jobId)) !== undefined;
    },
    put: (jobId) => {
      remembered.add(jobId);
      for (const oldest of remembered) {
        if (remembered.size <= REMEMBERED_MAX) break;
        remembered.delete(oldest);
      }
      return collection.put(jobId, clock.now());
    },
    claimTask: async (taskId, taskKey) => {
      const key = chargeKey(taskId);
      const claimedBy = claimed.get(key);
      if (claimedBy !== undefined) return claimedBy === taskKey;
      // Before the store is asked: of two creates that are answered with one id at the same time, the second is refused it.
      claimed.set(key, taskKey);
      let isFree = false;
      try {
        isFree = (await collection.get(key)) === undefined;
      } catch (error) {
        // An unreadable record shows all the same that the id is in use.
        if (!(error instanceof RecordError)) throw error;
      } finally {
        if (!isFree) claimed.delete(key);
      }
      return isFree;
    },
    putTask: (taskId) => collection.put(chargeKey(taskId), clock.now()),
    sweep: async (nowMs) => {
      if (!ownsFirst(store.shards)) return;
      await sweepPages(
        collection,
        (atMs) => atMs <= nowMs - KEPT_MS,
        (jobId) => collection.delete(jobId),
      );
    },
  };
}
