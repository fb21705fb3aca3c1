import type { Collection, Page, PageRequest } from './store.ts';

/** A few milliseconds of parsing: so long others wait for their turn. */
const RECORDS_PER_PAGE = 200;

/** What is so of all records, of whichever process's servers, as they stand in the store. */
export async function allWhere<Value>(
  collection: Pick<Collection<Value>, 'page'>,
  matches: (value: Value) => boolean,
): Promise<Value[]> {
  const found: Value[] = [];
  for await (const { records } of everyPage(collection, { everyServer: true })) {
    found.push(...records.map(([, value]) => value).filter(matches));
  }
  return found;
}

/**
 * All pages of a collection, or of those keys that begin with the prefix, one after the other: in between others have their
 * turn, and what changes behind the page that was read last is seen as it is then.
 */
export async function* everyPage<Value>(
  collection: Pick<Collection<Value>, 'page'>,
  { after, ...request }: Partial<PageRequest> = {},
): AsyncGenerator<Page<Value>> {
  let next = after;
  do {
    const page: Page<Value> = await collection.page({ most: RECORDS_PER_PAGE, ...request, after: next });
    yield page;
    next = page.next;
  } while (next !== undefined);
}

/** This many are read together and deleted in shared commits. */
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
