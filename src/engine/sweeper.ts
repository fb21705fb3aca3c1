import { z } from 'zod';
import type { Log } from '../log.ts';
import type { Shards } from '../store/shards.ts';
import { keyInSlot, slotOf } from '../store/sharing.ts';
import type { Collection } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import type { ClockCheck } from '../time/clock-check.ts';
import { every } from './every.ts';

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
  /** By name. Each deletes what was too old at the time given. */
  sweeps: Readonly<Record<string, (nowMs: number) => Promise<void>>>;
}

/**
 * Deletes by age only what was too old a day ago already, at a look that is on record, and only while the clock is right:
 * one wrong look would delete everything for good. Each process sweeps its own servers, and each sweep has looks of its
 * own; what was not looked at a day ago waits for another look.
 */
export function createSweeper({ collection, shards, clock, clockCheck, log, sweeps }: SweeperParts) {
  const sweepOne = async (name: string, sweep: (nowMs: number) => Promise<void>, nowMs: number): Promise<void> => {
    const key = keyInSlot(name, slotOf(shards));
    const before = (await collection.get(key))?.atMs;
    if (before !== undefined && before <= nowMs && nowMs - before < BETWEEN_LOOKS_MS) return;
    if (before !== undefined && before <= nowMs) await sweep(before);
    // Also where the last look was in the future: by a clock that was wrong then, and has been set back.
    await collection.set(key, { atMs: nowMs });
  };
  const look = async (): Promise<void> => {
    const nowMs = clock.now();
    for (const [name, sweep] of Object.entries(sweeps)) {
      if (!clockCheck.isRight()) return;
      // One that fails is tried again at the next look, and keeps none of the others.
      await sweepOne(name, sweep, nowMs).catch((error: unknown) =>
        log.error({ sweep: name, err: error }, 'what is too old could not be dropped'),
      );
    }
  };
  return {
    look,
    /** Looks every hour, until the signal aborts. */
    run: (signal: AbortSignal): Promise<void> => every(LOOK_INTERVAL_MS, look, { clock, log, name: 'sweeps', signal }),
  };
}
