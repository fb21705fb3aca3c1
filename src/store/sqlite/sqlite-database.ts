import { statSync } from 'node:fs';
import { KeyvSqlite } from '@keyv/sqlite';
import sqlite3, { type BindValue } from 'sqlite3';
import { z } from 'zod';
import { checkLayout, createKeyvOver, createReads, type Database, LAYOUT_VERSION } from '../database/database.ts';
import { StoreError, withinCallTimeout } from '../database/failures.ts';
import { APPLICATION_ID } from './file-header.ts';
import { vacuumInto } from './vacuum-into.ts';

export const TABLE = 'records';
/** As Keyv creates it. */
const CREATE = `CREATE TABLE IF NOT EXISTS ${TABLE}(key VARCHAR(255) PRIMARY KEY, value TEXT )`;

/**
 * Makes each statement one transaction: a row inserted into this view is written to the table, or deleted from it if it
 * has no text. The view and its trigger exist only in the writer's connection.
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
/** The same without deletions, the usual case. It avoids the trigger, which SQLite would compile each time. */
const COMMIT_PUTS = `INSERT INTO ${TABLE} (key, value) SELECT value->>0, value->>1 FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

const COUNT = `SELECT count(*) AS count FROM ${TABLE}
  WHERE key >= ? AND key < ? AND key NOT IN (SELECT value FROM json_each(?))`;

const countSchema = z.tuple([z.object({ count: z.int() })]);
const layoutSchema = z.tuple([z.object({ version: z.int(), others: z.int() })]);
const rowsSchema = z.array(z.object({ key: z.string(), value: z.unknown() }));

export interface SqliteOptions {
  busyTimeoutMs: number;
  /** A reader next to a running Easel changes nothing. */
  readOnly: boolean;
}

/** A file as the process that owns it has it open. */
export interface SqliteDatabase extends Database {
  /** Resolves if the write-ahead log was removed or replaced: what is written from then on would be lost. */
  readonly lost: Promise<StoreError>;
  /** Copies the file as of one moment into a new one. @throws StoreError if the copy can't be written */
  copyInto(copyPath: string): Promise<void>;
}

/** How long to wait for a connection's end. */
const CLOSE_LIMIT_MS = 10_000;
/** For one statement that copies the whole file. */
const COPY_LIMIT_MS = 3_600_000;
/** About the size at which SQLite moves the log's changes into the file. A longer log shrinks after that. */
const LOG_MAX_BYTES = 4 * 1024 * 1024;
const USING = 'the file cannot be used';

export class SqliteConnection extends KeyvSqlite {
  /** @param limitMs bounds each call, unless the caller does. */
  constructor(path: string, table: string, busyTimeoutMs: number, limitMs?: number) {
    super({ uri: `sqlite://${path}`, table, busyTimeout: busyTimeoutMs });
    // Every failure is also a rejection. Without a listener, the event would end the process.
    this.on('error', () => undefined);
    const { query } = this;
    if (limitMs !== undefined) this.query = (...given) => withinCallTimeout(query(...given), limitMs, USING);
  }

  override disconnect(): Promise<void> {
    return withinCallTimeout(super.disconnect(), CLOSE_LIMIT_MS, USING);
  }

  /**
   * Keyv returns undefined both for a missing record and for one without a text. This wraps the latter to tell them
   * apart.
   */
  override async get<Value>(key: string): Promise<Value | undefined> {
    return wrapped(await super.get<Value>(key));
  }

  override async getMany<Value>(keys: string[]): Promise<(Value | undefined)[]> {
    return (await super.getMany<Value>(keys)).map((found) => wrapped(found as Value | undefined));
  }
}

/** Keyv accepts any value from the adapter. */
const wrapped = <Value>(found: Value | undefined): Value | undefined =>
  found === undefined || typeof found === 'string' ? found : ({ value: null } as Value);

/** What both kinds of connections to a file can do. */
interface Connection {
  query(sql: string, ...values: BindValue[]): Promise<unknown>;
  disconnect(): Promise<void>;
}

/** The driver's own connection, which keeps prepared statements. Preparing takes a third of a small commit. */
async function connectWriter(path: string, busyTimeoutMs: number): Promise<Connection> {
  const { promise: isOpen, resolve, reject } = Promise.withResolvers<void>();
  const file = new sqlite3.Database(path, (error) => (error ? reject(error) : resolve()));
  await isOpen;
  file.configure('busyTimeout', busyTimeoutMs);
  file.cacheStatements();
  return {
    query: (sql, ...values) => file.all(sql, values),
    disconnect: () => withinCallTimeout(file.close(), CLOSE_LIMIT_MS, USING),
  };
}

/**
 * Two connections to one file: the driver's own for commits, and Keyv's for reads, which always see the last commit
 * (write-ahead log).
 */
export async function openSqlite(path: string, { busyTimeoutMs, readOnly }: SqliteOptions): Promise<SqliteDatabase> {
  const open: Connection[] = [];
  const { promise: lost, resolve: lose } = Promise.withResolvers<StoreError>();
  const logPath = `${path}-wal`;
  let logIdentity: string | undefined;
  const opened = <One extends Connection>(connection: One): One => {
    open.push(connection);
    return connection;
  };
  const disconnect = async (): Promise<void> => {
    const [writer] = open;
    try {
      // Makes the file complete without its log, even while another process reads it, and if someone removed the log.
      // Next to another log, another program may have written to the file.
      const isOwnLog = [logIdentity, undefined].includes(identityOf(logPath));
      if (!readOnly && isOwnLog) await writer?.query('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      // Closes the writer last, which removes the write-ahead log.
      for (const connection of open.splice(0).reverse()) await connection.disconnect();
    }
  };
  try {
    const writer = readOnly ? undefined : await prepareWriter(opened(await connectWriter(path, busyTimeoutMs)));
    const reader = opened(new SqliteConnection(path, TABLE, busyTimeoutMs));
    await reader.query('PRAGMA query_only = ON');
    checkLayout((await layoutOf(reader)).version);
    const identity = identityOf(path);
    logIdentity = identityOf(logPath);
    const texts = createKeyvOver(reader);

    return {
      read: createReads(texts),
      page: async ({ from, to, most, backwards }) => {
        const order = backwards ? 'DESC' : 'ASC';
        const select = `SELECT key, value FROM ${TABLE} WHERE key >= ? AND key < ? ORDER BY key ${order} LIMIT ?`;
        const rows = rowsSchema.parse(await reader.query(select, from, to, most));
        return rows.map(({ key, value }) => [key, value]);
      },
      count: async ({ from, to, without }) =>
        countSchema.parse(await reader.query(COUNT, from, to, JSON.stringify(without)))[0].count,
      commit: async (writes) => {
        const changes = JSON.stringify(writes.map(([key, text]) => [key, text ?? null]));
        await requireWriter(writer).query(
          writes.some(([, text]) => text === undefined) ? COMMIT : COMMIT_PUTS,
          changes,
        );
        // SQLite keeps writing to files that were removed or replaced, where no one can find it.
        if (identityOf(path) !== identity) throw new StoreError('the store file was removed or replaced');
        if (identityOf(logPath) === logIdentity) return;
        const loss = new StoreError(
          `${logPath} was removed or replaced while Easel ran; let no other program change the store’s files`,
        );
        lose(loss);
        throw loss;
      },
      disconnect,
      lost,
      copyInto: (copyPath) => {
        const copying = requireWriter(writer);
        const copy = (sql: string, partial: string) =>
          withinCallTimeout(copying.query(sql, partial), COPY_LIMIT_MS, USING);
        return vacuumInto(copyPath, copy);
      },
    };
  } catch (cause) {
    await disconnect().catch(() => undefined);
    throw cause;
  }
}

async function prepareWriter(writer: Connection): Promise<Connection> {
  await writer.query(CREATE);
  await writer.query('PRAGMA journal_mode = WAL');
  // FULL keeps acknowledged commits through a power cut, not only through the end of the process.
  await writer.query('PRAGMA synchronous = FULL');
  // Without it, the log keeps the size that it had while another process read for long.
  await writer.query(`PRAGMA journal_size_limit = ${LOG_MAX_BYTES}`);
  // Overwrites deleted data, so that it doesn't stay in free pages of the file.
  await writer.query('PRAGMA secure_delete = ON');
  const { version, others } = await layoutOf(writer);
  if (version === 0 && others === 0) {
    await writer.query(`PRAGMA application_id = ${APPLICATION_ID}`);
    await writer.query(`PRAGMA user_version = ${LAYOUT_VERSION}`);
  }
  for (const statement of CHANGES) await writer.query(statement);
  return writer;
}

/** The file's layout version, which is 0 for a new file and for unreleased versions, and its number of other tables. */
async function layoutOf(connection: Connection): Promise<{ version: number; others: number }> {
  const select = `SELECT user_version AS version,
    (SELECT count(*) FROM sqlite_master WHERE tbl_name <> ?) AS others FROM pragma_user_version`;
  return layoutSchema.parse(await connection.query(select, TABLE))[0];
}

/**
 * Undefined if there is no such file. Synchronous: the system has the answer in memory, and a thread switch would cost
 * ten times as much.
 */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function requireWriter(writer: Connection | undefined): Connection {
  if (!writer) throw new StoreError('the store was opened for reading only');
  return writer;
}
