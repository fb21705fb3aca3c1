import type { Clock } from '../../clock.ts';
import { storeFailure } from '../failures.ts';
import { StoreError } from '../store.ts';
import { RENEW_EVERY_MS, SURE_FOR_MS } from './lease.ts';

/** How often this process looks whether it stood still. */
export const TICK_MS = 250;
/** Standing still for longer than this is noticed. Ticks of a busy process are late by less. */
const STOOD_STILL_MS = 750;

export interface Renewals {
  /** Call this every `TICK_MS`. @returns whether the lease has to be renewed. */
  tick(): boolean;
  /** Renews the lease. All who ask while a renewal is under way share it, so that slow ones do not pile up. */
  renew(): Promise<void>;
  /** Resolves when this process owns its shards, as far as can be known from here. @throws StoreError */
  prove(): Promise<void>;
}

/**
 * When the lease was last renewed, as seen from here. A recent renewal proves the ownership, unless this process stood still
 * since: meanwhile its connection may have ended and another process may have taken over, and what had arrived before
 * that is read first.
 * @param renewLease calls `onAsking` just before it asks PostgreSQL.
 */
export function createRenewals(
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  renewLease: (onAsking: () => void) => Promise<void>,
): Renewals {
  const moment = () => ({ clockMs: clock.now(), monotonicMs: clock.monotonicMs() });
  // By both clocks: the one may stand still while the machine is suspended, the other may be set back.
  const sinceMs = ({ clockMs, monotonicMs }: ReturnType<typeof moment>): number =>
    Math.max(clock.now() - clockMs, clock.monotonicMs() - monotonicMs);
  let lastSeen = moment();
  let stops = 0;
  let ticks = 0;
  let sure: { since: ReturnType<typeof moment>; stops: number } | undefined;
  let renewing: Promise<void> | undefined;

  const noticeStop = (): boolean => {
    const stoodStill = sinceMs(lastSeen) > STOOD_STILL_MS;
    if (stoodStill) stops += 1;
    lastSeen = moment();
    return stoodStill;
  };

  const isSure = (): boolean => {
    noticeStop();
    return sure !== undefined && sure.stops === stops && sinceMs(sure.since) < SURE_FOR_MS;
  };

  const renewOnce = async (): Promise<void> => {
    ticks = 0;
    let asked: typeof sure;
    await renewLease(() => {
      noticeStop();
      asked = { since: moment(), stops };
    });
    sure = asked;
  };

  const renew = (): Promise<void> => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  return {
    tick: () => {
      ticks += 1;
      const stoodStill = noticeStop();
      return renewing === undefined && (stoodStill || ticks * TICK_MS >= RENEW_EVERY_MS);
    },
    renew,
    prove: async () => {
      try {
        // A renewal that was under way may be from before this process stood still; the next one is not.
        for (let tries = 0; tries < 2 && !isSure(); tries++) await renew();
      } catch (cause) {
        throw storeFailure(UNPROVED, cause);
      }
      if (!isSure()) throw new StoreError(`${UNPROVED}: PostgreSQL takes too long to say`);
    },
  };
}

const UNPROVED = 'nobody knows whether another Easel has taken over';
