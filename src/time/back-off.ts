import type { Clock } from './clock.ts';

export interface BackOff {
  firstMs: number;
  longestMs: number;
}

/** The wait after this many earlier failures in a row. Each wait is twice the previous one. */
export function backOffMs(failures: number, { firstMs, longestMs }: BackOff): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}

/**
 * Repeats `work` until it succeeds, with a back-off.
 * @param onFailure throws if retrying is useless, and may return a longer pause.
 * @throws the reason of `signal` once it aborts.
 */
export async function untilSuccessful<Result>(
  { clock, signal, ...backOff }: BackOff & { clock: Pick<Clock, 'sleep'>; signal: AbortSignal },
  work: () => Promise<Result>,
  onFailure: (error: unknown, pauseMs: number) => number | undefined,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const pauseMs = backOffMs(attempt, backOff);
      await clock.sleep(onFailure(error, pauseMs) ?? pauseMs, signal);
    }
  }
}
