import { randomUUID } from 'node:crypto';
import { copyFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { makePrivateFile, makePrivateFolder } from '../../private-file.ts';
import { storeFailure } from '../failures.ts';
import { StoreError } from '../store.ts';
import { acquireProcessLock } from './process-lock.ts';
import { TABLE } from './sqlite-database.ts';
import { findStoreFile, putInPlace, refuseLost, SIDE_SUFFIXES, sizeOf } from './store-file.ts';

/** A running Easel holds the file for the length of one write only. */
const BUSY_TIMEOUT_MS = 5000;

const checkSchema = z.array(z.object({ integrity_check: z.string() }));

/**
 * Copies the store at `path` as it is at one moment, beside a running Easel, into a new file for this user alone.
 * @throws StoreError when there is no store, `copyPath` is taken, or the copy cannot be written; nothing is left behind then.
 */
export async function backUpStore(path: string, copyPath: string): Promise<void> {
  await refuseMissing(path);
  // A log beside it would be taken for the new file's own.
  for (const suffix of ['', ...SIDE_SUFFIXES]) {
    if (await isThere(`${copyPath}${suffix}`)) throw new StoreError(`there is a file already: ${copyPath}${suffix}`);
  }
  const partial = `${copyPath}.${randomUUID()}.part`;
  try {
    await makePrivateFile(partial);
    await withConnection(path, (query) => query('VACUUM INTO ?', partial));
    await putInPlace(partial, copyPath);
  } catch (cause) {
    await removeStore(partial);
    throw storeFailure('the backup cannot be written', cause);
  }
}

/** What SQLite finds wrong with the file; nothing when it is sound. @throws StoreError when it cannot be read as a store. */
export async function integrityFaults(path: string): Promise<string[]> {
  await refuseMissing(path);
  try {
    const rows = checkSchema.parse(await withConnection(path, (query) => query('PRAGMA integrity_check')));
    return rows.map((row) => row.integrity_check).filter((said) => said !== 'ok');
  } catch (cause) {
    throw storeFailure('the store cannot be checked', cause);
  }
}

/** Copies the files of a store that nobody works on, what was written ahead included. */
export async function copyStore(path: string, copyPath: string): Promise<void> {
  await refuseMissing(path);
  try {
    for (const suffix of ['', '-wal', '-journal']) {
      if (!(await isThere(`${path}${suffix}`))) continue;
      await makePrivateFile(`${copyPath}${suffix}`);
      await copyFile(`${path}${suffix}`, `${copyPath}${suffix}`);
    }
  } catch (cause) {
    await removeStore(copyPath);
    throw storeFailure('the store cannot be copied', cause);
  }
}

/**
 * Puts a copy of the backup in the place of the store, once `verify` has resolved with it. What was there is kept under another name.
 * @returns the name under which it is kept, where there was something.
 * @throws StoreError while an Easel runs on the store, and whatever `verify` throws; the store is as it was then.
 */
export async function restoreStore(
  { backupPath, path, nowMs }: { backupPath: string; path: string; nowMs: number },
  verify: (copyPath: string) => Promise<void>,
): Promise<string | undefined> {
  await refuseMissing(backupPath);
  await makePrivateFolder(dirname(path));
  const release = await acquireProcessLock(`${path}-lock`);
  const copyPath = `${path}.${randomUUID()}.part`;
  try {
    await copyStore(backupPath, copyPath);
    await verify(copyPath);
    const keptPath = await putAside(path, nowMs);
    await putInPlace(copyPath, path);
    return keptPath;
  } catch (cause) {
    throw storeFailure('the backup cannot be restored', cause);
  } finally {
    await removeStore(copyPath);
    await release();
  }
}

/**
 * Replaces these collections of the store at `path` by those of another one, all or nothing.
 * @throws StoreError when another version of Easel wrote the other, which may keep such records in another shape.
 */
export async function carryOver(path: string, fromPath: string, collections: readonly string[]): Promise<void> {
  try {
    await withConnection(path, async (query) => {
      await query('ATTACH DATABASE ? AS other', fromPath);
      const [here, there] = await Promise.all(
        ['main', 'other'].map((name) => query(`SELECT value FROM ${name}.records WHERE key = 'store:versions'`)),
      );
      if (!isDeepStrictEqual(here, there))
        throw new StoreError('another version of Easel wrote the store to carry over');
      await query('BEGIN IMMEDIATE');
      for (const name of collections) {
        const range = [`${name}:`, `${name};`];
        await query('DELETE FROM main.records WHERE key >= ? AND key < ?', ...range);
        await query('INSERT INTO main.records SELECT * FROM other.records WHERE key >= ? AND key < ?', ...range);
      }
      await query('COMMIT');
    });
  } catch (cause) {
    throw storeFailure('nothing can be carried over', cause);
  }
}

async function putAside(path: string, nowMs: number): Promise<string | undefined> {
  const keptPath = `${path}.before-${new Date(nowMs).toISOString().replaceAll(':', '-')}`;
  let isKept = false;
  for (const suffix of ['', ...SIDE_SUFFIXES]) {
    if (!(await isThere(`${path}${suffix}`))) continue;
    await rename(`${path}${suffix}`, `${keptPath}${suffix}`);
    isKept = true;
  }
  return isKept ? keptPath : undefined;
}

async function refuseMissing(path: string): Promise<void> {
  const found = await findStoreFile(path).catch((cause: unknown) => {
    throw storeFailure('the store cannot be found', cause);
  });
  refuseLost(found);
  if (found === 'none') throw new StoreError(`there is no store at ${path}`);
}

async function removeStore(path: string): Promise<void> {
  for (const suffix of ['', '-lock', ...SIDE_SUFFIXES]) await rm(`${path}${suffix}`, { force: true });
}

async function isThere(path: string): Promise<boolean> {
  return (await sizeOf(path)) !== undefined;
}

async function withConnection(
  path: string,
  work: (query: (sql: string, ...values: unknown[]) => Promise<unknown>) => Promise<unknown>,
): Promise<unknown> {
  // The adapter makes the table that it is given where it is not there: this one is.
  const file = new KeyvSqlite({ uri: `sqlite://${path}`, table: TABLE, busyTimeout: BUSY_TIMEOUT_MS });
  file.on('error', () => undefined);
  try {
    return await work((sql, ...values) => file.query(sql, values));
  } finally {
    await file.disconnect().catch(() => undefined);
  }
}
