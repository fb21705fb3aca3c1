/** Time as the bot sees it; passed in everywhere, so that a test can set it. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  now(): number;
  /** Milliseconds since some moment of this process: how long something takes, whatever happens to `now`. */
  monotonicMs(): number;
  /**
   * Resolves after `durationMs`; at once when it is zero or less.
   * @throws the signal's reason as soon as the signal aborts; nothing is left behind then.
   */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

/** Why a wait is ended that nobody needs any more. Made once: `abort()` without a reason makes an error with its stack each time. */
export const NO_LONGER = new Error('no longer waited for');

/** Node's timers fire at once for longer waits than this (2^31 - 1 ms). */
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
