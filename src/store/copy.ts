import { createHash } from 'node:crypto';
import type { Database, Write } from './database/database.ts';
import { toStoreError, withinCallTimeout } from './database/failures.ts';
import { COPYING_KEY, closeDatabase, openDatabase } from './open-database.ts';
import { StoreError } from './store.ts';

const COPYING: Write = [`store:${COPYING_KEY}`, '{}'];

/** Some megabytes if every record had the longest length. */
const RECORDS_AT_ONCE = 100;
const CALL_TIMEOUT_MS = 60_000;
const COPYING_FAILED = 'the store cannot be copied';

type Copied = Pick<Database, 'read' | 'page' | 'commit'>;

interface Contents {
  records: number;
  /** A hash of all keys and texts, in key order. */
  digest: string;
}

/**
 * Copies all records from one store to another, of any kinds, and reads them again. Owns both stores meanwhile.
 * @returns the number of records.
 * @throws StoreError if an Easel runs on either store, there is no store at `fromUrl`, `toUrl` has records, or the copy
 * fails or differs. No Easel opens an unfinished copy, and it doesn't count as empty.
 */
export async function copyRecords(fromUrl: string, toUrl: string): Promise<number> {
  // Opening a store to own it would create a missing one.
  await withDatabase(fromUrl, false, async () => undefined);
  return withDatabase(fromUrl, true, (from) =>
    withDatabase(toUrl, true, async (to) => {
      if ((await from.read(COPYING[0])) !== undefined) {
        throw new StoreError('the source is a copy that did not finish');
      }
      const [first] = await to.page({ ...EVERYTHING, most: 1 });
      if (first) throw new StoreError('the target has records already');
      await to.commit([COPYING]);
      const read = await throughAll(from, (texts) => to.commit(texts));
      const written = await throughAll(to, async () => undefined);
      if (written.records !== read.records || written.digest !== read.digest) {
        throw new StoreError('the copy differs from its source');
      }
      await to.commit([[COPYING[0], undefined]]);
      return written.records;
    }),
  );
}

/** Keys are printable. */
const EVERYTHING = { from: '\x01', to: '\x7f', backwards: false } as const;

async function throughAll(
  database: Copied,
  take: (texts: readonly [key: string, text: string][]) => Promise<void>,
): Promise<Contents> {
  const hash = createHash('sha256');
  let records = 0;
  let from: string = EVERYTHING.from;
  for (;;) {
    const rows = await database.page({ ...EVERYTHING, from, most: RECORDS_AT_ONCE });
    const texts = rows.map(textOf).filter(([key]) => key !== COPYING[0]);
    for (const row of texts) hash.update(JSON.stringify(row));
    records += texts.length;
    if (texts.length > 0) await take(texts);
    const [last] = rows.at(-1) ?? [];
    if (last === undefined) return { records, digest: hash.digest('hex') };
    from = `${last}${EVERYTHING.from}`;
  }
}

function textOf([key, text]: readonly [string, unknown]): [string, string] {
  if (typeof text === 'string') return [key, text];
  throw new StoreError(`record ${key} has no text and cannot be copied; delete or repair it first`);
}

async function withDatabase<Result>(
  url: string,
  exclusive: boolean,
  work: (database: Copied) => Promise<Result>,
): Promise<Result> {
  try {
    const opened = await openDatabase(url, { callTimeoutMs: CALL_TIMEOUT_MS, exclusive });
    try {
      const { database } = opened;
      return await work({
        read: (key) => bounded(database.read(key)),
        page: (range) => bounded(database.page(range)),
        commit: (writes) => bounded(database.commit(writes)),
      });
    } finally {
      await bounded(closeDatabase(opened));
    }
  } catch (cause) {
    throw toStoreError(COPYING_FAILED, cause);
  }
}

function bounded<Result>(call: Promise<Result>): Promise<Result> {
  return withinCallTimeout(call, CALL_TIMEOUT_MS, COPYING_FAILED);
}
