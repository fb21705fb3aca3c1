import { type Change, type Commit, RecordError, type Store, StoreError } from '../store.ts';
import type { StoredCollection } from './collection.ts';

type Convert = Parameters<Store['divide']>[1];

/** Commits what `convert` makes of each record of the first version; see `Store.divide`. */
export async function divideRecords(
  collection: StoredCollection<never> | undefined,
  commit: Commit,
  convert: Convert,
): Promise<{ unreadable: string[] }> {
  const unreadable: string[] = [];
  let next: string | undefined;
  do {
    const page = await collection?.olderPage(next);
    for (const [key, text] of page?.texts ?? []) {
      const changes = await converted(key, text, convert);
      if (changes) await commit(changes);
      else unreadable.push(key);
    }
    next = page?.next;
  } while (next !== undefined);
  return { unreadable };
}

/** Undefined for a record that cannot be read. */
async function converted(key: string, text: string, convert: Convert): Promise<readonly Change[] | undefined> {
  try {
    return await convert(key, JSON.parse(text));
  } catch (error) {
    if (error instanceof StoreError && !(error instanceof RecordError)) throw error;
    return undefined;
  }
}
