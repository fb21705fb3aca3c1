import { setTimeout as delay } from 'node:timers/promises';
import { createKeyedLocks } from './locks.ts';
import type { TakeTurn } from './shards.ts';

/** Of PostgreSQL's locks by two numbers, those of turns: no shard has this one. */
const TURNS = -1;
const LOOK_EVERY_MS = 200;

/** Answers with its column `done`. */
type Ask = (sql: string, number: number) => Promise<boolean>;

/**
 * Whose turn it is holds a lock of PostgreSQL by the turn's number until the next may follow. It ends with the connection, so
 * that nobody waits for a process that is gone.
 */
export function createTurns(ask: Ask): { take: TakeTurn } {
  /** A connection has its own locks again. */
  const own = createKeyedLocks();
  const taken = (number: number): Promise<boolean> => ask(`SELECT pg_try_advisory_lock(${TURNS}, $1) AS done`, number);
  return {
    take: (number, apartMs, signal) =>
      new Promise((resolve, reject) => {
        const turn = async (): Promise<void> => {
          signal.throwIfAborted();
          while (!(await taken(number))) await delay(LOOK_EVERY_MS, undefined, { signal });
          resolve();
          await delay(apartMs, undefined, { ref: false });
          await ask(`SELECT pg_advisory_unlock(${TURNS}, $1) AS done`, number);
        };
        // Behind `resolve` only the end of the connection rejects, and with it the turn ends.
        own.run(String(number), turn).catch(reject);
      }),
  };
}
