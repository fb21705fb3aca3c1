import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';

/** Runs `work` now and every `intervalMs` until the signal aborts. Logs failures and runs again at the next interval. */
export async function every(
  intervalMs: number,
  work: () => Promise<void>,
  { clock, log, name, signal }: { clock: Pick<Clock, 'sleep'>; log: Log; name: string; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error, work: name }, 'a periodic task failed; it runs again');
    });
    await clock.sleep(intervalMs, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
