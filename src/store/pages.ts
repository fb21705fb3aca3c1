import { serverInKey } from './database/shards.ts';
import type { Collection, Page, PageRequest, ServerOf } from './store.ts';

/** A few milliseconds of parsing, before other work gets its turn. */
const RECORDS_PER_PAGE = 200;

/** All matching records of every process's servers, as stored. */
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
 * All pages of a collection, or of the keys with a prefix. Other work runs between pages, so later pages show changes
 * made meanwhile.
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

/** All pages of one server's records. An unreadable record is a server's only if its key says so. */
export async function* pagesOfServer<Value>(
  collection: Pick<Collection<Value>, 'page'>,
  serverOf: 'key' | ServerOf<Value>,
  guildId: string,
): AsyncGenerator<Omit<Page<Value>, 'next'>> {
  const isInRecord = serverOf instanceof Function;
  // A longer id may start alike.
  const isOf = (key: string): boolean => key === guildId || /^[:-]/.test(key.slice(guildId.length));
  for await (const page of everyPage(collection, isInRecord ? {} : { prefix: guildId })) {
    yield {
      records: page.records.filter(([key, value]) => (isInRecord ? serverOf(value) === guildId : isOf(key))),
      unreadable: isInRecord ? [] : page.unreadable.filter(isOf),
    };
  }
}

/** The servers whose ids start keys. Reads one record of each. */
export async function* serversInKeys<Value>(collection: Pick<Collection<Value>, 'page'>): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const { records, unreadable } = await collection.page({ most: 1, after });
    const key = records[0]?.[0] ?? unreadable[0];
    if (key === undefined) return;
    const guildId = serverInKey(key);
    if (guildId !== undefined) yield guildId;
    // The character after the separator, because a longer id may start alike and has to be found too.
    const past = key.charAt(guildId?.length ?? 0) === ':' ? ';' : '.';
    after = guildId === undefined || key === guildId ? key : guildId + past;
  }
}

/** The number of records read together. Their deletions share commits. */
export const SWEPT_AT_ONCE = 100;

/**
 * Deletes old records page by page. Other work runs between pages.
 * @param drop checks again whether the record is old, if it may have changed since its page was read.
 */
export async function sweepPages<Value>(
  collection: Pick<Collection<Value>, 'page'>,
  isOld: (value: Value, key: string) => boolean | Promise<boolean>,
  drop: (key: string) => Promise<unknown>,
): Promise<void> {
  for await (const { records } of everyPage(collection, { most: SWEPT_AT_ONCE })) {
    await Promise.all(
      records.map(async ([key, value]) => {
        if (await isOld(value, key)) await drop(key);
      }),
    );
  }
}
