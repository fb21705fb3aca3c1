import { z } from 'zod';
import type { Needs } from '../runtime.ts';
import { defineMemberCollection, memberRecords, type Owner, UNSEEN_MS } from '../store/member-records.ts';
import type { Change } from '../store/store.ts';
import { foldedName } from '../studio/style.ts';
import type { WorkRef } from './stars.ts';

/** Per member and server. A select menu shows no more. */
export const COLLECTIONS_MAX = 25;
/** Per collection. */
export const COLLECTED_MAX = 500;
export const COLLECTION_NAME_MAX_CHARACTERS = 50;

const recordSchema = z.object({
  name: z.string().min(1).max(COLLECTION_NAME_MAX_CHARACTERS),
  works: z.array(z.object({ jobId: z.string(), memberId: z.string() })).max(COLLECTED_MAX),
  changedAtMs: z.int().min(0),
});

export const collectedWorkCollection = defineMemberCollection({
  name: 'collections',
  schema: recordSchema,
  keeps: {
    what: 'a member’s collections: their names and pictures',
    ends: {
      after: UNSEEN_MS,
      since: ({ changedAtMs }) => changedAtMs,
      unlessSeen: true,
      words: 'when the member removes them, or isn’t seen in the server for 400 days',
    },
    erased: {
      goes: 'the member’s, and their pictures in others’',
      own: 'deleted',
      without: ({ works, ...record }, memberId) => {
        const others = works.filter((work) => work.memberId !== memberId);
        return others.length > 0 ? { ...record, works: others } : undefined;
      },
    },
    restored: { from: 'backup' },
  },
});

/** A member's named set of works, including other members' works. */
export interface WorkCollection {
  id: string;
  name: string;
  works: readonly WorkRef[];
}

export interface Assignment {
  /** The collections that should include the work. It's removed from all others. */
  ids: readonly string[];
  /** Creates a collection for it, unless one has this name already. */
  made?: { id: string; name: string } | undefined;
}

function collectionCalled(collections: readonly WorkCollection[], name: string): WorkCollection | undefined {
  return collections.find((one) => foldedName(one.name) === foldedName(name));
}

export function includesWork({ works }: WorkCollection, { jobId }: Pick<WorkRef, 'jobId'>): boolean {
  return works.some((one) => one.jobId === jobId);
}

export type WorkCollections = ReturnType<typeof createCollections>;

/** Members' collections. An empty one is deleted. All calls reject with StoreError when the store fails. */
export function createCollections({ store, clock }: Needs<'clock' | 'store'>) {
  const records = memberRecords(store, collectedWorkCollection, { most: COLLECTIONS_MAX });
  /** Sorted by name. */
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
    const refs = works.map(({ jobId, memberId }) => ({ jobId, memberId }));
    return records.put(ref, { name, works: refs, changedAtMs: clock.now() });
  };

  return {
    of,
    /**
     * Sets which of a member's collections include a work.
     * @returns `many` for too many collections and `full` for too many works in one of them; then nothing changed.
     */
    assign: (owner: Owner, work: WorkRef, { ids, made }: Assignment) =>
      records.locked(owner, async (): Promise<'sorted' | 'many' | 'full'> => {
        const before = await of(owner);
        const called = made && collectionCalled(before, made.name);
        const fresh = made && !called ? [{ ...made, works: [] }] : [];
        if (fresh.length > 0 && before.length >= COLLECTIONS_MAX) return 'many';
        const wanted = new Set([...ids, called?.id ?? made?.id]);
        const after = [...before, ...fresh].map((one) => withWork(one, work, wanted.has(one.id)));
        if (after.some(({ works }) => works.length > COLLECTED_MAX)) return 'full';
        const changed = after.filter((one, index) => one !== before[index]);
        await store.commit(changed.map((one) => changeOf(owner, one)));
        return 'sorted';
      }),
  };
}

/** Returns the same object if nothing changes. */
function withWork(one: WorkCollection, work: WorkRef, isWanted: boolean): WorkCollection {
  if (includesWork(one, work) === isWanted) return one;
  const others = one.works.filter(({ jobId }) => jobId !== work.jobId);
  return { ...one, works: isWanted ? [...others, work] : others };
}
