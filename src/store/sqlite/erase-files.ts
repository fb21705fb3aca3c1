import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toStoreError } from '../database/failures.ts';
import { acquireProcessLock } from './process-lock.ts';

const LOCK = '-lock';
/** What Easel and SQLite keep next to a store, and what upgrades and restores leave there. */
const ENDINGS = /^(?:-(?:wal|shm|journal|lock|making)|[-.]before-.*|\.restoring.*)?$/;

/** A store's files, copies of it included. Other names belong to someone else. */
export async function filesOfStore(path: string): Promise<string[]> {
  const [folder, name] = [dirname(path), basename(path)];
  const names = await readdir(folder).catch((cause: unknown) => {
    throw toStoreError('the store cannot be found', cause);
  });
  return names
    .filter((one) => one.startsWith(name) && ENDINGS.test(one.slice(name.length)))
    .map((one) => join(folder, one));
}

/** Deletes a store's files. @throws StoreError if an Easel runs on the store; nothing is deleted then. */
export async function eraseFiles(path: string, files: readonly string[]): Promise<void> {
  const release = await acquireProcessLock(path + LOCK);
  try {
    for (const file of files) if (file !== path + LOCK) await rm(file, { force: true });
  } catch (cause) {
    throw toStoreError('the store cannot be erased', cause);
  } finally {
    await release();
  }
  // Last, because it says that a store was here.
  await rm(path + LOCK, { force: true });
}
