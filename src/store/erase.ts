import { dropOwned, type Owner } from './member-records.ts';
import { pagesOfServer } from './pages.ts';
import type { Collection, CollectionDefinition, ServerOf, Store } from './store.ts';

type ErasedStore = Pick<Store, 'collection' | 'commit'>;

/**
 * Erases a member of a server from one collection, as its rule says. Safe to repeat. An unreadable record of others stays
 * for a person to inspect.
 */
export async function eraseByRule(store: ErasedStore, definition: CollectionDefinition, owner: Owner): Promise<void> {
  const { erased } = definition.keeps;
  const { serverOf } = definition;
  if (erased === 'none' || serverOf === undefined) return;
  const collection = store.collection(definition);
  if (erased.own) await dropOwned(store, collection, owner);
  const { without } = erased;
  if (!without) return;
  await changeNaming(collection, serverOf, owner, (key) =>
    collection.locked(key, async () => {
      const before = await collection.get(key);
      const after = before === undefined ? undefined : without(before, owner.memberId);
      if (after === before) return;
      await store.commit([after === undefined ? collection.drop(key) : collection.put(key, after)]);
    }),
  );
}

/** Erases a server from one collection, unreadable records too, unless its rule says what stays. Safe to repeat. */
export async function eraseServerByRule(
  store: ErasedStore,
  definition: CollectionDefinition,
  guildId: string,
): Promise<void> {
  const { keeps, serverOf } = definition;
  if (serverOf === undefined || keeps.leaves !== undefined) return;
  const collection = store.collection(definition);
  for await (const { records, unreadable } of pagesOfServer(collection, serverOf, guildId)) {
    const keys = [...records.map(([key]) => key), ...unreadable];
    await Promise.all(keys.map((key) => collection.locked(key, () => store.commit([collection.drop(key)]))));
  }
}

/** Changes each readable record of a server whose text has the member's id. */
export async function changeNaming<Value>(
  collection: Pick<Collection<Value>, 'page'>,
  serverOf: 'key' | ServerOf<Value>,
  { guildId, memberId }: Owner,
  change: (key: string) => Promise<unknown>,
): Promise<void> {
  for await (const { records } of pagesOfServer(collection, serverOf, guildId)) {
    for (const [key, value] of records) if (JSON.stringify(value).includes(memberId)) await change(key);
  }
}
