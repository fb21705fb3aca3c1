import { connect, endConnection } from './postgres/connection.ts';
import { RECORDS } from './postgres/tables.ts';
import { SqliteConnection, TABLE } from './sqlite/sqlite-database.ts';
import type { Change } from './store.ts';
import { parseStoreUrl } from './store-url.ts';

const CALL_TIMEOUT_MS = 10_000;
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Adds a record to the store of a running Easel, unless its key is taken. Only for collections that Easel reads each time,
 * because Easel doesn't notice. Open the store for reading first, which checks that it is one.
 * @throws the database's own errors
 */
export async function insertBeside(url: string, { collection, key, text }: Change): Promise<void> {
  const address = parseStoreUrl(url);
  const row = [`${collection}:${key}`, text];
  if (address.scheme === 'sqlite') {
    const connection = new SqliteConnection(address.path, TABLE, BUSY_TIMEOUT_MS, CALL_TIMEOUT_MS);
    return void (await connection
      .query(`INSERT INTO ${TABLE} (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING`, ...row)
      .finally(() => connection.disconnect()));
  }
  const client = await connect(address.url, CALL_TIMEOUT_MS);
  await client
    .query(`INSERT INTO ${RECORDS} (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, row)
    .finally(() => endConnection(client));
}
