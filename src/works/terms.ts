import { z } from 'zod';
import { sortableId } from '../jobs/job-id.ts';
import type { KeyedLocks } from '../store/locks.ts';
import { hasRoom } from '../store/pages.ts';
import type { Store } from '../store/store.ts';
import { dropAll, sweepPages } from '../store/sweeping.ts';
import { type MayWorkOn, mayWorkOnSchema } from '../studio/preferences.ts';
import type { WorkRef } from './stars.ts';

/** Of one member in one server. One more can be said when another is taken back. */
export const TERMS_OF_MEMBER_MAX = 1_000;

/** By server, member and work. */
const recordSchema = z.object({ jobId: z.string(), createdAtMs: z.int().min(0), mayWorkOn: mayWorkOnSchema });

/**
 * Whether others may work on from single works, where their members said so. It counts more than the members' preferences. All
 * calls reject with StoreError when the store fails.
 */
export interface Terms {
  /** Undefined where nothing was said of this one. */
  of(work: WorkRef): Promise<MayWorkOn | undefined>;
  /**
   * @param work with the time at which it was asked for: while it is young, no sweep looks whether it is kept.
   * @param mayWorkOn undefined where the preference is to count again
   * @returns `full` where the member has said so of as many as may be. Nothing is changed then.
   */
  set(work: WorkRef & { createdAtMs: number }, mayWorkOn: MayWorkOn | undefined): Promise<'set' | 'full'>;
  /** Takes back what a member said of single works in a server. */
  forget(guildId: string, memberId: string): Promise<void>;
  /** Drops what was said of works that are kept no more. */
  sweep(nowMs: number): Promise<void>;
}

export interface TermsParts {
  store: Pick<Store, 'collection' | 'commit'>;
  locks: KeyedLocks;
  /** No work is dropped before it is as old as this. */
  keptMs: number;
  isKept: (work: WorkRef) => Promise<boolean>;
}

export function createTerms({ store, locks, keptMs, isKept }: TermsParts): Terms {
  const collection = store.collection('terms', recordSchema, { serverOf: 'key' });
  const prefixOf = (guildId: string, memberId: string): string => `${guildId}:${memberId}:`;
  const keyOf = ({ guildId, memberId, jobId }: WorkRef): string => `${prefixOf(guildId, memberId)}${sortableId(jobId)}`;
  const locked = <Result>(guildId: string, memberId: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`terms:${prefixOf(guildId, memberId)}`, work);

  return {
    of: async (work) => (await collection.get(keyOf(work)))?.mayWorkOn,
    set: (work, mayWorkOn) => {
      const { guildId, memberId, jobId, createdAtMs } = work;
      return locked(guildId, memberId, async () => {
        const key = keyOf(work);
        if (mayWorkOn === undefined) {
          await collection.delete(key);
          return 'set';
        }
        const isNew = (await collection.get(key)) === undefined;
        const bound = { prefix: prefixOf(guildId, memberId), most: TERMS_OF_MEMBER_MAX };
        if (isNew && !(await hasRoom(collection, bound))) return 'full';
        await collection.set(key, { jobId, createdAtMs, mayWorkOn });
        return 'set';
      });
    },
    forget: (guildId, memberId) =>
      locked(guildId, memberId, () => dropAll(store, collection, prefixOf(guildId, memberId))),
    sweep: (nowMs) =>
      sweepPages(
        collection,
        ({ createdAtMs }) => createdAtMs <= nowMs - keptMs,
        (key) => {
          const [guildId = '', memberId = ''] = key.split(':');
          return locked(guildId, memberId, async () => {
            const found = await collection.get(key);
            if (found && !(await isKept({ guildId, memberId, jobId: found.jobId }))) await collection.delete(key);
          });
        },
      ),
  };
}
