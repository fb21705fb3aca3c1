import { z } from 'zod';
import type { KeyedLocks } from '../store/locks.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { idSchema, timeSchema } from './amounts.ts';

/** What holds for all servers at once: one record of its own. */
const controlsSchema = z.strictObject({
  pausedEverywhere: z.strictObject({ atMs: timeSchema, byId: idSchema }).nullable(),
});

const KEY = 'all';
/** Any of several processes may write it: so long it counts as it was read. */
const READ_AGAIN_AFTER_MS = 2_000;

export interface Controls {
  isPaused(): Promise<boolean>;
  pause(isPaused: boolean, byId: string): Promise<'done' | 'unchanged'>;
}

/** Every process may write it, and the last one counts; all of them know some seconds later. */
export function createControls(
  store: Pick<Store, 'collection'>,
  locks: KeyedLocks,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
): Controls {
  const collection = store.collection('controls', controlsSchema, { cached: 1 });
  let seen: { isPaused: boolean; atMs: number } | undefined;
  const read = async (): Promise<boolean> => {
    const atMs = clock.monotonicMs();
    const isPaused = ((await collection.get(KEY))?.pausedEverywhere ?? null) !== null;
    seen = { isPaused, atMs };
    return isPaused;
  };
  return {
    isPaused: async () => (seen && clock.monotonicMs() - seen.atMs < READ_AGAIN_AFTER_MS ? seen.isPaused : read()),
    pause: (isPaused, byId) =>
      locks.run('account controls', async () => {
        if ((await read()) === isPaused) return 'unchanged';
        await collection.set(KEY, { pausedEverywhere: isPaused ? { atMs: clock.now(), byId } : null });
        seen = undefined;
        return 'done';
      }),
  };
}
