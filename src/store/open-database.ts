import { type Database, neverLost, type OpenOptions, type Ownership } from './database/database.ts';
import { withinCallTimeout } from './database/failures.ts';
import { ALL_SERVERS } from './database/shards.ts';
import { requireEaselFile } from './sqlite/file-header.ts';
import { acquireProcessLock } from './sqlite/process-lock.ts';
import { openSqlite } from './sqlite/sqlite-database.ts';
import {
  findStoreFile,
  keepStorePrivate,
  makeStoreFile,
  makeStoreFolder,
  markCreating,
  requireNotLost,
} from './sqlite/store-file.ts';
import { createFileCopies } from './sqlite/upgrade-copies.ts';
import { NoStoreError, StoreError } from './store.ts';
import { parseStoreUrl } from './store-url.ts';

/** A key of the collection `store`. It marks a store whose copying hasn't finished. No such store is opened. */
export const COPYING_KEY = 'copying';

export interface OpenedDatabase {
  database: Database;
  ownership: Ownership;
}

/** Disconnects, so that nothing can write, then ends the ownership. */
export async function closeDatabase({ database, ownership }: OpenedDatabase): Promise<void> {
  try {
    await database.disconnect();
  } finally {
    await ownership.release();
  }
}

/** The most time to wait for another process's lock: half of a call's time, so that the caller learns the reason. */
const BUSY_TIMEOUT_MAX_MS = 5000;

/** For a reader. */
const unowned = (): Ownership => ({ shards: ALL_SERVERS, lost: neverLost(), release: async () => undefined });

/** Opens the database at `STORE_URL` and acquires the right to write to it. Leaves nothing open if it throws. */
export function openDatabase(url: string, options: OpenOptions): Promise<OpenedDatabase> {
  const address = parseStoreUrl(url);
  return address.scheme === 'sqlite' ? openSqliteStore(address.path, options) : openPostgresStore(address.url, options);
}

async function openSqliteStore(
  path: string,
  { callTimeoutMs, signal, exclusive = true, mayMake = true, shards = ALL_SERVERS }: OpenOptions,
): Promise<OpenedDatabase> {
  if ('most' in shards) throw new StoreError('a store in a file cannot be shared by several processes');
  const busyTimeoutMs = Math.min(BUSY_TIMEOUT_MAX_MS, Math.ceil(callTimeoutMs / 2));
  const bounded = <Result>(work: Promise<Result>): Promise<Result> =>
    withinCallTimeout(work, callTimeoutMs, DOING, signal);
  let ownership = unowned();

  try {
    const found = await bounded(findStoreFile(path));
    if (found === 'none') {
      if (!exclusive || !mayMake) throw new NoStoreError();
      await bounded(makeStoreFolder(path));
    }
    if (found === 'there') await bounded(requireEaselFile(path));
    if (exclusive) {
      if (found === 'none') await bounded(markCreating(path));
      ownership = { shards, lost: neverLost(), release: await bounded(acquireProcessLock(`${path}-lock`)) };
    }
    requireNotLost(found);
    if (exclusive) {
      await bounded(makeStoreFile(path, busyTimeoutMs));
      await bounded(keepStorePrivate(path));
    }
    const database = await bounded(openSqlite(path, { busyTimeoutMs, readOnly: !exclusive }));
    const copies = createFileCopies(path, database.copyInto);
    return { database: { ...database, copies }, ownership: { ...ownership, lost: database.lost } };
  } catch (cause) {
    // Errors while closing must not hide the first error.
    await ownership.release().catch(() => undefined);
    throw cause;
  }
}

const DOING = 'the store cannot be opened';

async function openPostgresStore(url: string, { exclusive = true, ...options }: OpenOptions): Promise<OpenedDatabase> {
  options.signal?.throwIfAborted();
  // Loaded here, so that only PostgreSQL stores load its libraries.
  const { openPostgresReader, openPostgres } = await import('./postgres/postgres-database.ts');
  if (exclusive) return openPostgres(url, options);
  return { database: await openPostgresReader(url, options.callTimeoutMs), ownership: unowned() };
}
