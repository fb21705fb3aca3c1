import type { Owner } from './member-records.ts';
import { everyPage } from './pages.ts';
import type { CollectionDefinition, Store } from './store.ts';

/**
 * Erases a member of a server from one collection, as its rule says. Safe to repeat. An unreadable record of others stays
 * for a person to inspect.
 */
export async function eraseByRule(
  store: Pick<Store, 'collection' | 'commit'>,
  definition: CollectionDefinition,
  { guildId, memberId }: Owner,
): Promise<void> {
  const { erased } = definition.keeps;
  if (erased === 'none') return;
  const collection = store.collection(definition);
  if (erased.own) {
    const prefix = `${guildId}:${memberId}:`;
    await collection.locked(prefix, async () => {
      for await (const { records, unreadable } of everyPage(collection, { prefix })) {
        await store.commit([...records.map(([key]) => key), ...unreadable].map(collection.drop));
      }
    });
  }
  const { without } = erased;
  if (!without) return;
  for await (const { records } of everyPage(collection, { prefix: guildId })) {
    for (const [key, value] of records) {
      // A longer id may start alike.
      if (key !== guildId && !key.startsWith(`${guildId}:`)) continue;
      if (JSON.stringify(value).includes(memberId)) await changeWithout(key);
    }
  }

  async function changeWithout(key: string): Promise<void> {
    await collection.locked(key, async () => {
      const before = await collection.get(key);
      const after = before === undefined ? undefined : without?.(before, memberId);
      if (before !== undefined)
        await store.commit([after === undefined ? collection.drop(key) : collection.put(key, after)]);
    });
  }
}
