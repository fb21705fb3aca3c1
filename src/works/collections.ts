import { z } from 'zod';
import type { KeyedLocks } from '../store/locks.ts';
import type { Store } from '../store/store.ts';
import { dropAll } from '../store/sweeping.ts';
import { foldedName } from '../studio/style.ts';
import type { WorkRef } from './stars.ts';

/** Of one member in one server: as many as a menu shows. */
export const COLLECTIONS_MAX = 25;
/** Of one collection. */
export const COLLECTED_MAX = 500;
export const COLLECTION_NAME_MAX_CHARACTERS = 50;

const recordSchema = z.object({
  name: z.string().min(1).max(COLLECTION_NAME_MAX_CHARACTERS),
  works: z.array(z.object({ jobId: z.string(), memberId: z.string() })).max(COLLECTED_MAX),
});

/** A member's named set of works, their own and others'. */
export interface WorkCollection {
  id: string;
  name: string;
  works: readonly WorkRef[];
}

interface Owner {
  guildId: string;
  memberId: string;
}

export interface Sorting {
  /** The collections that are to have the work; from all others it is taken. */
  ids: readonly string[];
  /** A collection to be made for it, unless one is called so already. */
  made?: { id: string; name: string } | undefined;
}

/** `many`: no more collections may be made. `full`: one that was to have the work has as many as may be. Nothing was changed then. */
export type SortOutcome = 'sorted' | 'many' | 'full';

/** Members' collections. One that is empty is gone. All calls reject with StoreError when the store fails. */
export interface WorkCollections {
  /** By name. */
  of(owner: Owner): Promise<WorkCollection[]>;
  /** Puts a work into some of a member's collections, and takes it from the others. */
  sort(owner: Owner, work: WorkRef, sorting: Sorting): Promise<SortOutcome>;
  forget(owner: Owner): Promise<void>;
}

export function collectionCalled(collections: readonly WorkCollection[], name: string): WorkCollection | undefined {
  return collections.find((one) => foldedName(one.name) === foldedName(name));
}

export function holds({ works }: WorkCollection, { jobId }: Pick<WorkRef, 'jobId'>): boolean {
  return works.some((one) => one.jobId === jobId);
}

export function createCollections({
  store,
  locks,
}: {
  store: Pick<Store, 'collection' | 'commit'>;
  locks: KeyedLocks;
}): WorkCollections {
  const collection = store.collection('collections', recordSchema, { serverOf: 'key' });
  const prefixOf = ({ guildId, memberId }: Owner): string => `${guildId}:${memberId}:`;
  const keyOf = (owner: Owner, id: string): string => `${prefixOf(owner)}${id}`;
  const locked = <Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`collections:${prefixOf(owner)}`, work);

  const of = async (owner: Owner): Promise<WorkCollection[]> => {
    const { records } = await collection.page({ prefix: prefixOf(owner), most: COLLECTIONS_MAX });
    return records
      .map(([key, { name, works }]) => ({
        ...{ id: key.slice(prefixOf(owner).length), name },
        works: works.map((work) => ({ ...work, guildId: owner.guildId })),
      }))
      .sort((a, b) => a.name.localeCompare(b.name));
  };

  return {
    of,
    sort: (owner, work, { ids, made }) =>
      locked(owner, async () => {
        const before = await of(owner);
        const called = made && collectionCalled(before, made.name);
        const isMade = made !== undefined && !called;
        if (isMade && before.length >= COLLECTIONS_MAX) return 'many';
        const wanted = new Set([...ids, ...(called ? [called.id] : [])]);
        const after = [...before, ...(isMade ? [{ ...made, works: [] }] : [])].map((one) =>
          withWork(one, work, wanted.has(one.id) || (isMade && one.id === made.id)),
        );
        if (after.some(({ works }) => works.length > COLLECTED_MAX)) return 'full';
        await store.commit(
          after
            .filter((one, index) => one !== before[index])
            .map(({ id, name, works }) =>
              works.length === 0
                ? collection.drop(keyOf(owner, id))
                : collection.put(keyOf(owner, id), {
                    name,
                    works: works.map(({ jobId, memberId }) => ({ jobId, memberId })),
                  }),
            ),
        );
        return 'sorted';
      }),
    forget: (owner) => locked(owner, () => dropAll(store, collection, prefixOf(owner))),
  };
}

/** The same one where nothing changes. */
function withWork(one: WorkCollection, work: WorkRef, isWanted: boolean): WorkCollection {
  if (holds(one, work) === isWanted) return one;
  const others = one.works.filter(({ jobId }) => jobId !== work.jobId);
  return { ...one, works: isWanted ? [...others, work] : others };
}
