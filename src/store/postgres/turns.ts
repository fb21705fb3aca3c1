import { setTimeout as delay } from 'node:timers/promises';
import type { TakeTurn } from '../shards.ts';
import { TURNS } from './tables.ts';

const LOOK_EVERY_MS = 200;

/** Resolves with how many rows were written. */
type Write = (sql: string, values: readonly unknown[]) => Promise<number | null>;

/**
 * Whose turn it is writes down until when, by PostgreSQL's clock. A lock of its session would not do: what a process did in its
 * turn counts also after it is gone, and one that stands still would keep the others waiting.
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
