import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { TakeTurn } from '../shards.ts';

const TURNS = 'easel_turns';
const LOOK_EVERY_MS = 200;

/** Makes the table where there is none. Only `whileClaiming`. */
export async function prepareTurns(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${TURNS} (number integer PRIMARY KEY, until timestamp with time zone NOT NULL)`,
  );
}

/** Resolves with how many rows were written. */
type Write = (sql: string, values: readonly unknown[]) => Promise<number | null>;

/**
 * Whose turn it is writes down until when, by PostgreSQL's clock. So nobody waits for longer, whether that process lives, stands
 * still or is gone; what it did in its turn counts all the same.
 */
export function createTurns(write: Write): { take: TakeTurn } {
  const taken = async (number: number, apartMs: number): Promise<boolean> => {
    const rows = await write(
      `INSERT INTO ${TURNS} VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
        ON CONFLICT (number) DO UPDATE SET until = excluded.until WHERE ${TURNS}.until <= clock_timestamp()`,
      [number, apartMs],
    );
    return rows === 1;
  };
  return {
    take: async (number, apartMs, signal) => {
      signal.throwIfAborted();
      while (!(await taken(number, apartMs))) await delay(LOOK_EVERY_MS, undefined, { signal });
    },
  };
}
