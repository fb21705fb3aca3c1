import { everyPage } from './pages.ts';
import type { Collection } from './store.ts';

/** So many are read together, and dropped in commits that they share. */
const RECORDS_AT_ONCE = 100;

/**
 * Drops the records that are too old, some at a time: others have their turn in between.
 * @param drop looks once more whether this one is: it may have changed since its page was read.
 */
export async function sweepPages<Value>(
  collection: Pick<Collection<Value>, 'page'>,
  isOld: (value: Value) => boolean,
  drop: (key: string) => Promise<unknown>,
): Promise<void> {
  for await (const { records } of everyPage(collection, { most: RECORDS_AT_ONCE })) {
    await Promise.all(records.filter(([, value]) => isOld(value)).map(([key]) => drop(key)));
  }
}
