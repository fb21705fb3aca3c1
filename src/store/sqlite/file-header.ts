import { open } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import sqlite3 from 'sqlite3';
import { UNRELEASED } from '../database/database.ts';
import { StoreError, withinCallTimeout } from '../database/failures.ts';

/** SQLite's `application_id` of every store: "EASL" in ASCII. Set when the file is created. */
export const APPLICATION_ID = 0x4541534c;

/** Whose file it is. An Easel from before the first release set no `application_id`. */
export type FileOwner = 'easel' | 'unreleased easel' | 'another program' | 'no database';

/** From SQLite's file format: the size of the header, its first bytes, and where `application_id` is. */
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
const APPLICATION_ID_AT = 68;
const CALL_LIMIT_MS = 10_000;

/** Reads whose file it is, without a lock or side file of SQLite's, so that another program's file doesn't change. */
export async function readFileOwner(path: string): Promise<FileOwner> {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = await open(path, 'r');
  await file.read(header, 0, HEADER_BYTES, 0).finally(() => file.close());
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'no database';
  const applicationId = header.readUInt32BE(APPLICATION_ID_AT);
  if (applicationId === APPLICATION_ID) return 'easel';
  if (applicationId !== 0) return 'another program';
  const isEasels = await withinCallTimeout(hasRecordsTable(path), CALL_LIMIT_MS, 'the file cannot be read');
  return isEasels ? 'unreleased easel' : 'another program';
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
  }
}

/** Whether the file has the table as Easel and Keyv create it. */
async function hasRecordsTable(path: string): Promise<boolean> {
  const url = pathToFileURL(path);
  // SQLite then takes no lock and looks for no side file.
  url.search = 'immutable=1';
  const { promise: isOpen, resolve, reject } = Promise.withResolvers<void>();
  const flags = sqlite3.OPEN_READONLY | sqlite3.OPEN_URI;
  const file = new sqlite3.Database(url.href, flags, (error) => (error ? reject(error) : resolve()));
  await isOpen;
  try {
    const select = `SELECT 1 FROM sqlite_master
      WHERE name = 'records' AND sql LIKE 'CREATE TABLE records(key VARCHAR(255) PRIMARY KEY, value %'`;
    return (await file.all(select)).length > 0;
  } catch {
    // Another program may be writing to the file.
    return false;
  } finally {
    await file.close();
  }
}
