import { z } from 'zod';
import { makePrivateFile } from '../../private-file.ts';
import { StoreError, toStoreError } from '../database/failures.ts';
import { SqliteConnection } from './sqlite-database.ts';

/** A starting process holds the file for an instant, a running one for good. */
const BUSY_TIMEOUT_MS = 250;
const CALL_LIMIT_MS = 10_000;

/**
 * Makes this process the only user of a store. The locks around its records are in memory, so a second process would
 * overwrite them. Uses the operating system's lock on a small SQLite file at `path`, which ends with the process in any
 * case.
 * @returns a function that releases the lock. Safe to repeat.
 * @throws StoreError if another process holds the lock, or another store of this process.
 */
export async function acquireProcessLock(path: string): Promise<() => Promise<void>> {
  await makePrivateFile(path).catch((cause: unknown) => {
    throw toStoreError('the store cannot be locked', cause);
  });
  const file = new SqliteConnection(path, 'process', BUSY_TIMEOUT_MS, CALL_LIMIT_MS);
  try {
    await file.query('BEGIN IMMEDIATE');
    await file.set('id', String(process.pid));
    await file.query('COMMIT');
    // An open transaction without writes: others can still read who holds the file.
    await file.query('BEGIN IMMEDIATE');
    let ended: Promise<void> | undefined;
    return () => {
      ended ??= file.disconnect();
      return ended;
    };
  } catch (cause) {
    const failure = toStoreError('the store cannot be locked', cause);
    const busy = failure.message.includes('SQLITE_BUSY');
    const error = busy
      ? new StoreError(`another Easel is running on this store${await holder(file)}`, { cause })
      : failure;
    await file.disconnect().catch(() => undefined);
    throw error;
  }
}

async function holder(file: SqliteConnection): Promise<string> {
  const id = z
    .string()
    .regex(/^\d{1,20}$/u)
    .safeParse(await file.get('id').catch(() => undefined));
  return id.success && id.data !== String(process.pid) ? ` (process ${id.data})` : '';
}
