import { dirname } from 'node:path';
import { makePrivateFolder } from '../private-file.ts';
import { type Database, neverLost, type OpenOptions, type Ownership } from './database.ts';
import { withinLimit } from './failures.ts';
import { ALL_SERVERS } from './shards.ts';
import { acquireProcessLock } from './sqlite/process-lock.ts';
import { openSqlite } from './sqlite/sqlite-database.ts';
import { announceStore, findStoreFile, keepStorePrivate, makeStoreFile, refuseLost } from './sqlite/store-file.ts';
import { StoreError } from './store.ts';
import { parseStoreUrl } from './store-url.ts';

/** Of the collection `store`: a copy into this store was begun and is not known to be whole. No store that has it is opened. */
export const COPYING_KEY = 'copying';

export interface OpenedDatabase {
  database: Database;
  ownership: Ownership;
}

/** SQLite waits for half a call's time, and no longer than this, for another process's lock: the caller hears the reason. */
const BUSY_TIMEOUT_MAX_MS = 5000;

/** A reader owns nothing. */
const unowned: Ownership = { shards: ALL_SERVERS, lost: neverLost, release: async () => undefined };

/** The database at `STORE_URL`, and the right to write to it. @throws what goes wrong, with nothing left open. */
export function openDatabase(url: string, options: OpenOptions): Promise<OpenedDatabase> {
  const address = parseStoreUrl(url);
  return address.scheme === 'sqlite' ? openFile(address.path, options) : openServer(address.url, options);
}

async function openFile(
  path: string,
  { callTimeoutMs, signal, exclusive = true, shards = ALL_SERVERS }: OpenOptions,
): Promise<OpenedDatabase> {
  if ('most' in shards) throw new StoreError('a store in a file cannot be shared by several processes');
  const busyTimeoutMs = Math.min(BUSY_TIMEOUT_MAX_MS, Math.ceil(callTimeoutMs / 2));
  const bounded = <Result>(work: Promise<Result>): Promise<Result> => withinLimit(work, callTimeoutMs, DOING, signal);
  let ownership = unowned;

  try {
    if (exclusive) await bounded(makePrivateFolder(dirname(path)));
    const found = await bounded(findStoreFile(path));
    if (exclusive) {
      if (found === 'none') await bounded(announceStore(path));
      ownership = { shards, lost: neverLost, release: await bounded(acquireProcessLock(`${path}-lock`)) };
    }
    refuseLost(found);
    if (exclusive) {
      await bounded(makeStoreFile(path, busyTimeoutMs));
      await bounded(keepStorePrivate(path));
    } else if (found === 'none') throw new StoreError('there is no store');
    const opening = openSqlite(path, { busyTimeoutMs, readOnly: !exclusive });
    return { database: await bounded(opening), ownership };
  } catch (cause) {
    // What went wrong first is what the operator has to hear.
    await ownership.release().catch(() => undefined);
    throw cause;
  }
}

const DOING = 'the store cannot be opened';

async function openServer(url: string, { exclusive = true, ...options }: OpenOptions): Promise<OpenedDatabase> {
  options.signal?.throwIfAborted();
  // Only who has such a store pays for its libraries.
  const { lookIntoPostgres, openPostgres } = await import('./postgres/postgres-database.ts');
  if (exclusive) return openPostgres(url, options);
  return { database: await lookIntoPostgres(url, options.callTimeoutMs), ownership: unowned };
}
