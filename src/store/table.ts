import { stat } from 'node:fs/promises';
import { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';
import { z } from 'zod';
import { RecordError, StoreError } from './store.ts';

/** Texts by key, in one table of the file. What the texts mean is not known here. Rejects with whatever SQLite says. */
export interface Table {
  read(key: string): Promise<string | undefined>;
  /** Resolves when the text is on disk. */
  write(key: string, text: string): Promise<void>;
  remove(key: string): Promise<boolean>;
  /** In no order, and rows removed meanwhile make it skip others. The text is undefined where a row holds something else. */
  rows(): AsyncIterable<[key: string, text: string | undefined]>;
  /** Moves what was written ahead into the file itself, of all tables; readers that are in the middle of it keep their part. */
  checkpoint(): Promise<void>;
  disconnect(): Promise<void>;
}

/** With the adapter's own ten rows a page, 20,000 rows took 13 s; so 0.3 s. */
const ROWS_PER_PAGE = 1000;

/** How often a record that is there, and then is not a text, is looked at. */
const LOOKS = 3;

const rowSchema = z.tuple([z.string(), z.unknown()]);

/**
 * One connection with its own table: two Keyvs on one connection would mix their records.
 * Keyv gets texts and hands texts out, so that it cannot take a record for an expired or empty one.
 */
export async function openTable(path: string, name: string, busyTimeoutMs: number): Promise<Table> {
  const adapter = new KeyvSqlite({
    uri: `sqlite://${path}`,
    table: name,
    busyTimeout: busyTimeoutMs,
    iterationLimit: ROWS_PER_PAGE,
  });
  const keyv = new Keyv<string>(adapter, {
    throwOnErrors: true,
    namespace: '',
    useKeyPrefix: false,
    serialize: ({ value }) => String(value),
    deserialize: <Value>(text: string) => ({ value: text as Value }),
  });
  // Every failure also comes as a rejection; without a listener here the event would end the process.
  keyv.on('error', () => undefined);
  const opened = await setUp(adapter, path).catch(async (cause: unknown) => {
    await adapter.disconnect().catch(() => undefined);
    throw cause;
  });

  const read = async (key: string): Promise<string | undefined> => {
    for (let looks = 1; ; looks++) {
      const text = await keyv.get<unknown>(key);
      if (typeof text === 'string') return text;
      if (!(await keyv.has(key))) return undefined;
      // It may have come after it was looked for; one that still is none is damaged.
      if (looks === LOOKS) throw new RecordError(`record "${key}" of ${name} cannot be read: it is not a text`);
    }
  };
  /** SQLite goes on writing to a file that was removed or replaced, where nobody will find it again. */
  const checkFile = async (): Promise<void> => {
    if ((await fileIdentity(path)) !== opened) throw new StoreError('the store file was removed or replaced');
  };
  return {
    read,
    write: async (key, text) => {
      if (!(await keyv.set(key, text))) throw new StoreError(`record "${key}" of ${name} was not written`);
      await checkFile();
    },
    remove: async (key) => {
      const removed = await keyv.delete(key);
      await checkFile();
      return removed;
    },
    rows: async function* () {
      for await (const row of adapter.iterator()) {
        const [key, text] = rowSchema.parse(row);
        yield [key, typeof text === 'string' ? text : undefined];
      }
    },
    checkpoint: async () => {
      await adapter.query('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    disconnect: () => adapter.disconnect(),
  };
}

async function setUp(adapter: KeyvSqlite, path: string): Promise<string> {
  await adapter.query('PRAGMA journal_mode = WAL');
  // FULL: what was acknowledged is kept through a power cut, not only through the end of the process.
  await adapter.query('PRAGMA synchronous = FULL');
  return fileIdentity(path);
}

async function fileIdentity(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev}:${ino}`;
}
