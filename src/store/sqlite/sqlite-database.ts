import { statSync } from 'node:fs';
import { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { checkLayout, type Database, LAYOUT_VERSION, textsOver } from '../database.ts';
import { StoreError } from '../store.ts';

export const TABLE = 'records';

/**
 * One statement is one transaction: a row put into this view is written to the table, or deleted from it where it has no
 * text. Both belong to the writer's connection and are nowhere in the file.
 */
const CHANGES = [
  `CREATE TEMP VIEW changes AS SELECT key, value FROM ${TABLE}`,
  `CREATE TEMP TRIGGER change INSTEAD OF INSERT ON changes BEGIN
    DELETE FROM ${TABLE} WHERE NEW.value IS NULL AND key = NEW.key;
    INSERT INTO ${TABLE} (key, value) SELECT NEW.key, NEW.value WHERE NEW.value IS NOT NULL
      ON CONFLICT (key) DO UPDATE SET value = excluded.value;
  END`,
];
const COMMIT = 'INSERT INTO changes SELECT value->>0, value->>1 FROM json_each(?)';
/** The same where nothing is deleted, as nearly always: without the trigger, which SQLite would compile each time. */
const COMMIT_PUTS = `INSERT INTO ${TABLE} (key, value) SELECT value->>0, value->>1 FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

const COUNT = `SELECT count(*) AS count FROM ${TABLE}
  WHERE key >= ? AND key < ? AND key NOT IN (SELECT value FROM json_each(?))`;

const countSchema = z.tuple([z.object({ count: z.int() })]);
const layoutSchema = z.tuple([z.object({ version: z.int(), others: z.int() })]);
const rowsSchema = z.array(z.object({ key: z.string(), value: z.unknown() }));

export interface SqliteOptions {
  busyTimeoutMs: number;
  /** A reader beside a running Easel changes nothing. */
  readOnly: boolean;
}

/** Keyv gives nothing both where there is no record and where it holds no text: that one is told apart by what it is wrapped in. */
class KeyvTexts extends KeyvSqlite {
  override async get<Value>(key: string): Promise<Value | undefined> {
    const found = await super.get<Value>(key);
    // Keyv takes whatever the adapter has.
    return found === undefined || typeof found === 'string' ? found : ({ value: null } as Value);
  }
}

/**
 * Keyv over two connections to one file: one for commits, and one for reading, which sees the last commit whatever the
 * other is doing (write-ahead log).
 */
export async function openSqlite(path: string, { busyTimeoutMs, readOnly }: SqliteOptions): Promise<Database> {
  const open: KeyvSqlite[] = [];
  const connect = (): KeyvSqlite => {
    const adapter = new KeyvTexts({ uri: `sqlite://${path}`, table: TABLE, busyTimeout: busyTimeoutMs });
    // Every failure also comes as a rejection; without a listener here the event would end the process.
    adapter.on('error', () => undefined);
    open.push(adapter);
    return adapter;
  };
  const disconnect = async (): Promise<void> => {
    const [writer] = open;
    try {
      // So that the file is whole by itself, also while somebody else reads it.
      if (!readOnly) await writer?.query('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      // The writer last: it takes the write-ahead log with it.
      for (const adapter of open.splice(0).reverse()) await adapter.disconnect();
    }
  };
  try {
    const writer = readOnly ? undefined : await openWriter(connect());
    const reader = connect();
    await reader.query('PRAGMA query_only = ON');
    checkLayout((await layoutOf(reader)).version);
    const opened = fileIdentity(path);
    const texts = textsOver(reader);

    return {
      read: (key) => texts.get<unknown>(key),
      page: async ({ from, to, most, backwards }) => {
        const order = backwards ? 'DESC' : 'ASC';
        const select = `SELECT key, value FROM ${TABLE} WHERE key >= ? AND key < ? ORDER BY key ${order} LIMIT ?`;
        const rows = rowsSchema.parse(await reader.query(select, from, to, most));
        return rows.map(({ key, value }) => [key, value]);
      },
      count: async ({ from, to, without }) =>
        countSchema.parse(await reader.query(COUNT, from, to, JSON.stringify(without)))[0].count,
      commit: async (writes) => {
        if (!writer) throw new StoreError('the store was opened for reading only');
        const changes = JSON.stringify(writes.map(([key, text]) => [key, text ?? null]));
        await writer.query(writes.some(([, text]) => text === undefined) ? COMMIT : COMMIT_PUTS, changes);
        // SQLite goes on writing to a file that was removed or replaced, where nobody will find it again.
        if (fileIdentity(path) !== opened) throw new StoreError('the store file was removed or replaced');
      },
      disconnect,
    };
  } catch (cause) {
    await disconnect().catch(() => undefined);
    throw cause;
  }
}

async function openWriter(writer: KeyvSqlite): Promise<KeyvSqlite> {
  await writer.query('PRAGMA journal_mode = WAL');
  // FULL: what was acknowledged is kept through a power cut, not only through the end of the process.
  await writer.query('PRAGMA synchronous = FULL');
  // What a member deleted is not left in free pages of the file.
  await writer.query('PRAGMA secure_delete = ON');
  const { version, others } = await layoutOf(writer);
  if (version === 0 && others === 0) await writer.query(`PRAGMA user_version = ${LAYOUT_VERSION}`);
  for (const statement of CHANGES) await writer.query(statement);
  return writer;
}

/** The file's layout version, which is 0 for a new one and for the first Easels', and how many tables it has besides the records. */
async function layoutOf(adapter: KeyvSqlite): Promise<{ version: number; others: number }> {
  const select = `SELECT user_version AS version,
    (SELECT count(*) FROM sqlite_master WHERE tbl_name <> ?) AS others FROM pragma_user_version`;
  return layoutSchema.parse(await adapter.query(select, TABLE))[0];
}

/** At once: the system has the answer in memory, and to wake another thread for it costs ten times as much. */
function fileIdentity(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}
