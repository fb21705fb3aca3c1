import type { Clock } from '../clock.ts';

/**
 * Since when something is tried in vain: in this run of the bot, for what was not tried while it was away has not failed. Kept in
 * memory, by keys of the caller's; times are of the monotonic clock.
 */
export interface VainTries {
  /** It failed; the first of such tries began at `startedAtMs`. */
  failed(key: string, startedAtMs: number): void;
  /** When the first try of those that failed began; undefined where none did. */
  sinceMs(key: string): number | undefined;
  /** For how long it has failed; 0 where it has not. */
  forMs(key: string): number;
  forget(key: string): void;
}

export function createVainTries(clock: Pick<Clock, 'monotonicMs'>): VainTries {
  const since = new Map<string, number>();
  return {
    failed: (key, startedAtMs) => {
      if (!since.has(key)) since.set(key, startedAtMs);
    },
    sinceMs: (key) => since.get(key),
    forMs: (key) => clock.monotonicMs() - (since.get(key) ?? clock.monotonicMs()),
    forget: (key) => {
      since.delete(key);
    },
  };
}
