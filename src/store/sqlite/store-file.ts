import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { keepPrivate, makePrivateFile } from '../../private-file.ts';
import { StoreError } from '../store.ts';
import { openSqlite } from './sqlite-database.ts';

/** What SQLite keeps beside a database file; a part of it until the database is closed. */
export const SIDE_SUFFIXES = ['-wal', '-shm', '-journal'] as const;

/** What stands at a store's path before anything is opened: opening it would make a new store of a lost one. */
export type StoreFile = 'there' | 'empty' | 'lost' | 'none';

/**
 * A lock or a write-ahead log without a file shows that a store was here, unless it was just being made: `-making` tells.
 */
export async function findStoreFile(path: string): Promise<StoreFile> {
  const sizeBytes = await sizeOf(path);
  if (sizeBytes !== undefined) return sizeBytes === 0 ? 'empty' : 'there';
  if ((await sizeOf(`${path}-making`)) !== undefined) return 'none';
  const left = await Promise.all([`${path}-lock`, `${path}-wal`].map(sizeOf));
  return left.every((one) => one === undefined) ? 'none' : 'lost';
}

const HOW_TO_GO_ON =
  'Put a backup in its place with "npm run store -- restore FILE". Only to begin anew, with full budgets: remove';

/** @throws StoreError for a store whose records are gone: it must not read as a new one. */
export function refuseLost(found: StoreFile): void {
  if (found === 'empty') {
    throw new StoreError(`the store's file is empty (0 bytes). ${HOW_TO_GO_ON} it and what stands beside it`);
  }
  if (found === 'lost') {
    throw new StoreError(
      `a store was here, but its file is gone: only what stands beside it is left. ${HOW_TO_GO_ON} the files whose names end in -lock and -wal`,
    );
  }
}

/** Says, before the lock is made, that a store is on its way: a crash from here on leaves none that was lost. */
export async function announceStore(path: string): Promise<void> {
  await makePrivateFile(`${path}-making`);
}

/** Makes the file of an announced store, at once or not at all, for this user alone; SQLite gives its other files the same mode. */
export async function makeStoreFile(path: string, busyTimeoutMs: number): Promise<void> {
  if ((await findStoreFile(path)) === 'none') {
    const making = `${path}-making`;
    for (const suffix of ['', ...SIDE_SUFFIXES]) await rm(`${making}${suffix}`, { force: true });
    await makePrivateFile(making);
    await (await openSqlite(making, { busyTimeoutMs, readOnly: false })).disconnect();
    await putInPlace(making, path);
  }
  await rm(`${path}-making`, { force: true });
}

/** Renames a whole file so that it is there, under one name or the other, also after a power cut. */
export async function putInPlace(from: string, to: string): Promise<void> {
  await toDisk(from);
  await rename(from, to);
  await toDisk(dirname(to));
}

export async function keepStorePrivate(path: string): Promise<void> {
  for (const suffix of ['', ...SIDE_SUFFIXES]) await keepPrivate(`${path}${suffix}`);
}

async function toDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

/** Undefined if the file doesn't exist. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
