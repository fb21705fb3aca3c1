import { rm, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { keepPrivate, makePrivateFile, makePrivateFolder } from '../../private-file.ts';
import { StoreError } from '../database/failures.ts';
import { renameDurably } from './rename-durably.ts';
import { openSqlite } from './sqlite-database.ts';

/** Files that SQLite keeps next to the database file. They are part of it until the database is closed. */
export const SIDE_SUFFIXES = ['-wal', '-shm', '-journal'] as const;

/** What exists at a store's path before it is opened. Opening a lost store would create a new one. */
export type StoreFile = 'there' | 'empty' | 'lost' | 'none';

/** A lock or a write-ahead log without a file means that a store was here, unless one was being created (`-making`). */
export async function findStoreFile(path: string): Promise<StoreFile> {
  const sizeBytes = await sizeOf(path);
  if (sizeBytes !== undefined) return sizeBytes === 0 ? 'empty' : 'there';
  if ((await sizeOf(`${path}-making`)) !== undefined) return 'none';
  const left = await Promise.all([`${path}-lock`, `${path}-wal`].map(sizeOf));
  return left.every((one) => one === undefined) ? 'none' : 'lost';
}

const HOW_TO_GO_ON =
  'Put a backup in its place with "npm run store -- restore FILE". To start over with full budgets, remove';

/** @throws StoreError for a store whose records are gone. It must not look like a new store. */
export function requireNotLost(found: StoreFile): void {
  if (found === 'empty') {
    throw new StoreError(
      `the store's file is empty (0 bytes). ${HOW_TO_GO_ON} it and the files whose names end in -lock and -wal`,
    );
  }
  if (found === 'lost') {
    throw new StoreError(
      `a store was here, but its file is gone. ${HOW_TO_GO_ON} the files whose names end in -lock and -wal`,
    );
  }
}

/** Makes a store's own folder, if it is missing, and no other. @throws StoreError if more of its path is missing */
export async function makeStoreFolder(path: string): Promise<void> {
  const reason = await missingFolder(path);
  if (reason !== undefined) throw new StoreError(reason);
  await makePrivateFolder(dirname(path));
}

/** Which folder above a store's own is missing: its path is mistyped, or its disk isn't mounted. */
export async function missingFolder(path: string): Promise<string | undefined> {
  let missing: string | undefined;
  for (let folder = dirname(dirname(resolve(path))); (await sizeOf(folder)) === undefined; folder = dirname(folder)) {
    missing = folder;
  }
  // Not the whole path, which people hide when they paste a message.
  return missing && `its path has no folder “${basename(missing)}”, and Easel makes only the last one`;
}

/**
 * Marks that a store is being created, before its lock exists. After a crash from here on, the store doesn't count as
 * lost.
 */
export async function markCreating(path: string): Promise<void> {
  await makePrivateFile(`${path}-making`);
}

/**
 * Creates the file of an announced store atomically and for this user alone. SQLite gives its other files the same
 * mode.
 */
export async function makeStoreFile(path: string, busyTimeoutMs: number): Promise<void> {
  if ((await findStoreFile(path)) === 'none') {
    const making = `${path}-making`;
    for (const suffix of ['', ...SIDE_SUFFIXES]) await rm(`${making}${suffix}`, { force: true });
    await makePrivateFile(making);
    await (await openSqlite(making, { busyTimeoutMs, readOnly: false })).disconnect();
    await renameDurably(making, path);
  }
  await rm(`${path}-making`, { force: true });
}

export async function keepStorePrivate(path: string): Promise<void> {
  for (const suffix of ['', ...SIDE_SUFFIXES]) await keepPrivate(`${path}${suffix}`);
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
