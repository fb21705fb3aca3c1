export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Whether a stored time lies within the last `durationMs`. A time in the future comes from a clock that was ahead and is
 * right again, so it counts nowhere.
 */
export const isWithinLast = (durationMs: number, atMs: number, nowMs: number): boolean =>
  atMs <= nowMs && atMs > nowMs - durationMs;

/** A time that names one event: now, or just after the last event's if the clock didn't move on since. */
export const uniqueTimeMs = (nowMs: number, lastMs = 0): number => Math.max(nowMs, lastMs + 1);

/** The bot's clock, passed in everywhere so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  now(): number;
  /** Milliseconds since a moment of this process. Measures durations, even if the time of day changes. */
  monotonicMs(): number;
  /**
   * Resolves after `durationMs`, at once if it is zero or less.
   * @throws the signal's reason once the signal aborts. Leaves nothing behind then.
   */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The reason for ending an unneeded wait. A constant, because `abort()` without a reason creates an error with its
 * stack each time.
 */
export const NO_LONGER = new Error('no longer needed');

/** Node's timers fire at once for longer waits (2^31 - 1 ms). */
const LONGEST_TIMER_MS = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (durationMs, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (durationMs <= 0) {
        resolve();
        return;
      }
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        Math.min(durationMs, LONGEST_TIMER_MS),
      );
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};
