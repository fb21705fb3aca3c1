import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { makePrivateFile } from '../../private-file.ts';
import { toStoreError } from '../database/failures.ts';
import { renameDurably } from './rename-durably.ts';

/** In the name of a copy that isn't finished. */
export const PARTIAL = '.part';

/**
 * Copies a database as of one moment, through a connection to it, into a new file that only this user can read.
 * @throws StoreError if the copy can't be written. Leaves nothing behind then.
 */
export async function vacuumInto(
  copyPath: string,
  query: (sql: string, path: string) => Promise<unknown>,
): Promise<void> {
  const partial = `${copyPath}.${randomUUID()}${PARTIAL}`;
  try {
    await makePrivateFile(partial);
    await query('VACUUM INTO ?', partial);
    await renameDurably(partial, copyPath);
  } catch (cause) {
    for (const suffix of ['', '-journal']) await rm(`${partial}${suffix}`, { force: true });
    throw toStoreError('the backup cannot be written', cause);
  }
}
