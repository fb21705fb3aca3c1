import { ownsFirst } from './database/shards.ts';
import { sweepPages } from './pages.ts';
import type { CollectionDefinition, Store } from './store.ts';

/** Deletes the records that had ended by a time; undefined if no sweep ends them (see `Ends`). */
export function sweepOf(store: Pick<Store, 'collection' | 'shards'>, definition: CollectionDefinition) {
  const { ends } = definition.keeps;
  // One process does it for all if every process may write the records.
  if (!('after' in ends) || (definition.serverOf === undefined && !ownsFirst(store.shards))) return undefined;
  const collection = store.collection(definition);
  return (nowMs: number): Promise<void> => {
    const isOver = (value: unknown, key: string): boolean => (ends.since(value, key) ?? Infinity) + ends.after <= nowMs;
    return sweepPages(collection, isOver, (key) =>
      collection.locked(key, async () => {
        const now = await collection.get(key);
        if (now !== undefined && isOver(now, key)) await collection.delete(key);
      }),
    );
  };
}
