import type { Clock } from './clock.ts';

export interface BackOff {
  firstMs: number;
  longestMs: number;
}

/**
 * Repeats `work` until it succeeds, with pauses that double.
 * @param onFailure throws what no further try would change.
 * @throws the reason of `signal` as soon as it aborts.
 */
export async function untilSuccessful<Result>(
  { clock, signal, firstMs, longestMs }: BackOff & { clock: Pick<Clock, 'sleep'>; signal: AbortSignal },
  work: () => Promise<Result>,
  onFailure: (error: unknown, pauseMs: number) => void,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const pauseMs = Math.min(firstMs * 2 ** attempt, longestMs);
      onFailure(error, pauseMs);
      await clock.sleep(pauseMs, signal);
    }
  }
}
