import { z } from 'zod';
import type { Needs } from '../runtime.ts';
import { type Change, defineCollection } from '../store/store.ts';
import { unlessUnreadable } from '../store/unreadable-records.ts';
import { DAY_MS } from '../time/clock.ts';
import type { WorkRef } from './stars.ts';

/** How old a work may be, by its request. Older ones keep their stars, but no longer compete. */
export const STARRED_WITHIN_MS = 30 * DAY_MS;
/** Per server. The works with the fewest stars make room. */
export const MOST_STARRED_MAX = 200;

const countSchema = z.object({
  jobId: z.string(),
  memberId: z.string(),
  createdAtMs: z.int().min(0),
  stars: z.int().min(1),
});
const recordSchema = z.object({ works: z.array(countSchema).max(MOST_STARRED_MAX) });
type StarCount = z.output<typeof countSchema>;

export const mostStarredCollection = defineCollection({
  name: 'most_starred',
  schema: recordSchema,
  serverOf: 'key',
  keeps: {
    what: 'the 200 pictures of a server with the most stars, and their authors',
    ends: { when: 'when they are 30 days old' },
    erased: {
      goes: 'the member’s',
      without: ({ works }, memberId) => {
        const others = works.filter((one) => one.memberId !== memberId);
        return others.length === 0 ? undefined : { works: others };
      },
    },
    restored: { from: 'backup' },
  },
});

export type MostStarred = ReturnType<typeof createMostStarred>;

/**
 * The works of the last month with the most stars, one small record for each server, because counting all stars takes long.
 * All calls reject with StoreError when the store fails. A record that can't be read starts anew.
 */
export function createMostStarred({ store, clock }: Needs<'clock' | 'store'>) {
  const collection = store.collection(mostStarredCollection);
  const read = async (guildId: string): Promise<readonly StarCount[]> =>
    (await unlessUnreadable(collection.get(guildId)))?.works ?? [];
  const changed = (guildId: string, works: StarCount[]): Change =>
    works.length === 0 ? collection.drop(guildId) : collection.put(guildId, { works });
  const isRecent = ({ createdAtMs }: Pick<StarCount, 'createdAtMs'>): boolean =>
    createdAtMs > clock.now() - STARRED_WITHIN_MS;

  return {
    /** Commits `changes`, and with them how many stars a work now has. */
    commit: async (
      { guildId, ...count }: WorkRef & { createdAtMs: number; stars: number },
      changes: readonly Change[],
    ): Promise<void> => {
      if (!isRecent(count)) return store.commit(changes);
      await collection.locked(guildId, async () => {
        const others = (await read(guildId)).filter((one) => one.jobId !== count.jobId && isRecent(one));
        const works = count.stars > 0 ? [...others, count] : others;
        await store.commit([...changes, changed(guildId, works.sort(compare).slice(0, MOST_STARRED_MAX))]);
      });
    },
    /** The works requested at this time or later that have stars, most stars first, then the newest. */
    since: async (guildId: string, fromMs: number): Promise<WorkRef[]> => {
      const works = (await read(guildId)).filter(({ createdAtMs }) => createdAtMs >= fromMs);
      return works.map(({ jobId, memberId }) => ({ guildId, jobId, memberId }));
    },
  };
}

const compare = (a: StarCount, b: StarCount): number => b.stars - a.stars || b.createdAtMs - a.createdAtMs;
