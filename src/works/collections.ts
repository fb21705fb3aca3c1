import { z } from 'zod';
import { type MemberRecordsParts, memberRecords, type Owner } from '../store/member-records.ts';
import type { Change } from '../store/store.ts';
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

export function createCollections(parts: MemberRecordsParts): WorkCollections {
  const records = memberRecords(parts, 'collections', recordSchema, { most: COLLECTIONS_MAX });
  const of = async (owner: Owner): Promise<WorkCollection[]> => {
    const found = (await records.list(owner)).map(({ id, value: { name, works } }) => ({
      id,
      name,
      works: works.map((work) => ({ ...work, guildId: owner.guildId })),
    }));
    return found.sort((a, b) => a.name.localeCompare(b.name));
  };
  const changeOf = (owner: Owner, { id, name, works }: WorkCollection): Change => {
    const ref = { ...owner, id };
    if (works.length === 0) return records.drop(ref);
    return records.put(ref, { name, works: works.map(({ jobId, memberId }) => ({ jobId, memberId })) });
  };

  return {
    of,
    sort: (owner, work, { ids, made }) =>
      records.locked(owner, async () => {
        const before = await of(owner);
        const called = made && collectionCalled(before, made.name);
        const fresh = made && !called ? [{ ...made, works: [] }] : [];
        if (fresh.length > 0 && before.length >= COLLECTIONS_MAX) return 'many';
        const wanted = new Set([...ids, called?.id ?? made?.id]);
        const after = [...before, ...fresh].map((one) => withWork(one, work, wanted.has(one.id)));
        if (after.some(({ works }) => works.length > COLLECTED_MAX)) return 'full';
        const changed = after.filter((one, index) => one !== before[index]);
        await parts.store.commit(changed.map((one) => changeOf(owner, one)));
        return 'sorted';
      }),
    forget: records.forget,
  };
}

/** The same one where nothing changes. */
function withWork(one: WorkCollection, work: WorkRef, isWanted: boolean): WorkCollection {
  if (holds(one, work) === isWanted) return one;
  const others = one.works.filter(({ jobId }) => jobId !== work.jobId);
  return { ...one, works: isWanted ? [...others, work] : others };
}
