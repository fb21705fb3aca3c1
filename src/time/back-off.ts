import type { Clock } from './clock.ts';

export interface BackOff {
  firstMs: number;
  longestMs: number;
}

/** The wait after a number of failures in a row, counted from 0: each wait is twice the previous one. */
export function backOffMs(failures: number, { firstMs, longestMs }: BackOff): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}

/**
 * Repeats `work` until it succeeds, with pauses that double.
 * @param onFailure throws what no further try would change.
 * @throws the reason of `signal` as soon as it aborts.
 */
export async function untilSuccessful<Result>(
  { clock, signal, ...backOff }: BackOff & { clock: Pick<Clock, 'sleep'>; signal: AbortSignal },
  work: () => Promise<Result>,
  onFailure: (error: unknown, pauseMs: number) => void,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const pauseMs = backOffMs(attempt, backOff);
      onFailure(error, pauseMs);
      await clock.sleep(pauseMs, signal);
    }
  }
}
