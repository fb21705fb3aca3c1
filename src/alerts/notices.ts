import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

export type PostOutcome = 'posted' | 'no access' | 'unavailable';

/** Looks after what may have to be told, by key, one after the other; what could not be told is tried again. */
export interface Notices {
  /** Something changed. Returns at once. */
  notice(key: string): void;
  /** As `notice`, also where it waits to be tried again. */
  noticeAtOnce(key: string): void;
  run(signal: AbortSignal): Promise<void>;
}

/** Discord in trouble is tried again soon; a channel that may not be written to seldom changes. */
export const RETRY_MS = 30_000;
const NO_ACCESS_RETRY_MS = 3_600_000;

export interface NoticesParts {
  clock: Clock;
  log: Log;
  /** What a key is in the log. */
  factsOf: (key: string) => object;
  /** Tells what is due, if anything is. */
  tell: (key: string, signal: AbortSignal) => Promise<PostOutcome>;
}

export function createNotices({ clock, log, factsOf, tell }: NoticesParts): Notices {
  const noticed = new Set<string>();
  const quietUntilMs = new Map<string, number>();
  let awake = Promise.withResolvers<void>();

  const notice = (key: string): void => {
    if (noticed.has(key)) return;
    noticed.add(key);
    awake.resolve();
  };

  const noticeLater = (key: string, delayMs: number, signal: AbortSignal): void => {
    quietUntilMs.set(key, clock.monotonicMs() + delayMs);
    clock.sleep(delayMs, signal).then(
      () => notice(key),
      () => undefined,
    );
  };

  const look = async (key: string, signal: AbortSignal): Promise<void> => {
    if ((quietUntilMs.get(key) ?? 0) > clock.monotonicMs()) return;
    try {
      const outcome = await tell(key, signal);
      if (outcome === 'posted') return;
      log.warn({ ...factsOf(key), outcome }, 'an alert could not be posted; it is tried again');
      noticeLater(key, outcome === 'no access' ? NO_ACCESS_RETRY_MS : RETRY_MS, signal);
    } catch (error) {
      signal.throwIfAborted();
      log.error({ ...factsOf(key), err: error }, 'an alert stumbled; it is tried again');
      noticeLater(key, RETRY_MS, signal);
    }
  };

  return {
    notice,
    noticeAtOnce: (key) => {
      quietUntilMs.delete(key);
      notice(key);
    },
    run: async (signal) => {
      signal.addEventListener('abort', () => awake.resolve(), { once: true });
      for (;;) {
        if (noticed.size === 0 && !signal.aborted) await awake.promise;
        signal.throwIfAborted();
        awake = Promise.withResolvers();
        const now = [...noticed];
        noticed.clear();
        for (const key of now) await look(key, signal);
      }
    },
  };
}
