import type { ClientBase } from 'pg';
import { z } from 'zod';
import { StoreError } from '../database/failures.ts';
import { allShards, type FreeShards, type Shards } from '../database/shards.ts';
import { runSlowStatement } from './connection.ts';

/**
 * Owning a shard means holding its lock in the one session that writes. The lock ends with the session, and so does
 * every way to write, so a former owner can't write. PostgreSQL ends a silent session (`heartbeat.ts`), so no other
 * machine's clock decides who may write. Each answer fits into a socket's buffer, so that the session of a process that
 * stands still really becomes idle.
 */

/** The lock under which shards are claimed, among PostgreSQL's locks by one number. Each database has its own locks. */
export const CLAIMS_LOCK = 0x45_61_73_65;
/**
 * The locks of shards, among those by two numbers: the first is this plus the number of shards, the second is the
 * shard.
 */
const SHARDS_LOCK = 0x45_61_00_00;

/** Who owns which shard, out of how many. */
export const OWNERS_QUERY = `
  SELECT objid::integer AS shard, (classid::bigint - ${SHARDS_LOCK})::integer AS of,
      coalesce(replace(application_name, 'Easel: ', ''), 'unknown') AS name
    FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND objsubid = 2 AND granted
      AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid::bigint BETWEEN ${SHARDS_LOCK + 1} AND ${SHARDS_LOCK + 0xffff}
    ORDER BY shard`;

const ownersSchema = z.array(z.object({ shard: z.int(), of: z.int(), name: z.string() }));
type Owner = z.output<typeof ownersSchema>[number];

/** Runs `work` in a transaction that excludes other claims. An error rolls it back. */
export async function whileClaiming<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  try {
    await runSlowStatement(client, `SELECT pg_advisory_xact_lock(${CLAIMS_LOCK})`);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw cause;
  }
}

/**
 * Takes the requested shards, or nothing if other owners are in the way. Call it within `whileClaiming`.
 * @returns the shards, or the names of the other owners.
 */
export async function claim(client: ClientBase, wanted: Shards | FreeShards): Promise<Shards | { ownedBy: string }> {
  const owners = await ownersOf(client);
  const shards = 'most' in wanted ? freeShards(owners, wanted) : wanted;
  if (!('most' in wanted) && shards.numbers.length === 0) throw new StoreError('a process must own a shard');
  const inTheWay = shards.numbers.length === 0 ? owners : owners.filter((one) => isInTheWay(one, shards));
  if (inTheWay.length > 0) return { ownedBy: [...new Set(inTheWay.map(({ name }) => name))].join(' and ') };
  await client.query('SELECT pg_advisory_lock($1::integer, shard) FROM unnest($2::integer[]) AS shard', [
    SHARDS_LOCK + shards.of,
    shards.numbers,
  ]);
  return shards;
}

async function ownersOf(client: ClientBase): Promise<Owner[]> {
  return ownersSchema.parse((await client.query(OWNERS_QUERY)).rows);
}

/** Another number of shards divides the servers differently, so its owners may own any requested server. */
function isInTheWay(owner: Owner, { numbers, of }: Shards): boolean {
  return owner.of !== of || numbers.includes(owner.shard);
}

/** None if other owners divide the servers differently and the request waits for them. */
function freeShards(owners: readonly Owner[], { most, of: wantedOf, isFixed }: FreeShards): Shards {
  const of = (isFixed ? undefined : owners[0]?.of) ?? wantedOf;
  const isFree = (number: number): boolean => !owners.some((one) => isInTheWay(one, { numbers: [number], of }));
  return { numbers: allShards(of).numbers.filter(isFree).slice(0, most), of };
}

/** The shards without an owner. */
export async function vacantShards(client: ClientBase, { of }: Shards): Promise<number[]> {
  const owned = new Set((await ownersOf(client)).map(({ shard }) => shard));
  return allShards(of).numbers.filter((number) => !owned.has(number));
}
