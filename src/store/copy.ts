import { createHash } from 'node:crypto';
import type { Database, Write } from './database.ts';
import { storeFailure } from './failures.ts';
import { COPYING_KEY, type OpenedDatabase, openDatabase } from './open-database.ts';
import { StoreError } from './store.ts';

const COPYING: Write = [`store:${COPYING_KEY}`, '{}'];

/** Some megabytes, were each record as long as the longest that Easel writes. */
const RECORDS_AT_ONCE = 100;
const CALL_TIMEOUT_MS = 60_000;

interface Contents {
  records: number;
  /** Of all keys and texts, in their order. */
  digest: string;
}

/**
 * Copies all records from one store into another, of whatever kinds they are, and reads them again. Both are this process's
 * meanwhile.
 * @returns how many there are.
 * @throws StoreError when an Easel runs on either, there is no store at `fromUrl`, or one with records at `toUrl`; and
 * when the copy fails or differs. What is then at `toUrl` is not opened by any Easel, and does not count as empty.
 */
export async function copyRecords(fromUrl: string, toUrl: string): Promise<number> {
  // Taking a store makes one where there is none.
  await withDatabase(fromUrl, false, async () => undefined);
  return withDatabase(fromUrl, true, (from) =>
    withDatabase(toUrl, true, async (to) => {
      if ((await from.read(COPYING[0])) !== undefined) {
        throw new StoreError('what was to be copied is itself a copy that did not come to its end');
      }
      const [first] = await to.page({ ...EVERYTHING, most: 1 });
      if (first) throw new StoreError('there are records already where they were to be copied to');
      await to.commit([COPYING]);
      const read = await throughAll(from, (texts) => to.commit(texts));
      const written = await throughAll(to, async () => undefined);
      if (written.records !== read.records || written.digest !== read.digest) {
        throw new StoreError('the copy differs from what was copied');
      }
      await to.commit([[COPYING[0], undefined]]);
      return written.records;
    }),
  );
}

/** Keys are printable. */
const EVERYTHING = { from: '\x01', to: '\x7f', backwards: false } as const;

async function throughAll(
  database: Database,
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
  throw new StoreError(`record ${key} holds no text and cannot be copied; remove or mend it first`);
}

async function withDatabase<Result>(
  url: string,
  exclusive: boolean,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  let opened: OpenedDatabase | undefined;
  try {
    opened = await openDatabase(url, { callTimeoutMs: CALL_TIMEOUT_MS, exclusive });
    return await work(opened.database);
  } catch (cause) {
    throw storeFailure('the store cannot be copied', cause);
  } finally {
    try {
      await opened?.database.disconnect();
    } finally {
      await opened?.ownership.release();
    }
  }
}
