import { z } from 'zod';
import { type Source, sourceSchema } from '../jobs/job/sources.ts';
import type { Needs } from '../runtime.ts';
import { defineMemberCollection, memberRecords, type Owner } from '../store/member-records.ts';
import { DAY_MS } from '../time/clock.ts';

/** As many as one form can use. */
export const SAVED_SOURCES_MAX = 10;
/** Discord's file addresses expire after about a day. */
const LIFE_MS = DAY_MS;

const recordSchema = z.object({
  saved: z.array(sourceSchema).max(SAVED_SOURCES_MAX),
  atMs: z.int().min(0),
});

const CACHED_MAX = 5_000;

export const savedSourceCollection = defineMemberCollection({
  name: 'saved_sources',
  schema: recordSchema,
  cached: CACHED_MAX,
  keeps: {
    what: 'pictures that a member set aside',
    ends: { after: LIFE_MS, since: ({ atMs }) => atMs },
    erased: {
      goes: 'the member’s, and their pictures among others’',
      own: 'deleted',
      without: ({ saved, atMs }, memberId) => ({ saved: saved.filter(({ ownerId }) => ownerId !== memberId), atMs }),
    },
  },
});

export type SavedSources = ReturnType<typeof createSavedSources>;

/** Sources that members save for a day. All calls reject with StoreError when the store fails. */
export function createSavedSources({ store, clock }: Needs<'clock' | 'store'>) {
  const records = memberRecords(store, savedSourceCollection, {
    isOver: ({ atMs }) => atMs < clock.now() - LIFE_MS,
  });
  return {
    of: async (owner: Owner): Promise<readonly Source[]> => (await records.get(owner))?.saved ?? [],
    /** @returns false if there would be too many */
    add: async (owner: Owner, pictures: readonly Source[]): Promise<boolean> => {
      const changed = await records.change(owner, (before) => {
        const earlier = before?.saved ?? [];
        const known = new Set(earlier.map(({ address }) => address));
        const saved = [...earlier, ...pictures.filter(({ address }) => !known.has(address))];
        return saved.length > SAVED_SOURCES_MAX ? undefined : { saved, atMs: clock.now() };
      });
      return changed !== undefined;
    },
    clear: async (owner: Owner): Promise<void> => void (await records.remove(owner)),
  };
}
