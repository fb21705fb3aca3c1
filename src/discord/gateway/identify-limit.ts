import type { WebSocketOptions } from 'discord.js';
import { z } from 'zod';
import { finding, logFinding } from '../../findings/finding.ts';
import type { Needs } from '../../runtime.ts';
import type { TakeSlot } from '../../store/database/shards.ts';
import { backOffMs, untilSuccessful } from '../../time/back-off.ts';
import { type Clock, DAY_MS } from '../../time/clock.ts';
import { reachFinding } from '../rest/reach-finding.ts';

/** https://discord.com/developers/docs/events/gateway#rate-limiting */
const IDENTIFY_WINDOW_MS = 5_000;
/** Discord counts from when an identify arrives, which may be this much later than it was sent. */
const IDENTIFY_DELAY_MS = 1_000;
/** The pauses of a shard between identifies that lead to no session. */
const PAUSES = { firstMs: 5_000, longestMs: 5 * 60_000 };
/** Retries of the question how many identifies are left. */
const ASKING = { firstMs: 1_000, longestMs: 60_000 };
/** The identifies of a day that only starts of Easel may use: Discord resets the token of a bot that uses them up. */
const RESERVED = 50;

/** https://discord.com/developers/docs/events/gateway#session-start-limit-object */
const limitSchema = z.object({
  remaining: z.int().min(0),
  reset_after: z.int().min(0),
  max_concurrency: z.int().min(1),
});

type SessionLimit = z.output<typeof limitSchema>;

type BuildIdentifyThrottler = NonNullable<WebSocketOptions['buildIdentifyThrottler']>;

/** A shard's identifies without a session since. */
interface Attempts {
  count: number;
  lastAtMs: number;
}

/** `takeSlot` makes the shards of several processes take turns; one process needs none. */
interface IdentifyParts extends Needs<'clock' | 'log'> {
  apiUrl: string;
  takeSlot?: TakeSlot | undefined;
}

/**
 * Limits how shards identify, over all processes: at most as many at once as Discord allows, with pauses that double
 * until there is a session, and never the last ones of the day.
 */
export function createIdentifyLimit({ clock, log, apiUrl, takeSlot = createSlots(clock) }: IdentifyParts) {
  const failing = new Map<number, Attempts>();
  /** Shards that have identified since the start. */
  const started = new Set<number>();

  const buildIdentifyThrottler: BuildIdentifyThrottler = async (manager) => {
    /** Asks until Discord says it: if this failed, discord.js would identify at once. */
    const limitNow = (isFresh: boolean, signal: AbortSignal): Promise<SessionLimit> => {
      let mustBeFresh = isFresh;
      const ask = async () => {
        const asked = manager.fetchGatewayInformation(mustBeFresh);
        mustBeFresh = true;
        return limitSchema.parse((await asked).session_start_limit);
      };
      return untilSuccessful({ clock, signal, ...ASKING }, ask, (error, pauseMs) => {
        logFinding(log, reachFinding(error, apiUrl), { err: error, pauseMs });
        return undefined;
      });
    };

    /** Waits until more identifies are left than the reserve. */
    const withReserve = async (shard: number, signal: AbortSignal): Promise<SessionLimit> => {
      for (;;) {
        const limit = await limitNow(true, signal);
        const { remaining, reset_after: resetMs } = limit;
        if (remaining > RESERVED) return limit;
        const pauseMs = Math.min(Math.max(resetMs, ASKING.longestMs), DAY_MS);
        logFinding(log, finding('discord.few-sessions', { remaining }), { shard, pauseMs });
        await clock.sleep(pauseMs, signal);
      }
    };

    return {
      waitForIdentify: async (shard, signal) => {
        const { count, lastAtMs } = failing.get(shard) ?? { count: 0, lastAtMs: 0 };
        if (count > 0) {
          const pauseMs = backOffMs(count - 1, PAUSES);
          logFinding(log, finding('discord.no-session'), { shard, identifies: count, pauseMs });
          await clock.sleep(lastAtMs + pauseMs - clock.monotonicMs(), signal);
        }
        const limit = started.has(shard) ? await withReserve(shard, signal) : await limitNow(false, signal);
        await takeSlot(shard % limit.max_concurrency, IDENTIFY_WINDOW_MS + IDENTIFY_DELAY_MS, signal);
        started.add(shard);
        failing.set(shard, { count: count + 1, lastAtMs: clock.monotonicMs() });
      },
    };
  };

  return {
    buildIdentifyThrottler,
    /** Call this when the shard got a session. */
    onReady: (shard: number): void => {
      failing.delete(shard);
    },
  };
}

/** Slots within one process. */
function createSlots(clock: Clock): TakeSlot {
  const freeAtMs = new Map<number, number>();
  return async (number, apartMs, signal) => {
    const nowMs = clock.monotonicMs();
    const atMs = Math.max(nowMs, freeAtMs.get(number) ?? 0);
    freeAtMs.set(number, atMs + apartMs);
    await clock.sleep(atMs - nowMs, signal);
  };
}
