import type { ClientBase } from 'pg';
import { z } from 'zod';
import { checkLayout, LAYOUT_VERSION } from '../database/database.ts';
import { NoStoreError, StoreError } from '../database/failures.ts';

export const RECORDS = 'easel_records';
export const TURNS = 'easel_turns';
const LAYOUT = 'easel_layout';

/**
 * Keys are ordered by their bytes, in any language of the database. `value` is never null, because that would read as
 * no record. `server` is the id of the record's server, if known and not in the key.
 */
const CREATE = `
  CREATE TABLE ${RECORDS} (key text COLLATE "C" PRIMARY KEY, value text NOT NULL, server text);
  CREATE TABLE ${TURNS} (number integer PRIMARY KEY, until timestamp with time zone NOT NULL);
  CREATE TABLE ${LAYOUT} (version integer NOT NULL);
  INSERT INTO ${LAYOUT} VALUES (${LAYOUT_VERSION});`;

const foundSchema = z.tuple([z.object({ encoding: z.string(), records: z.boolean(), layout: z.boolean() })]);
const versionSchema = z.tuple([z.object({ version: z.int() })]);

/**
 * Creates the tables if they are missing, in the caller's transaction.
 * @throws NoStoreError if they are and may not be made.
 * @throws StoreError for tables of another Easel or another program, and if only the records are missing: that must not
 * look like a new store.
 */
export async function prepareTables(client: ClientBase, mayMake: boolean): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('server_encoding') AS encoding,
      to_regclass('public.${RECORDS}') IS NOT NULL AS records,
      to_regclass('public.${LAYOUT}') IS NOT NULL AS layout`,
  );
  const [{ encoding, records, layout }] = foundSchema.parse(rows);
  if (encoding !== 'UTF8') throw new StoreError(`the database has the encoding ${encoding}; Easel needs UTF8`);
  if (!layout && records) throw new StoreError(`the database has a table ${RECORDS} that is not Easel's`);
  if (layout && !records) {
    throw new StoreError(
      `a store was here, but its table ${RECORDS} is gone. Restore the database. To start over with full budgets, drop ${LAYOUT} too`,
    );
  }
  if (!layout) {
    if (!mayMake) throw new NoStoreError();
    await client.query(CREATE);
    return;
  }
  const [{ version }] = versionSchema.parse((await client.query(`SELECT version FROM ${LAYOUT}`)).rows);
  checkLayout(version);
}
