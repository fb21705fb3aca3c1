import { DatabaseError, Pool } from 'pg';
import { z } from 'zod';
import { OWNERS } from '../../../store/postgres/tables.ts';

/** A process that owns a shard; it may have ended without giving it back. */
export interface ShardOwner {
  shard: number;
  /** How many shards there are. */
  of: number;
  /** On this machine. */
  pid: number;
}

export interface ShardOwners {
  /** None before the bot has begun its store. */
  read(): Promise<ShardOwner[]>;
  close(): Promise<void>;
}

const rowsSchema = z.array(
  z.object({ shard: z.int(), of_shards: z.int(), owner: z.string().transform((name) => pidIn(name)) }),
);
const UNDEFINED_TABLE = '42P01';

/** As the owner is named: the machine, then "process" and its number. */
const pidIn = (name: string): number => Number(/process (\d+)/.exec(name)?.[1]);

/** Reads who owns the records of which shard, beside the running bot: only its PostgreSQL says. */
export const openShardOwners = (storeUrl: string): ShardOwners => {
  const pool = new Pool({ connectionString: storeUrl, max: 1 });
  // A connection that PostgreSQL ends is made anew by the next look.
  pool.on('error', () => undefined);
  return {
    async read() {
      try {
        const { rows } = await pool.query(
          `SELECT shard, of_shards, owner FROM ${OWNERS} WHERE shard < of_shards ORDER BY shard`,
        );
        return rowsSchema.parse(rows).map(({ shard, of_shards: of, owner: pid }) => ({ shard, of, pid }));
      } catch (error) {
        if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return [];
        throw error;
      }
    },
    close: () => pool.end(),
  };
};
