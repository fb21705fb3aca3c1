import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { KeyRange } from '../database/database.ts';
import { runSlowStatement } from './connection.ts';
import { RECORDS } from './tables.ts';

/** Only the current number of shards has an index. The first process that claims a shard creates it. */
const INDEX_PREFIX = 'easel_records_of_';

/**
 * The shard of a row's server, from its column or from the start of its key; null if neither has one. Same rule as
 * `ownsServer`.
 */
function shardOf(of: number): string {
  // Same rule as `serverInKey`. A regular expression would take four times as long.
  const first = "split_part(split_part(key, ':', 2), '-', 1)";
  const isId = `length(${first}) BETWEEN 17 AND 20 AND translate(${first}, '0123456789', '') = ''`;
  const server = `coalesce(server, CASE WHEN ${isId} THEN ${first} END)`;
  return `(mod(div(${server}::numeric, 4194304), ${of})::integer)`;
}

/**
 * Selects at most $3 keys from $1 on and below $2. The index holds each shard's records in order, so no more of them
 * are read than the page can hold.
 */
export function pageQuery({ backwards, only }: Pick<KeyRange, 'backwards' | 'only'>): string {
  const inOrder = `ORDER BY key ${backwards ? 'DESC' : 'ASC'} LIMIT $3`;
  const select = `SELECT key, value FROM ${RECORDS} WHERE key >= $1 AND key < $2`;
  if (!only) return `${select} ${inOrder}`;
  const { numbers, of } = only.shards;
  const shard = shardOf(of);
  const wanted = [...numbers.map((number) => `${shard} = ${number}`), ...(only.isInRecord ? [`${shard} IS NULL`] : [])];
  const parts = wanted.map((condition) => `(${select} AND ${condition} ${inOrder})`);
  return `SELECT key, value FROM (${parts.join(' UNION ALL ')}) AS parts ${inOrder}`;
}

const namesSchema = z.array(z.object({ name: z.string() }));

/**
 * Creates the index for pages of these shards and drops those for other numbers of shards. Runs in a claim's
 * transaction.
 */
export async function indexShards(client: ClientBase, of: number): Promise<void> {
  const { rows } = await client.query(
    `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND starts_with(indexname, '${INDEX_PREFIX}')`,
  );
  const names = namesSchema.parse(rows).map(({ name }) => name);
  const wanted = of === 1 ? undefined : `${INDEX_PREFIX}${of}`;
  for (const name of names) if (name !== wanted) await client.query(`DROP INDEX ${name}`);
  if (wanted === undefined || names.includes(wanted)) return;
  await runSlowStatement(client, `CREATE INDEX ${wanted} ON ${RECORDS} (${shardOf(of)}, key)`);
}
