import { resolve } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { makePrivateFile } from '../../private-file.ts';
import { storeFailure } from '../failures.ts';
import { StoreError } from '../store.ts';

/** A process that is just starting holds the file for an instant only; one that runs holds it for good. */
const BUSY_TIMEOUT_MS = 250;

interface Held {
  users: number;
  close: Promise<() => Promise<void>>;
}

const heldHere = new Map<string, Held>();

/**
 * Makes this process the only one that works on a store: the locks around its records are in memory, so that two processes
 * would overwrite each other's. It is the operating system's lock on a small SQLite file at `path`, which ends with the
 * process however it ends. Within one process the lock may be taken several times.
 * @returns what gives it back; repeating that is harmless.
 * @throws StoreError when another process has it.
 */
export async function acquireProcessLock(path: string): Promise<() => Promise<void>> {
  const fullPath = resolve(path);
  const held = heldHere.get(fullPath) ?? { users: 0, close: lockFile(fullPath) };
  heldHere.set(fullPath, held);
  held.users += 1;
  let given = false;
  const giveBack = async (): Promise<void> => {
    if (given) return;
    given = true;
    held.users -= 1;
    if (held.users > 0) return;
    heldHere.delete(fullPath);
    await (await held.close)();
  };
  try {
    await held.close;
  } catch (error) {
    given = true;
    if (heldHere.get(fullPath) === held) heldHere.delete(fullPath);
    throw error;
  }
  return giveBack;
}

/** The transaction is opened and never written: others may still read who holds the file. */
async function lockFile(path: string): Promise<() => Promise<void>> {
  await makePrivateFile(path).catch((cause: unknown) => {
    throw storeFailure('the store cannot be taken into use', cause);
  });
  const file = new KeyvSqlite({ uri: `sqlite://${path}`, table: 'process', busyTimeout: BUSY_TIMEOUT_MS });
  file.on('error', () => undefined);
  try {
    await file.query('BEGIN IMMEDIATE');
    await file.set('id', String(process.pid));
    await file.query('COMMIT');
    await file.query('BEGIN IMMEDIATE');
    return () => file.disconnect();
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
