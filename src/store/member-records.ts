import type { z } from 'zod';
import { DAY_MS } from '../time/clock.ts';
import { everyPage, SWEPT_AT_ONCE, sweepPages } from './pages.ts';
import type { Change, Collection, CollectionDefinition, Page, Store } from './store.ts';

/** What a member set up goes after this time without a change, if Easel no longer knows them in the server. */
export const UNSEEN_MS = 400 * DAY_MS;

/** A member of a server, who owns the records. */
export interface Owner {
  guildId: string;
  memberId: string;
}

/** One record of an owner. The id is missing if each owner has a single record. */
export interface RecordRef extends Owner {
  id?: string;
}

export interface MemberRecordsOptions<Value> {
  /** The most records of one owner. */
  most?: number;
  /** Whether a record no longer counts, though no sweep has deleted it yet. */
  isOver?: (value: Value) => boolean;
  /** Other changes that belong in the commit that deletes a record by `forget` or `sweep`. */
  deletedWith?: (ref: RecordRef, value: Value) => readonly Change[];
}

export type MemberStore = Pick<Store, 'collection' | 'commit'>;

/** A collection for `memberRecords`. */
type MemberDefinition<Schema extends z.ZodType> = CollectionDefinition<Schema> & { serverOf: 'key'; locks: 'owner' };

export const defineMemberCollection = <Schema extends z.ZodType>(
  definition: Omit<CollectionDefinition<Schema>, 'serverOf' | 'locks'>,
): MemberDefinition<Schema> => ({ ...definition, serverOf: 'key', locks: 'owner' });

/** Small records that each member has in each server. All calls reject with StoreError if the store fails. */
export function memberRecords<Schema extends z.ZodType>(
  store: MemberStore,
  definition: MemberDefinition<Schema>,
  { most = 1, isOver = () => false, deletedWith = () => [] }: MemberRecordsOptions<z.output<Schema>> = {},
) {
  type Value = z.output<Schema>;
  const collection = store.collection(definition);
  const current = (value: Value | undefined): Value | undefined =>
    value === undefined || isOver(value) ? undefined : value;
  const firstPage = (owner: Owner): Promise<Page<Value>> => collection.page({ prefix: prefixOf(owner), most });
  const deleted = (ref: RecordRef, value: Value): Promise<void> =>
    store.commit([collection.drop(keyOf(ref)), ...deletedWith(ref, value)]);

  /**
   * Runs `work` under the owner's lock. Not re-entrant: `change`, `remove`, `forget` and `sweep` take the lock
   * themselves.
   */
  const locked = <Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> =>
    collection.locked(prefixOf(owner), work);

  /** Whether one more record fits. Unreadable records count. */
  const hasRoom = async (owner: Owner): Promise<boolean> => {
    const page = await firstPage(owner);
    return page.records.length + page.unreadable.length < most;
  };

  return {
    locked,
    hasRoom,
    get: async (ref: RecordRef): Promise<Value | undefined> => current(await collection.get(keyOf(ref))),
    /** All records of an owner, in the order of their ids. */
    list: async (owner: Owner): Promise<{ id: string; value: Value }[]> => {
      const found = (await firstPage(owner)).records.filter(([, value]) => !isOver(value));
      return found.map(([key, value]) => ({ id: key.slice(prefixOf(owner).length), value }));
    },
    put: (ref: RecordRef, value: Value): Change => collection.put(keyOf(ref), value),
    drop: (ref: RecordRef): Change => collection.drop(keyOf(ref)),
    /**
     * Reads one record and writes the result of `next`, under the owner's lock.
     * @returns undefined, without writing, if `next` returns undefined or the owner has no room for a new record.
     */
    change: (
      ref: RecordRef,
      next: (before: Value | undefined) => Value | undefined,
    ): Promise<{ before: Value | undefined; after: Value } | undefined> =>
      locked(ref, async () => {
        const stored = await collection.get(keyOf(ref));
        if (stored === undefined && !(await hasRoom(ref))) return undefined;
        const before = current(stored);
        const after = next(before);
        if (after === undefined) return undefined;
        await collection.set(keyOf(ref), after);
        return { before, after };
      }),
    /** @returns whether the record existed. */
    remove: (ref: RecordRef): Promise<boolean> => locked(ref, () => collection.delete(keyOf(ref))),
    /** Deletes all records of an owner, unreadable ones too. */
    forget: (owner: Owner): Promise<void> => dropOwned(store, collection, owner, deletedWith),
    /** Deletes the records that `isOld` names, with what belongs to them. */
    sweep: (isOld: (value: Value, ref: RecordRef) => boolean | Promise<boolean>): Promise<void> =>
      sweepPages(
        collection,
        (value, key) => isOld(value, refOf(key)),
        (key) =>
          locked(refOf(key), async () => {
            const value = await collection.get(key);
            if (value !== undefined && (await isOld(value, refOf(key)))) await deleted(refOf(key), value);
          }),
      ),
  };
}

/** Deletes all records of a member in a server, unreadable ones too, each with what belongs to it. */
export function dropOwned<Value>(
  { commit }: Pick<Store, 'commit'>,
  collection: Collection<Value>,
  owner: Owner,
  deletedWith: NonNullable<MemberRecordsOptions<Value>['deletedWith']> = () => [],
): Promise<void> {
  const prefix = prefixOf(owner);
  return collection.locked(prefix, async () => {
    for await (const { records, unreadable } of everyPage(collection, { prefix, most: SWEPT_AT_ONCE })) {
      const readable = records.map(([key, value]) => [collection.drop(key), ...deletedWith(refOf(key), value)]);
      await Promise.all([...readable, unreadable.map(collection.drop)].map(commit));
    }
  });
}

function prefixOf({ guildId, memberId }: Owner): string {
  return `${guildId}:${memberId}:`;
}

function keyOf(ref: RecordRef): string {
  return `${prefixOf(ref)}${ref.id ?? ''}`;
}

/** Whose record a key names. */
export function ownerOf(key: string): Owner {
  const [guildId = '', memberId = ''] = key.split(':');
  return { guildId, memberId };
}

const refOf = (key: string): RecordRef => ({ ...ownerOf(key), id: key.split(':')[2] ?? '' });
