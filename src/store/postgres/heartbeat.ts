import type { Clock } from '../../time/clock.ts';
import { storeFailure } from '../failures.ts';
import { StoreError } from '../store.ts';

/**
 * PostgreSQL ends the session of an owner from which it hears nothing for this long, and another process may own its shards.
 * A statement that runs counts as heard, however long it takes.
 */
export const SESSION_ENDS_AFTER_MS = 20_000;
export const BEAT_EVERY_MS = 5_000;
/** How long a heartbeat proves the ownership, from when it was sent: the rest is for what is then on its way. */
export const SURE_FOR_MS = SESSION_ENDS_AFTER_MS / 2;
/** How often this process looks whether it stood still. */
export const TICK_MS = 250;
/** Standing still for longer than this is noticed. Ticks of a busy process are late by less. */
const STOOD_STILL_MS = 750;

export interface Heartbeat {
  /** Call this every `TICK_MS`. @returns whether a heartbeat is due. */
  tick(): boolean;
  /** Hears from the session. All who ask while a heartbeat is under way share it, so that slow ones do not pile up. */
  beat(): Promise<void>;
  /** Resolves when this process owns its shards, as far as can be known from here. @throws StoreError */
  prove(): Promise<void>;
}

/**
 * When the session was last heard from. A recent heartbeat proves the ownership, unless this process stood still since:
 * meanwhile its session may have ended and another process may have taken over, and what had arrived before that is read first.
 * @param ask calls `onAsking` just before it asks PostgreSQL.
 */
export function createHeartbeat(
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  ask: (onAsking: () => void) => Promise<unknown>,
): Heartbeat {
  const moment = () => ({ clockMs: clock.now(), monotonicMs: clock.monotonicMs() });
  // By both clocks: the one may stand still while the machine is suspended, the other may be set back.
  const sinceMs = ({ clockMs, monotonicMs }: ReturnType<typeof moment>): number =>
    Math.max(clock.now() - clockMs, clock.monotonicMs() - monotonicMs);
  let lastSeen = moment();
  let stops = 0;
  let ticks = 0;
  let heard: { since: ReturnType<typeof moment>; stops: number } | undefined;
  let beating: Promise<void> | undefined;

  const noticeStop = (): boolean => {
    const stoodStill = sinceMs(lastSeen) > STOOD_STILL_MS;
    if (stoodStill) stops += 1;
    lastSeen = moment();
    return stoodStill;
  };

  const isSure = (): boolean => {
    noticeStop();
    return heard !== undefined && heard.stops === stops && sinceMs(heard.since) < SURE_FOR_MS;
  };

  const beatOnce = async (): Promise<void> => {
    ticks = 0;
    let asked: typeof heard;
    await ask(() => {
      noticeStop();
      asked = { since: moment(), stops };
    });
    heard = asked;
  };

  const beat = (): Promise<void> => {
    beating ??= beatOnce().finally(() => {
      beating = undefined;
    });
    return beating;
  };

  return {
    tick: () => {
      ticks += 1;
      const stoodStill = noticeStop();
      return beating === undefined && (stoodStill || ticks * TICK_MS >= BEAT_EVERY_MS);
    },
    beat,
    prove: async () => {
      try {
        // A heartbeat that was under way may be from before this process stood still; the next one is not.
        for (let tries = 0; tries < 2 && !isSure(); tries++) await beat();
      } catch (cause) {
        throw storeFailure(UNPROVED, cause);
      }
      if (!isSure()) throw new StoreError(`${UNPROVED}: PostgreSQL takes too long to say`);
    },
  };
}

const UNPROVED = 'nobody knows whether another Easel has taken over';
