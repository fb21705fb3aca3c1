import type { Clock } from '../../time/clock.ts';
import { StoreError, toStoreError } from '../database/failures.ts';

/**
 * PostgreSQL ends an owner's session after this silence, and another process may own its shards. A running statement is
 * not silence.
 */
export const SESSION_ENDS_AFTER_MS = 20_000;
export const BEAT_EVERY_MS = 5_000;
/**
 * How long a heartbeat proves ownership, from when it was sent. The rest of the session's time is for calls already
 * under way.
 */
export const SURE_FOR_MS = SESSION_ENDS_AFTER_MS / 2;
/** How often this process checks whether it stood still. */
export const TICK_MS = 250;
/** A longer gap between checks counts as standing still. A busy process is late by less. */
const STOOD_STILL_MS = 750;

/**
 * Remembers when the session last answered. A recent answer proves ownership, unless this process stood still since:
 * its session may have ended and another process taken over, and old answers that had already arrived are read first.
 * @param ask calls `onAsking` right before it asks PostgreSQL.
 */
export function createHeartbeat(
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  ask: (onAsking: () => void) => Promise<unknown>,
) {
  const moment = () => ({ clockMs: clock.now(), monotonicMs: clock.monotonicMs() });
  // Uses both clocks: the monotonic one may stop while the machine is suspended, the other may be set back.
  const sinceMs = ({ clockMs, monotonicMs }: ReturnType<typeof moment>): number =>
    Math.max(clock.now() - clockMs, clock.monotonicMs() - monotonicMs);
  let lastSeen = moment();
  let stops = 0;
  let ticks = 0;
  let lastAnswer: { since: ReturnType<typeof moment>; stops: number } | undefined;
  let beating: Promise<void> | undefined;

  const noticeStop = (): boolean => {
    const stoodStill = sinceMs(lastSeen) > STOOD_STILL_MS;
    if (stoodStill) stops += 1;
    lastSeen = moment();
    return stoodStill;
  };

  const isSure = (): boolean => {
    noticeStop();
    return lastAnswer !== undefined && lastAnswer.stops === stops && sinceMs(lastAnswer.since) < SURE_FOR_MS;
  };

  const beatOnce = async (): Promise<void> => {
    ticks = 0;
    let sent: typeof lastAnswer;
    await ask(() => {
      noticeStop();
      sent = { since: moment(), stops };
    });
    lastAnswer = sent;
  };

  /** Asks the session for a sign of life. Concurrent callers share one heartbeat, so that slow ones don't pile up. */
  const beat = (): Promise<void> => {
    beating ??= beatOnce().finally(() => {
      beating = undefined;
    });
    return beating;
  };

  return {
    /** Whether ownership is proved right now. Notices by itself that this process stood still. */
    isSure,
    /** Call this every `TICK_MS`. @returns whether a heartbeat is due. */
    tick: (): boolean => {
      ticks += 1;
      const stoodStill = noticeStop();
      return beating === undefined && (stoodStill || ticks * TICK_MS >= BEAT_EVERY_MS);
    },
    beat,
    /** Resolves if this process owns its shards, as far as this process can know. @throws StoreError */
    prove: async (): Promise<void> => {
      try {
        // A heartbeat already under way may be from before this process stood still. The next one isn't.
        for (let tries = 0; tries < 2 && !isSure(); tries++) await beat();
      } catch (cause) {
        throw toStoreError(UNPROVED, cause);
      }
      if (!isSure()) throw new StoreError(`${UNPROVED}: PostgreSQL takes too long to answer`);
    },
  };
}

const UNPROVED = 'another Easel may have taken over';
