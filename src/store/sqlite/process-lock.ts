import { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { makePrivateFile } from '../../private-file.ts';
import { storeFailure } from '../failures.ts';
import { StoreError } from '../store.ts';

/** A process that is just starting holds the file for an instant only; one that runs holds it for good. */
const BUSY_TIMEOUT_MS = 250;

/**
 * Makes this process the only one that works on a store: the locks around its records are in memory, so that two processes
 * would overwrite each other's. It is the operating system's lock on a small SQLite file at `path`, which ends with the
 * process however it ends.
 * @returns what gives it back; repeating that is harmless.
 * @throws StoreError when another process has it, or this one by another store.
 */
export async function acquireProcessLock(path: string): Promise<() => Promise<void>> {
  await makePrivateFile(path).catch((cause: unknown) => {
    throw storeFailure('the store cannot be taken into use', cause);
  });
  const file = new KeyvSqlite({ uri: `sqlite://${path}`, table: 'process', busyTimeout: BUSY_TIMEOUT_MS });
  file.on('error', () => undefined);
  try {
    await file.query('BEGIN IMMEDIATE');
    await file.set('id', String(process.pid));
    await file.query('COMMIT');
    // Opened and never written: others may still read who holds the file.
    await file.query('BEGIN IMMEDIATE');
    let ended: Promise<void> | undefined;
    return () => {
      ended ??= file.disconnect();
      return ended;
    };
  } catch (cause) {
    const failure = storeFailure('the store cannot be taken into use', cause);
    const busy = failure.message.includes('SQLITE_BUSY');
    const error = busy
      ? new StoreError(`another Easel is running on this store${await holder(file)}`, { cause })
      : failure;
    await file.disconnect().catch(() => undefined);
    throw error;
  }
}

async function holder(file: KeyvSqlite): Promise<string> {
  const id = z
    .string()
    .regex(/^\d{1,20}$/u)
    .safeParse(await file.get('id').catch(() => undefined));
  return id.success && id.data !== String(process.pid) ? ` (process ${id.data})` : '';
}
