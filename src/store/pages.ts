import type { Collection, Page, PageRequest } from './store.ts';

/** A few milliseconds of parsing: so long others wait for their turn. */
const RECORDS_PER_PAGE = 200;

/**
 * All pages of a collection, or of those keys that begin with the prefix, one after the other: in between others have their
 * turn, and what changes behind the page that was read last is seen as it is then.
 */
export async function* everyPage<Value>(
  collection: Pick<Collection<Value>, 'page'>,
  { prefix = '', most = RECORDS_PER_PAGE, backwards = false, after }: Partial<PageRequest> = {},
): AsyncGenerator<Page<Value>> {
  let next = after;
  do {
    const page: Page<Value> = await collection.page({ prefix, after: next, most, backwards });
    yield page;
    next = page.next;
  } while (next !== undefined);
}
