import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import sqlite3 from 'sqlite3';
import { z } from 'zod';
import { UNRELEASED } from '../database/database.ts';
import { StoreError, withinCallTimeout } from '../database/failures.ts';

/** SQLite's `application_id` of every store: "EASL" in ASCII. Set when the file is created. */
export const APPLICATION_ID = 0x4541534c;

/** Whose file it is. An Easel from before the first release set no `application_id`. */
export type FileOwner = 'easel' | 'unreleased easel' | 'another program' | 'no database' | 'damaged';

const CALL_LIMIT_MS = 10_000;

const idSchema = z.tuple([z.object({ application_id: z.int() })]);

/**
 * Reads whose file it is, without a lock or side file of SQLite's, so that another program's file doesn't change. SQLite
 * itself reads it: closing any other descriptor of the file would end the locks that this process has on it
 * (sqlite.org/howtocorrupt.html, 2.2).
 */
export function readFileOwner(path: string): Promise<FileOwner> {
  return withinCallTimeout(readOwner(path), CALL_LIMIT_MS, 'the file cannot be read');
}

/** @throws StoreError unless an Easel wrote the file. */
export async function requireEaselFile(path: string): Promise<void> {
  switch (await readFileOwner(path)) {
    case 'easel':
      return;
    case 'unreleased easel':
      throw new StoreError(UNRELEASED);
    case 'another program':
      throw new StoreError(
        'the file is the database of another program. Name another file; Easel changed nothing in it',
      );
    case 'no database':
      throw new StoreError('the file is not a SQLite database');
    case 'damaged':
      throw new StoreError('the file is damaged; restore it from a copy');
  }
}

async function readOwner(path: string): Promise<FileOwner> {
  // SQLite would call a folder a failing disk.
  if ((await stat(path)).isDirectory()) throw new StoreError('the file cannot be opened; it is a folder');
  const url = pathToFileURL(path);
  // SQLite then takes no lock and looks for no side file.
  url.search = 'immutable=1';
  const { promise: isOpen, resolve, reject } = Promise.withResolvers<void>();
  const flags = sqlite3.OPEN_READONLY | sqlite3.OPEN_URI;
  const file = new sqlite3.Database(url.href, flags, (error) => (error ? reject(error) : resolve()));
  await isOpen;
  try {
    const [{ application_id: applicationId }] = idSchema.parse(await file.all('PRAGMA application_id'));
    if (applicationId === APPLICATION_ID) return 'easel';
    if (applicationId !== 0) return 'another program';
    return (await hasRecordsTable(file)) ? 'unreleased easel' : 'another program';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'SQLITE_NOTADB') return 'no database';
    if (code === 'SQLITE_CORRUPT') return 'damaged';
    throw error;
  } finally {
    await file.close();
  }
}

/** Whether the file has the table as Easel and Keyv create it. */
async function hasRecordsTable(file: InstanceType<typeof sqlite3.Database>): Promise<boolean> {
  const select = `SELECT 1 FROM sqlite_master
    WHERE name = 'records' AND sql LIKE 'CREATE TABLE records(key VARCHAR(255) PRIMARY KEY, value %'`;
  return await file.all(select).then(
    (rows) => rows.length > 0,
    // Another program may be writing to the file.
    () => false,
  );
}
