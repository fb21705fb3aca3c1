import type { Log } from '../log.ts';
import type { Clock } from './clock.ts';

/** How long running work may take when Easel stops. The next start continues the rest. */
export const STOP_WITHIN_MS = 8_000;
const LOOK_INTERVAL_MS = 500;

type Close = () => Promise<unknown>;

/** What a stop has to end. */
export interface Closing {
  /** What to close, in the order in which it was opened. */
  readonly opened: Close[];
  /** Closes the store. May be called twice. */
  closeStore: Close;
  /** How many creates were sent and wait for their answer. */
  creating: () => number;
}

/** Closes everything, the last opened first. What doesn't end in time can't keep the store from being closed. */
export async function closeInTime(
  { opened, closeStore, creating }: Closing,
  within: Pick<Stopping, 'clock' | 'log' | 'createWithinMs'>,
): Promise<void> {
  const { log } = within;
  if (await endedInTime({ ...within, creating, closing: closeAll(opened.toReversed(), log) })) return;
  log.warn('not everything stopped in time; the next start continues it');
  await closeAll([closeStore], log);
}

async function closeAll(some: readonly Close[], log: Log): Promise<void> {
  for (const close of some) {
    await close().catch((error: unknown) => log.warn({ err: error }, 'a part did not stop cleanly'));
  }
}

export interface Stopping {
  clock: Clock;
  log: Log;
  /** Resolves when everything has stopped. */
  closing: Promise<unknown>;
  /** How many creates were sent and wait for their answer. */
  creating: () => number;
  /** A create that was sent may be paid for, so it keeps its own deadline, plus time to write down its answer. */
  createWithinMs: number;
}

/** Resolves with whether everything has stopped, after `createWithinMs` and twice `STOP_WITHIN_MS` at most. */
export async function endedInTime({ clock, log, closing, creating, createWithinMs }: Stopping): Promise<boolean> {
  const ended = new AbortController();
  void closing.then(() => ended.abort());
  const endedWithin = (durationMs: number): Promise<boolean> =>
    clock.sleep(durationMs, ended.signal).then(
      () => false,
      () => true,
    );
  const startedAtMs = clock.now();
  if (await endedWithin(STOP_WITHIN_MS)) return true;
  if (creating() === 0) return false;
  log.info({ creates: creating() }, 'the service is still answering creates: waiting for them, at most for a minute');
  while (creating() > 0 && clock.now() - startedAtMs < createWithinMs) {
    if (await endedWithin(LOOK_INTERVAL_MS)) return true;
  }
  return endedWithin(STOP_WITHIN_MS);
}
