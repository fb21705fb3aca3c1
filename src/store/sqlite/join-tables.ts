import type { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';

/** What every store has from its first moment, as a table or as a view: an older Easel writes there before anywhere else. */
export const FIRST_TABLE = 'self_test';

const namesSchema = z.array(z.object({ name: z.string().regex(/^[a-z][a-z_]{0,39}$/u) }));

/**
 * The first stores had a table for each collection. Their rows become rows of one table, all or none, under
 * `collection:key`. What stays is a view named as the table that an older Easel tries first: it cannot write there, so it
 * refuses to start instead of finding nobody's budget.
 */
export async function joinTables(writer: KeyvSqlite, table: string): Promise<void> {
  if (await areTablesJoined(writer)) return;
  await writer.query('BEGIN IMMEDIATE');
  try {
    for (const name of await tablesOf(writer, table)) {
      if (name !== FIRST_TABLE) {
        await writer.query(`INSERT INTO ${table} (key, value) SELECT '${name}:' || key, value FROM ${name}`);
      }
      await writer.query(`DROP TABLE ${name}`);
    }
    await writer.query(`CREATE VIEW ${FIRST_TABLE} AS SELECT 'for a newer Easel' AS key, '' AS value`);
    await writer.query('COMMIT');
  } catch (cause) {
    await writer.query('ROLLBACK').catch(() => undefined);
    throw cause;
  }
}

async function tablesOf(adapter: KeyvSqlite, except: string): Promise<string[]> {
  const select = `SELECT name FROM sqlite_master WHERE type = 'table' AND name <> ? AND name NOT LIKE 'sqlite_%'
    AND (SELECT count(*) FROM pragma_table_info(sqlite_master.name) WHERE name IN ('key', 'value')) = 2`;
  return namesSchema.parse(await adapter.query(select, except)).map(({ name }) => name);
}

/** Whether a writer has opened the file since there is one table. */
export async function areTablesJoined(adapter: KeyvSqlite): Promise<boolean> {
  const views = await adapter.query("SELECT name FROM sqlite_master WHERE type = 'view' AND name = ?", FIRST_TABLE);
  return namesSchema.parse(views).length === 1;
}
