import type { Clock } from '../clock.ts';

/** Waits before what failed is tried again: doubling, bounded, one for each job. */
export interface Retries {
  /** Plans another try, unless one is planned. The wait is no shorter than `retryAfterMs`, within bounds. */
  plan(jobId: string, retryAfterMs: number | undefined): void;
  /** For how long it has been tried in vain. */
  vainForMs(jobId: string): number;
  done(jobId: string): void;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;

export function createRetries(
  clock: Clock,
  stop: AbortSignal,
  retry: (jobId: string) => Promise<void>,
  track: (work: Promise<void>) => void,
): Retries {
  const planned = new Map<string, { count: number; sinceMs: number; isWaiting: boolean }>();
  return {
    plan: (jobId, retryAfterMs) => {
      const before = planned.get(jobId) ?? { count: 0, sinceMs: clock.monotonicMs(), isWaiting: false };
      if (before.isWaiting) return;
      const next = { count: before.count + 1, sinceMs: before.sinceMs, isWaiting: true };
      planned.set(jobId, next);
      const delayMs = Math.min(Math.max(FIRST_RETRY_MS * 2 ** before.count, retryAfterMs ?? 0), LONGEST_RETRY_MS);
      track(
        clock.sleep(delayMs, stop).then(
          () => {
            next.isWaiting = false;
            return retry(jobId);
          },
          () => undefined,
        ),
      );
    },
    vainForMs: (jobId) => {
      const sinceMs = planned.get(jobId)?.sinceMs;
      return sinceMs === undefined ? 0 : clock.monotonicMs() - sinceMs;
    },
    done: (jobId) => {
      planned.delete(jobId);
    },
  };
}
