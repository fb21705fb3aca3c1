import { z } from 'zod';
import { defineCollection, RecordError, type Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { idSchema, timeSchema } from './ledger/amounts.ts';

const globalPauseSchema = z.strictObject({
  pausedEverywhere: z.strictObject({ atMs: timeSchema, byId: idSchema }).nullable(),
});

export const globalPauseCollection = defineCollection({
  name: 'global_pause',
  schema: globalPauseSchema,
  // The only process that writes needs to read it once.
  cached: 1,
  keeps: {
    what: 'whether and by whom everything is paused',
    ends: { when: 'when all is resumed' },
    erased: { stays: 'so that operators know' },
    leaves: 'nothing',
    restored: {
      from: 'replaced',
      stricter: (other, restored) => (other.pausedEverywhere && !restored?.pausedEverywhere ? other : undefined),
    },
  },
});

const KEY = 'all';
/** How long a process relies on what it read, because any process can write the record. */
const READ_AGAIN_AFTER_MS = 2_000;

/** The operator's pause of all servers. Any process can set it, and all of them know some seconds later. */
export function createGlobalPause(store: Pick<Store, 'collection'>, clock: Pick<Clock, 'now' | 'monotonicMs'>) {
  const collection = store.collection(globalPauseCollection);
  let seen: { isPaused: boolean; atMs: number } | undefined;
  /** Undefined if the record can't be read. */
  const stored = async (): Promise<boolean | undefined> => {
    try {
      return ((await collection.get(KEY))?.pausedEverywhere ?? null) !== null;
    } catch (error) {
      if (error instanceof RecordError) return undefined;
      throw error;
    }
  };
  const read = async (): Promise<boolean> => {
    const atMs = clock.monotonicMs();
    // The record exists because the operator paused at some time. They can overwrite it.
    const isPaused = (await stored()) ?? true;
    seen = { isPaused, atMs };
    return isPaused;
  };
  return {
    isPaused: async () => (seen && clock.monotonicMs() - seen.atMs < READ_AGAIN_AFTER_MS ? seen.isPaused : read()),
    pause: (isPaused: boolean, byId: string) =>
      collection.locked(KEY, async (): Promise<'done' | 'unchanged'> => {
        if ((await stored()) === isPaused) return 'unchanged';
        await collection.set(KEY, { pausedEverywhere: isPaused ? { atMs: clock.now(), byId } : null });
        seen = undefined;
        return 'done';
      }),
  };
}
