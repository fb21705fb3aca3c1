import { z } from 'zod';
import { isAlone } from './sharing.ts';
import type { Collection, Store } from './store.ts';

/** What is done for good: to look at all records with every start would take the longer the more there are. */
const upgradedSchema = z.literal(true);

/** What is kept by name. */
type Marks<Value> = Pick<Collection<Value>, 'get' | 'set'>;

/** Which upgrades of the store have gone through all records, by name. */
export function upgradesDone(store: Pick<Store, 'collection' | 'commit' | 'shards'>): Marks<true> {
  return ofEveryShard(store.collection('upgraded', upgradedSchema), store);
}

/**
 * What is kept of records of servers as a whole, where each process goes through its own servers only: it is there where it
 * was set for all servers at once, or for each shard of this process, as servers are divided now.
 */
export function ofEveryShard<Value>(
  collection: Collection<Value>,
  { commit, shards }: Pick<Store, 'commit' | 'shards'>,
): Marks<Value> {
  const keysOf = (name: string): string[] => shards.numbers.map((number) => `${name}-${number}-of-${shards.of}`);
  return {
    get: async (name) => {
      const whole = await collection.get(name);
      if (whole !== undefined || isAlone(shards)) return whole;
      const parts = await Promise.all(keysOf(name).map((key) => collection.get(key)));
      return parts.includes(undefined) ? undefined : parts[0];
    },
    set: (name, value) =>
      isAlone(shards) ? collection.set(name, value) : commit(keysOf(name).map((key) => collection.put(key, value))),
  };
}
