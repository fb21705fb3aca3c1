import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { KeyRange } from '../database.ts';
import { patiently } from './connection.ts';
import { RECORDS } from './tables.ts';

/** An index for each number of shards would be one more to write; the one of today's is made when the first process claims one. */
const INDEX_PREFIX = 'easel_records_of_';

/** The shard of a record's server, which stands beside its key or at the key's beginning; null where neither tells. As `ownsServer` counts. */
function shardOf(of: number): string {
  // As `serverInKey`; a regular expression would take four times as long.
  const first = "split_part(split_part(key, ':', 2), '-', 1)";
  const isId = `length(${first}) BETWEEN 17 AND 20 AND translate(${first}, '0123456789', '') = ''`;
  const server = `coalesce(server, CASE WHEN ${isId} THEN ${first} END)`;
  return `(mod(div(${server}::numeric, 4194304), ${of})::integer)`;
}

/**
 * Selects a page: keys from $1, below $2, at most $3. Of each shard the records stand in the index in their order: no more of
 * them are read than the page may have, however many there are.
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

/** Makes the index that pages of these shards are read by, and drops those of other numbers. In the transaction of a claim. */
export async function indexShards(client: ClientBase, of: number): Promise<void> {
  const { rows } = await client.query(
    `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND starts_with(indexname, '${INDEX_PREFIX}')`,
  );
  const names = namesSchema.parse(rows).map(({ name }) => name);
  const wanted = of === 1 ? undefined : `${INDEX_PREFIX}${of}`;
  for (const name of names) if (name !== wanted) await client.query(`DROP INDEX ${name}`);
  if (wanted === undefined || names.includes(wanted)) return;
  await patiently(client, `CREATE INDEX ${wanted} ON ${RECORDS} (${shardOf(of)}, key)`);
}
