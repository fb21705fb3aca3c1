import { everyPage } from '../../src/store/pages.ts';
import type { Collection } from '../../src/store/store.ts';

/** All records of a collection. Few in a test. */
export async function allOf<Value>(
  collection: Pick<Collection<Value>, 'page'>,
): Promise<{ records: [key: string, value: Value][]; unreadable: string[] }> {
  const found: { records: [string, Value][]; unreadable: string[] } = { records: [], unreadable: [] };
  for await (const { records, unreadable } of everyPage(collection)) {
    found.records.push(...records);
    found.unreadable.push(...unreadable);
  }
  return found;
}

export async function keysOf(collection: Pick<Collection<unknown>, 'page'>): Promise<string[]> {
  const { records, unreadable } = await allOf(collection);
  return [...records.map(([key]) => key), ...unreadable].sort();
}
