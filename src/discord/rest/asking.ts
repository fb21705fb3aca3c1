import type { Log } from '../../log.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import type { Clock } from '../../time/clock.ts';
import { type Outcome, outcomeWithin } from './outcome.ts';
import type { CallOptions } from './request.ts';

/** Looks something up at Discord while a member waits. Never rejects, because the caller continues without the answer. */
export type Ask = <Value>(
  call: (options: CallOptions) => Promise<Outcome<Value>>,
  /** The log message for a failed lookup. */
  failure: string,
  about?: object,
) => Promise<Outcome<Value>>;

/** The response to the member has to arrive within 3 s. */
const LOOKUP_LIMIT_MS = 1_000;

export function createAsking(log: Log): Ask {
  return async (call, failure, about = {}) => {
    try {
      const outcome = await outcomeWithin(LOOKUP_LIMIT_MS, undefined, (signal) => call({ signal }));
      if (outcome.outcome !== 'done') log.info({ ...about, outcome: outcome.outcome, err: outcome.cause }, failure);
      return outcome;
    } catch (error) {
      log.error({ ...about, err: error }, failure);
      return { outcome: 'unavailable', retryAfterMs: undefined, cause: error };
    }
  };
}

/** The value, or undefined if Discord didn't say. */
export function saidIn<Value>(outcome: Outcome<Value>): Value | undefined {
  return outcome.outcome === 'done' ? outcome.value : undefined;
}

export interface LookupCacheParts<Value> {
  ask: Ask;
  clock: Pick<Clock, 'monotonicMs'>;
  call: (key: string, options: CallOptions) => Promise<Outcome<Value>>;
  /** The log message for a failed lookup. */
  failure: string;
  keysMax: number;
}

/** How old an answer may be. Discord's refusals can be kept as well, because it bans bots that repeat refused calls. */
export interface MaxAges {
  knownMs: number;
  refusedMs?: number;
}

export interface LookupCache<Value> {
  get(key: string, maxAges: MaxAges): Promise<Outcome<Value>>;
  /** The cached outcome, without asking Discord. */
  peek(key: string, maxAges: MaxAges): Outcome<Value> | undefined;
}

/** Caches Discord's answers by key. Concurrent lookups of a key share one call. Outages aren't cached. */
export function createLookupCache<Value>(parts: LookupCacheParts<Value>): LookupCache<Value> {
  const { ask, clock, call, failure, keysMax } = parts;
  const cached = createLruCache<{ outcome: Outcome<Value>; atMs: number }>(keysMax);
  const underWay = new Map<string, Promise<Outcome<Value>>>();

  const lookUp = async (key: string): Promise<Outcome<Value>> => {
    const atMs = clock.monotonicMs();
    const outcome = await ask((options) => call(key, options), failure, { key });
    if (outcome.outcome !== 'unavailable') cached.set(key, { outcome, atMs });
    return outcome;
  };
  const peek: LookupCache<Value>['peek'] = (key, { knownMs, refusedMs = 0 }) => {
    const found = cached.get(key);
    const maxAgeMs = found?.outcome.outcome === 'done' ? knownMs : refusedMs;
    return found && clock.monotonicMs() - found.atMs < maxAgeMs ? found.outcome : undefined;
  };

  return {
    peek,
    get: async (key, maxAges) => {
      const found = peek(key, maxAges);
      if (found) return found;
      const running = underWay.get(key) ?? lookUp(key).finally(() => underWay.delete(key));
      underWay.set(key, running);
      return running;
    },
  };
}
