import { z } from 'zod';
import type { Needs } from '../runtime.ts';
import { lowestShard, shardKey } from '../store/database/shards.ts';
import { defineCollection } from '../store/store.ts';
import { DAY_MS } from '../time/clock.ts';
import type { ClockCheck } from '../time/clock-check.ts';
import { every } from './every.ts';

const sweepLookSchema = z.object({ atMs: z.int() });

export const sweepCollection = defineCollection({
  name: 'sweeps',
  schema: sweepLookSchema,
  keeps: {
    what: 'when old records were last deleted',
    ends: { when: 'never' },
    erased: 'none',
    leaves: 'nothing',
  },
});

const BETWEEN_LOOKS_MS = DAY_MS;
const LOOK_INTERVAL_MS = 3_600_000;

export interface SweeperParts extends Needs<'clock' | 'log' | 'store'> {
  clockCheck: Pick<ClockCheck, 'isRight'>;
  /** By name. Each deletes records that were too old at the given time. */
  sweeps: Readonly<Record<string, { sweep(nowMs: number): Promise<void> }>>;
}

/**
 * Deletes records by age. A sweep deletes only what was too old at its previous, recorded look at least a day ago, and
 * only while the clock is right, because one wrong clock would delete everything for good. Each process sweeps its own
 * servers, and each sweep has its own looks.
 */
export function createSweeper({ clock, clockCheck, log, store, sweeps }: SweeperParts) {
  const collection = store.collection(sweepCollection);
  const sweepOne = async (name: string, { sweep }: SweeperParts['sweeps'][string], nowMs: number): Promise<void> => {
    const key = shardKey(name, lowestShard(store.shards));
    const before = (await collection.get(key))?.atMs;
    if (before !== undefined && before <= nowMs && nowMs - before < BETWEEN_LOOKS_MS) return;
    if (before !== undefined && before <= nowMs) await sweep(before);
    // A last look in the future comes from a clock that was wrong and has been set back since.
    await collection.set(key, { atMs: nowMs });
  };
  const look = async (): Promise<void> => {
    const nowMs = clock.now();
    for (const [name, kept] of Object.entries(sweeps)) {
      if (!clockCheck.isRight()) return;
      // A failed sweep runs again at the next look and doesn't stop the others.
      await sweepOne(name, kept, nowMs).catch((error: unknown) =>
        log.error({ sweep: name, err: error }, 'a sweep failed; it runs again in an hour'),
      );
    }
  };
  return {
    look,
    /** Looks every hour until the signal aborts. */
    run: (signal: AbortSignal): Promise<void> => every(LOOK_INTERVAL_MS, look, { clock, log, name: 'sweeps', signal }),
  };
}
