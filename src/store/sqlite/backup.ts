import { copyFile, rename, rm } from 'node:fs/promises';
import { z } from 'zod';
import { makePrivateFile } from '../../private-file.ts';
import { StoreError, toStoreError } from '../database/failures.ts';
import { readFileOwner, requireEaselFile } from './file-header.ts';
import { acquireProcessLock } from './process-lock.ts';
import { renameDurably } from './rename-durably.ts';
import { SqliteConnection, TABLE } from './sqlite-database.ts';
import { findStoreFile, makeStoreFolder, requireNotLost, SIDE_SUFFIXES, sizeOf } from './store-file.ts';
import { replacedName } from './upgrade-copies.ts';
import { vacuumInto } from './vacuum-into.ts';

/** A running Easel locks the file for one write at a time. */
const BUSY_TIMEOUT_MS = 5000;
/** For one statement that reads or writes the whole store. */
const CALL_LIMIT_MS = 3_600_000;

const checkSchema = z.array(z.object({ integrity_check: z.string() }));

/**
 * Copies the store at `path` as of one moment, next to a running Easel, into a new file that only this user can read.
 * @throws StoreError if there is no store, `copyPath` exists, or the copy can't be written. Leaves nothing behind then.
 */
export async function backUpStore(path: string, copyPath: string): Promise<void> {
  await requireStore(path);
  // SQLite would take a log next to the new file for the file's own.
  for (const suffix of ['', ...SIDE_SUFFIXES]) {
    if (await exists(`${copyPath}${suffix}`)) throw new StoreError(`the file exists already: ${copyPath}${suffix}`);
  }
  await vacuumInto(copyPath, (sql, partial) => withConnection(path, (query) => query(sql, partial)));
}

/** The faults that SQLite finds in the file; none if it is sound. @throws StoreError if it can't be read as a store. */
export async function integrityFaults(path: string): Promise<string[]> {
  await requireStore(path);
  try {
    const rows = checkSchema.parse(await withConnection(path, (query) => query('PRAGMA integrity_check')));
    return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  } catch (cause) {
    throw toStoreError('the store cannot be checked', cause);
  }
}

/** Copies the files of a store that no process uses, including its write-ahead log. */
export async function copyStore(path: string, copyPath: string): Promise<void> {
  await requireStore(path);
  try {
    for (const suffix of ['', '-wal', '-journal']) {
      if (!(await exists(`${path}${suffix}`))) continue;
      await makePrivateFile(`${copyPath}${suffix}`);
      await copyFile(`${path}${suffix}`, `${copyPath}${suffix}`);
    }
  } catch (cause) {
    await removeStore(copyPath);
    throw toStoreError('the store cannot be copied', cause);
  }
}

/**
 * Replaces the store by what `copy` makes, once `verify` has resolved for that. Keeps the old store under another name.
 * @returns that name, if there was a store.
 * @throws StoreError if an Easel runs on the store, and the error of `verify`. The store is unchanged then.
 */
export async function restoreStore(
  { copy, path, nowMs }: { copy: (copyPath: string) => Promise<void>; path: string; nowMs: number },
  verify: (copyPath: string) => Promise<void>,
): Promise<string | undefined> {
  await requireReplaceable(path).catch((cause: unknown) => {
    throw toStoreError('the backup cannot be restored', cause);
  });
  await makeStoreFolder(path);
  const release = await acquireProcessLock(`${path}-lock`);
  const copyPath = `${path}.restoring`;
  try {
    // Of a restore that was killed.
    await removeStore(copyPath);
    await copy(copyPath);
    await verify(copyPath);
    const keptPath = await keepReplaced(path, nowMs);
    await renameDurably(copyPath, path);
    return keptPath;
  } catch (cause) {
    throw toStoreError('the backup cannot be restored', cause);
  } finally {
    await removeStore(copyPath);
    await release();
  }
}

const differencesSchema = z.array(z.object({ name: z.string(), records: z.int() }));

/** Records of the store itself. */
const OWN_RECORDS = ['store', 'self_test'];
/** Records that starts and stops write, and that say nothing of what people did. */
const RECORDS_OF_STARTS = ['releases', 'processes'];

/**
 * The number of records in each collection that differ between two stores, or that only one of them has.
 * @throws StoreTimeoutError after `limitMs`; StoreError if either store can't be read.
 */
export async function differingRecords(path: string, otherPath: string, limitMs: number): Promise<Map<string, number>> {
  try {
    const compare = async (query: Query): Promise<unknown> => {
      await query('ATTACH DATABASE ? AS other', otherPath);
      return await query(`SELECT substr(key, 1, instr(key, ':') - 1) AS name, count(*) AS records FROM
        (SELECT coalesce(here.key, there.key) AS key FROM main.records AS here
          FULL JOIN other.records AS there ON here.key = there.key WHERE here.value IS NOT there.value)
        GROUP BY name ORDER BY name`);
    };
    const rows = differencesSchema.parse(await withConnection(path, compare, limitMs));
    const isCompared = ({ name }: { name: string }) => ![...OWN_RECORDS, ...RECORDS_OF_STARTS].includes(name);
    return new Map(rows.filter(isCompared).map(({ name, records }) => [name, records]));
  } catch (cause) {
    throw toStoreError('the stores cannot be compared', cause);
  }
}

/** Replaces all collections of the store at `path` except some by those of another store, all or nothing. */
export async function carryOver(path: string, fromPath: string, except: readonly string[]): Promise<void> {
  const isCarried = "substr(key, 1, instr(key, ':') - 1) NOT IN (SELECT value FROM json_each(?))";
  const names = JSON.stringify([...OWN_RECORDS, ...except]);
  try {
    await withConnection(path, async (query) => {
      await query('ATTACH DATABASE ? AS other', fromPath);
      await query('BEGIN IMMEDIATE');
      await query(`DELETE FROM main.records WHERE ${isCarried}`, names);
      await query(`INSERT INTO main.records SELECT * FROM other.records WHERE ${isCarried}`, names);
      await query('COMMIT');
    });
  } catch (cause) {
    throw toStoreError('nothing can be carried over', cause);
  }
}

async function keepReplaced(path: string, nowMs: number): Promise<string | undefined> {
  const keptPath = replacedName(path, nowMs);
  let isKept = false;
  for (const suffix of ['', ...SIDE_SUFFIXES]) {
    if (!(await exists(`${path}${suffix}`))) continue;
    await rename(`${path}${suffix}`, `${keptPath}${suffix}`);
    isKept = true;
  }
  return isKept ? keptPath : undefined;
}

async function requireStore(path: string): Promise<void> {
  const found = await findStoreFile(path).catch((cause: unknown) => {
    throw toStoreError('the store cannot be found', cause);
  });
  requireNotLost(found);
  if (found === 'none') throw new StoreError(`there is no store at ${path}`);
  await requireEaselFile(path).catch((cause: unknown) => {
    throw toStoreError('the store cannot be opened', cause);
  });
}

/**
 * @throws StoreError for another program's file. A file whose header is lost is a damaged store if it has a store's lock.
 */
async function requireReplaceable(path: string): Promise<void> {
  if (!(await sizeOf(path))) return;
  const owner = await readFileOwner(path);
  const isUnknown = owner === 'no database' || owner === 'damaged';
  if (owner === 'another program' || (isUnknown && !(await exists(`${path}-lock`)))) {
    throw new StoreError(
      `${path} is not a store of Easel. Set STORE_URL to another file, or move this one away yourself`,
    );
  }
}

async function removeStore(path: string): Promise<void> {
  for (const suffix of ['', '-lock', ...SIDE_SUFFIXES]) await rm(`${path}${suffix}`, { force: true });
}

async function exists(path: string): Promise<boolean> {
  return (await sizeOf(path)) !== undefined;
}

type Query = (sql: string, ...values: string[]) => Promise<unknown>;

async function withConnection(
  path: string,
  work: (query: Query) => Promise<unknown>,
  limitMs = CALL_LIMIT_MS,
): Promise<unknown> {
  // The adapter creates its table if missing. This table exists.
  const file = new SqliteConnection(path, TABLE, BUSY_TIMEOUT_MS, limitMs);
  try {
    return await work((sql, ...values) => file.query(sql, values));
  } finally {
    await file.disconnect().catch(() => undefined);
  }
}
