import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { ClockCheck } from './clock-check.ts';
import type { Log } from './log.ts';
import type { Shards } from './store/shards.ts';
import { keyInSlot, slotOf } from './store/sharing.ts';
import type { Collection } from './store/store.ts';

export const sweepLookSchema = z.object({ atMs: z.int() });
export type SweepLook = z.output<typeof sweepLookSchema>;

const BETWEEN_LOOKS_MS = 24 * 3_600_000;
const LOOK_INTERVAL_MS = 3_600_000;

export interface SweeperParts {
  collection: Collection<SweepLook>;
  shards: Shards;
  clock: Clock;
  clockCheck: Pick<ClockCheck, 'isRight'>;
  log: Log;
  /** Each deletes what was too old at the time given. */
  sweeps: readonly ((nowMs: number) => Promise<void>)[];
}

/**
 * Deletes by age only what was too old a day ago already, at a look that is on record, and only while the clock is right:
 * one wrong look would delete everything for good. Each process sweeps its own servers, and so has looks of its own; what nobody
 * looked at a day ago waits for another.
 */
export function createSweeper({ collection, shards, clock, clockCheck, log, sweeps }: SweeperParts) {
  const key = keyInSlot('last', slotOf(shards));
  const look = async (): Promise<void> => {
    if (!clockCheck.isRight()) return;
    const nowMs = clock.now();
    const before = (await collection.get(key))?.atMs;
    if (before !== undefined && before <= nowMs && nowMs - before < BETWEEN_LOOKS_MS) return;
    if (before !== undefined && before <= nowMs) for (const sweep of sweeps) await sweep(before);
    // Also where the last look was in the future: by a clock that was wrong then, and has been set back.
    await collection.set(key, { atMs: nowMs });
  };
  return {
    look,
    /** Looks every hour, until the signal aborts. */
    run: async (signal: AbortSignal): Promise<void> => {
      for (;;) {
        await look().catch((error: unknown) => log.error({ err: error }, 'what is too old could not be dropped'));
        await clock.sleep(LOOK_INTERVAL_MS, signal);
      }
    },
  };
}
