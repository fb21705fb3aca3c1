import { Pool } from 'pg';
import { z } from 'zod';
import { OWNERS } from '../../../store/postgres/shard-locks.ts';

/** A process that owns a shard. */
export interface ShardOwner {
  shard: number;
  /** How many shards there are. */
  of: number;
  /** On this machine. */
  pid: number;
}

export interface ShardOwners {
  read(): Promise<ShardOwner[]>;
  close(): Promise<void>;
}

const rowsSchema = z.array(z.object({ shard: z.int(), of: z.int(), name: z.string() }));

/** As the owner is named: the machine, then "process" and its number. */
const pidIn = (name: string): number => Number(/process (\d+)/.exec(name)?.[1]);

/** Reads who owns the records of which shard, beside the running bot: only its PostgreSQL says. */
export const openShardOwners = (storeUrl: string): ShardOwners => {
  const pool = new Pool({ connectionString: storeUrl, max: 1 });
  // A connection that PostgreSQL ends is made anew by the next look.
  pool.on('error', () => undefined);
  return {
    read: async () =>
      rowsSchema.parse((await pool.query(OWNERS)).rows).map(({ shard, of, name }) => ({ shard, of, pid: pidIn(name) })),
    close: () => pool.end(),
  };
};
