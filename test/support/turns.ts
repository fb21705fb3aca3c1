import { Client } from 'pg';
import { TURNS } from '../../src/store/postgres/tables.ts';

/**
 * Ends the pauses between identifies, which processes on one PostgreSQL count by its clock. Tests with a set clock don't
 * wait for them.
 */
export async function endTurns(storeUrl: string): Promise<void> {
  if (!storeUrl.startsWith('postgres')) return;
  const client = new Client({ connectionString: storeUrl });
  await client.connect();
  try {
    await client.query(`DELETE FROM ${TURNS}`);
  } finally {
    await client.end();
  }
}
