import { ownsFirst } from './database/shards.ts';
import { type Owner, ownerOf } from './member-records.ts';
import { sweepPages } from './pages.ts';
import type { Collection, CollectionDefinition, Store } from './store.ts';

/**
 * Deletes the records, or parts of records, that had ended by a time; undefined if no sweep ends them (see `Ends`).
 * @param isSeen whether a member did something in a server lately
 */
export function sweepOf(
  store: Pick<Store, 'collection' | 'shards'>,
  definition: CollectionDefinition,
  isSeen: (owner: Owner) => Promise<boolean>,
) {
  const { ends } = definition.keeps;
  // One process does it for all if every process may write the records.
  if (!('after' in ends) || (definition.serverOf === undefined && !ownsFirst(store.shards))) return undefined;
  const collection = store.collection(definition);
  if ('without' in ends) {
    return (nowMs: number): Promise<void> => sweepParts(collection, (value) => ends.without(value, nowMs - ends.after));
  }
  return (nowMs: number): Promise<void> => {
    const isOver = async (value: unknown, key: string): Promise<boolean> =>
      (ends.since(value, key) ?? Infinity) + ends.after <= nowMs && !(ends.unlessSeen && (await isSeen(ownerOf(key))));
    return sweepPages(collection, isOver, (key) =>
      collection.locked(key, async () => {
        const now = await collection.get(key);
        if (now !== undefined && (await isOver(now, key))) await collection.delete(key);
      }),
    );
  };
}

/** Takes out the old parts of records. @param without returns its argument if there are none */
export function sweepParts<Value>(
  collection: Pick<Collection<Value>, 'get' | 'locked' | 'page' | 'set'>,
  without: (value: Value) => Value,
  onSwept: (key: string, after: Value) => unknown = () => undefined,
): Promise<void> {
  const change = (key: string): Promise<void> =>
    collection.locked(key, async () => {
      const before = await collection.get(key);
      const after = before && without(before);
      if (after === undefined || after === before) return;
      await collection.set(key, after);
      onSwept(key, after);
    });
  return sweepPages(collection, (value) => without(value) !== value, change);
}
