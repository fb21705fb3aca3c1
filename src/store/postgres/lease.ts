import type { ClientBase } from 'pg';
import { z } from 'zod';
import { allShards, type FreeShards, type Shards } from '../shards.ts';
import { StoreError } from '../store.ts';
import { patiently } from './connection.ts';
import { OWNERS } from './tables.ts';

/**
 * Who owns which shard is a row of a table: the owner's name, until when, and an epoch, which grows with every owner. What an
 * owner writes carries the epochs of its shards, and is written only while they are those of the table. So one that was
 * stopped or cut off for long, and does not know it yet, writes nothing once another has followed.
 *
 * All times are PostgreSQL's: no clock of another machine decides who may write.
 */
export interface Lease {
  shards: readonly number[];
  of: number;
  /** Of each of these shards, its epoch. */
  epochs: readonly number[];
}

/** An owner that is heard of no more loses its shards after this. Longer than the longest commit, behind which renewing waits. */
const LEASE_MS = 20_000;
export const RENEW_EVERY_MS = 5_000;
/** After a renewal was asked for, nobody else claims its shards for so long, with half of the lease to spare for what is then on its way. */
export const SURE_FOR_MS = LEASE_MS / 2;

/** Of PostgreSQL's locks by number, the one under which shards are claimed. They are each database's own. */
export const CLAIMS_LOCK = 0x45_61_73_65;
const UNTIL = `clock_timestamp() + interval '${LEASE_MS} milliseconds'`;

/** A commit begins so, with the shards as $1 and their epochs as $2: `holds` says whether it may go on. No claim passes it by: the rows are locked. */
export const FENCE = `
  WITH owned AS MATERIALIZED (
      SELECT shard FROM ${OWNERS} WHERE (shard, epoch) IN (SELECT * FROM unnest($1::integer[], $2::integer[])) FOR SHARE),
    fence AS (SELECT count(*) = cardinality($1::integer[]) AS holds FROM owned)`;

const ownersSchema = z.array(
  z.object({ shard: z.int(), of_shards: z.int(), owner: z.string(), is_current: z.boolean(), is_gone: z.boolean() }),
);
type Owner = z.output<typeof ownersSchema>[number];
const epochsSchema = z.array(z.object({ shard: z.int(), epoch: z.int() }));

/** Runs `work` in one transaction in which nobody else claims or makes anything. What throws undoes it all. */
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
 * @returns the lease, or the names of those others.
 */
export async function claim(
  client: ClientBase,
  wanted: Shards | FreeShards,
  name: string,
): Promise<Lease | { ownedBy: string }> {
  const owners = await livingOwners(client);
  const shards = 'most' in wanted ? freeShards(owners, wanted) : wanted;
  // Who owned nothing could lose nothing, and might write for ever.
  if (!('most' in wanted) && shards.numbers.length === 0) throw new StoreError('a process has to own a shard');
  const inTheWay = shards.numbers.length === 0 ? owners : owners.filter((one) => isInTheWay(one, shards));
  if (inTheWay.length > 0) return { ownedBy: [...new Set(inTheWay.map(({ owner }) => owner))].join(' and ') };
  // Servers are divided otherwise now: who owned a shard of before, and was stopped, owned some of those that are taken here.
  await client.query(
    `UPDATE ${OWNERS} SET epoch = epoch + 1, of_shards = $1, owner = $2, until = now() WHERE of_shards <> $1`,
    [shards.of, name],
  );
  const taken = await client.query(
    `INSERT INTO ${OWNERS} SELECT shard, $2, $3, 1, ${UNTIL} FROM unnest($1::integer[]) AS shard
      ON CONFLICT (shard) DO UPDATE SET of_shards = excluded.of_shards, owner = excluded.owner, until = excluded.until,
        epoch = ${OWNERS}.epoch + 1
      RETURNING shard, epoch`,
    [shards.numbers, shards.of, name],
  );
  const owned = epochsSchema.parse(taken.rows);
  const lease = { shards: owned.map(({ shard }) => shard), of: shards.of, epochs: owned.map(({ epoch }) => epoch) };
  await client.query(
    'SELECT pg_advisory_lock(shard, epoch) FROM unnest($1::integer[], $2::integer[]) AS t (shard, epoch)',
    [lease.shards, lease.epochs],
  );
  return lease;
}

/** Those whose connection lives and whose time is not up. */
async function livingOwners(client: ClientBase): Promise<Owner[]> {
  // An owner's connection holds a lock by its shard and epoch: where that can be had, the connection has ended, and its owner with it.
  // It is given back at once: kept until the end of a claim, it would make a dead owner look alive to the next one.
  const { rows } = await client.query(
    `SELECT shard, of_shards, owner, until > clock_timestamp() AS is_current,
      CASE WHEN pg_try_advisory_lock(shard, epoch) THEN pg_advisory_unlock(shard, epoch) ELSE false END AS is_gone FROM ${OWNERS} ORDER BY shard`,
  );
  return ownersSchema.parse(rows).filter((one) => one.is_current && !one.is_gone);
}

/** With another number of shards an owner's servers are divided otherwise, and any may be among those that are wanted. */
function isInTheWay(owner: Owner, { numbers, of }: Shards): boolean {
  return owner.of_shards !== of || numbers.includes(owner.shard);
}

/** None where servers are divided otherwise and this is to be waited for. */
function freeShards(owners: readonly Owner[], { most, of: asked, isFixed }: FreeShards): Shards {
  const of = (isFixed ? undefined : owners[0]?.of_shards) ?? asked;
  const isFree = (number: number): boolean => !owners.some((one) => isInTheWay(one, { numbers: [number], of }));
  return { numbers: allShards(of).numbers.filter(isFree).slice(0, most), of };
}

/** The shards that nobody owns. Not this connection's own, whose locks it would have again. */
export async function vacantShards(client: ClientBase, { shards, of }: Lease): Promise<number[]> {
  const others = await livingOwners(client);
  const owned = new Set([...shards, ...others.map(({ shard }) => shard)]);
  return allShards(of).numbers.filter((number) => !owned.has(number));
}

/** @returns whether the shards are still this owner's. */
export async function renew(client: ClientBase, { shards, epochs }: Lease): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE ${OWNERS} SET until = ${UNTIL} WHERE (shard, epoch) IN (SELECT * FROM unnest($1::integer[], $2::integer[]))`,
    [shards, epochs],
  );
  return rowCount === shards.length;
}

/** Who has these shards now. */
export async function ownersOf(client: ClientBase, { shards }: Lease): Promise<string> {
  const { rows } = await client.query<{ owner: string }>(
    `SELECT DISTINCT owner FROM ${OWNERS} WHERE shard = ANY ($1::integer[]) ORDER BY owner`,
    [shards],
  );
  return rows.map(({ owner }) => owner).join(' and ');
}

/** What this connection owns is free from now on. */
export async function giveBack(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_unlock_all()');
}
