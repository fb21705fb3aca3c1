import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Store } from '../store/store.ts';
import { idSchema, timeSchema } from './amounts.ts';

/** What holds for all servers at once: one record of its own. */
const controlsSchema = z.strictObject({
  pausedEverywhere: z.strictObject({ atMs: timeSchema, byId: idSchema }).nullable(),
});

const KEY = 'all';

export interface Controls {
  isPaused(): Promise<boolean>;
  set(isPaused: boolean, byId: string): Promise<'done' | 'unchanged'>;
}

export function createControls(
  store: Pick<Store, 'collection'>,
  locks: KeyedLocks,
  clock: Pick<Clock, 'now'>,
): Controls {
  const collection = store.collection('controls', controlsSchema, { cached: 1 });
  const isPaused = async (): Promise<boolean> => ((await collection.get(KEY))?.pausedEverywhere ?? null) !== null;
  return {
    isPaused,
    set: (isPausedNow, byId) =>
      locks.run('account controls', async () => {
        if ((await isPaused()) === isPausedNow) return 'unchanged';
        await collection.set(KEY, { pausedEverywhere: isPausedNow ? { atMs: clock.now(), byId } : null });
        return 'done';
      }),
  };
}
