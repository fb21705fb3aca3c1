import { createLruCache } from '../../store/lru-cache.ts';
import { backOffMs, untilSuccessful } from '../../time/back-off.ts';
import { type Clock, DAY_MS } from '../../time/clock.ts';
import type { Refusal } from './answer.ts';
import { LimitedError } from './outcome.ts';

/** A request as limits see it. */
export interface LimitedRequest {
  method: string;
  path: string;
  /** Whether it carries the bot's token. */
  isOfBot: boolean;
}

/** Shorter waits are waited for here. A longer one fails the call, and its caller decides. */
const LONGEST_PAUSE_MS = 2_000;
/** Without a usable time. Most of these are bans of this address, which asking prolongs. */
const UNNAMED = { firstMs: 30_000, longestMs: 15 * 60_000 };
/** Lower bound on a named wait, because a tiny one that comes again and again would be a flood of requests. */
const REPEATED = { firstMs: 50, longestMs: 5_000 };
/** Until the first request after a limit is answered, one more may follow in this time. */
const TRIAL_MS = 1_000;
const LIMITS_MAX = 10_000;

interface Limit {
  sinceMs: number;
  untilMs: number;
  /** Refusals in a row before this one. */
  earlier: number;
}

/**
 * Obeys every 429 for all callers. discord.js takes a missing wait as none, and sends the next call although it rejected one
 * with a long wait.
 */
export function createRateLimits(clock: Pick<Clock, 'monotonicMs' | 'sleep'>) {
  const limits = createLruCache<Limit>(LIMITS_MAX);
  const limitsOf = (request: LimitedRequest): Limit[] =>
    Object.values(keysOf(request)).flatMap((key) => limits.get(key) ?? []);

  const tryTurn = async (request: LimitedRequest): Promise<number> => {
    const nowMs = clock.monotonicMs();
    const found = limitsOf(request);
    const waitMs = Math.max(0, ...found.map(({ untilMs }) => untilMs - nowMs));
    if (waitMs > 0) throw new LimitedError(waitMs);
    for (const limit of found) limit.untilMs = nowMs + TRIAL_MS;
    return nowMs;
  };

  return {
    /** Resolves when the request may be sent, with the time. @throws LimitedError if that takes long. */
    turn: (request: LimitedRequest, signal: AbortSignal): Promise<number> =>
      untilSuccessful(
        { clock, signal, firstMs: 0, longestMs: 0 },
        () => tryTurn(request),
        (error) => {
          if (!(error instanceof LimitedError) || error.retryAfterMs > LONGEST_PAUSE_MS) throw error;
          return error.retryAfterMs;
        },
      ),
    /** @returns how long to wait */
    onRefused: (request: LimitedRequest, sentAtMs: number, { waitMs, scope }: Refusal): number => {
      const key = keysOf(request)[scope];
      const nowMs = clock.monotonicMs();
      const before = limits.get(key);
      const earlier = before === undefined ? 0 : before.earlier + (sentAtMs > before.sinceMs ? 1 : 0);
      const pauseMs =
        waitMs === undefined ? backOffMs(earlier, UNNAMED) : Math.max(waitMs, backOffMs(earlier, REPEATED));
      const untilMs = Math.max(before?.untilMs ?? 0, nowMs + Math.min(pauseMs, DAY_MS));
      limits.set(key, { sinceMs: nowMs, untilMs, earlier });
      return untilMs - nowMs;
    },
    /** Any other answer to a request that was sent after a refusal ends its limit. */
    onAnswered: (request: LimitedRequest, sentAtMs: number): void => {
      for (const key of Object.values(keysOf(request))) {
        const limit = limits.get(key);
        if (limit && sentAtMs > limit.sinceMs) limits.delete(key);
      }
    },
  };
}

const ID = /\b\d{17,20}\b/g;

/** Discord limits a route for each channel, server or webhook: its first id. */
function keysOf({ method, path, isOfBot }: LimitedRequest): Record<Refusal['scope'], string> {
  let ids = 0;
  const route = path.replace(ID, (id) => (ids++ === 0 ? id : ':id'));
  return {
    request: `${method} ${path}`,
    route: `${method} ${route} (all)`,
    token: isOfBot ? 'of the bot' : 'of interactions',
    address: 'everything',
  };
}
