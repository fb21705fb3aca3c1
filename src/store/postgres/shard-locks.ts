import type { ClientBase } from 'pg';
import { z } from 'zod';
import { allShards, type FreeShards, type Shards } from '../shards.ts';
import { StoreError } from '../store.ts';
import { patiently } from './connection.ts';

/**
 * To own a shard is to hold its lock in the one session that writes. The lock ends with the session, and with it every way to
 * write: a former owner can't write. PostgreSQL ends a session that it does not hear from
 * (`heartbeat.ts`), so no clock of another machine decides who may write. Each of the session's answers fits into a socket's
 * buffer, so that a process that stands still cannot keep its session from being idle.
 */

/** Of PostgreSQL's locks by one number, the one under which shards are claimed. Locks are each database's own. */
export const CLAIMS_LOCK = 0x45_61_73_65;
/** Of its locks by two numbers, a shard's: the first is this one more than the number of shards, the second is the shard. */
const SHARDS_LOCK = 0x45_61_00_00;

/** Who owns which shard, of how many. */
export const OWNERS = `
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
    await patiently(client, `SELECT pg_advisory_xact_lock(${CLAIMS_LOCK})`);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw cause;
  }
}

/**
 * Takes what is wanted, or nothing where others stand in the way. Only `whileClaiming`.
 * @returns the shards, or the names of those others.
 */
export async function claim(client: ClientBase, wanted: Shards | FreeShards): Promise<Shards | { ownedBy: string }> {
  const owners = await ownersOf(client);
  const shards = 'most' in wanted ? freeShards(owners, wanted) : wanted;
  if (!('most' in wanted) && shards.numbers.length === 0) throw new StoreError('a process has to own a shard');
  const inTheWay = shards.numbers.length === 0 ? owners : owners.filter((one) => isInTheWay(one, shards));
  if (inTheWay.length > 0) return { ownedBy: [...new Set(inTheWay.map(({ name }) => name))].join(' and ') };
  await client.query('SELECT pg_advisory_lock($1::integer, shard) FROM unnest($2::integer[]) AS shard', [
    SHARDS_LOCK + shards.of,
    shards.numbers,
  ]);
  return shards;
}

async function ownersOf(client: ClientBase): Promise<Owner[]> {
  return ownersSchema.parse((await client.query(OWNERS)).rows);
}

/** With another number of shards an owner's servers are divided otherwise, and any may be among those that are wanted. */
function isInTheWay(owner: Owner, { numbers, of }: Shards): boolean {
  return owner.of !== of || numbers.includes(owner.shard);
}

/** None where servers are divided otherwise and this is to be waited for. */
function freeShards(owners: readonly Owner[], { most, of: asked, isFixed }: FreeShards): Shards {
  const of = (isFixed ? undefined : owners[0]?.of) ?? asked;
  const isFree = (number: number): boolean => !owners.some((one) => isInTheWay(one, { numbers: [number], of }));
  return { numbers: allShards(of).numbers.filter(isFree).slice(0, most), of };
}

/** The vacant shards. */
export async function vacantShards(client: ClientBase, { of }: Shards): Promise<number[]> {
  const owned = new Set((await ownersOf(client)).map(({ shard }) => shard));
  return allShards(of).numbers.filter((number) => !owned.has(number));
}
