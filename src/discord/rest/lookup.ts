import type { Log } from '../../log.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import type { Clock } from '../../time/clock.ts';
import { type Outcome, outcomeWithin } from './outcome.ts';
import type { CallOptions } from './request.ts';
import type { DiscordRest } from './rest.ts';

type LookupCall<Ids extends readonly string[], Value> = (...given: [...Ids, CallOptions]) => Promise<Outcome<Value>>;

/**
 * Looks something up at Discord while a member waits. Never rejects, because the caller continues without the answer.
 * @param failure the log message for a failed lookup
 */
export type Lookup = <Ids extends readonly string[], Value>(
  call: LookupCall<Ids, Value>,
  failure: string,
  ...ids: Ids
) => Promise<Outcome<Value>>;

interface LookupBase {
  ask: Lookup;
  clock: Pick<Clock, 'monotonicMs'>;
}

export interface LookupParts<Calls extends keyof DiscordRest> extends LookupBase {
  rest: Pick<DiscordRest, Calls>;
}

/** The response to the member has to arrive within 3 s. */
const LOOKUP_LIMIT_MS = 1_000;

export function createLookup(log: Log): Lookup {
  return async (call, failure, ...ids) => {
    const key = keyOf(ids);
    try {
      const outcome = await outcomeWithin(LOOKUP_LIMIT_MS, (signal) => call(...ids, { signal }));
      if (outcome.outcome !== 'done') log.info({ key, outcome: outcome.outcome, err: outcome.cause }, failure);
      return outcome;
    } catch (error) {
      log.error({ key, err: error }, failure);
      return { outcome: 'unavailable', retryAfterMs: undefined, cause: error };
    }
  };
}

const keyOf = (ids: readonly string[]): string => ids.join('-');

/** The value, or undefined if Discord didn't say. */
export function saidIn<Value>(outcome: Outcome<Value>): Value | undefined {
  return outcome.outcome === 'done' ? outcome.value : undefined;
}

/** How old an answer may be. Discord's refusals can be kept as well, because it bans bots that repeat refused calls. */
export interface MaxAges {
  knownMs: number;
  refusedMs?: number;
}

/**
 * Caches Discord's answers by ids. Concurrent lookups of the same share one call. Outages aren't cached.
 * @param failure the log message for a failed lookup
 */
export function createLookupCache<Ids extends readonly string[], Value>(
  { ask, clock }: LookupBase,
  call: LookupCall<Ids, Value>,
  { failure, answersMax }: { failure: string; answersMax: number },
) {
  const cached = createLruCache<{ outcome: Outcome<Value>; atMs: number }>(answersMax);
  const underWay = new Map<string, Promise<Outcome<Value>>>();

  const lookUp = async (ids: Ids): Promise<Outcome<Value>> => {
    const atMs = clock.monotonicMs();
    const outcome = await ask(call, failure, ...ids);
    if (outcome.outcome !== 'unavailable') cached.set(keyOf(ids), { outcome, atMs });
    return outcome;
  };
  /** The cached outcome, without asking Discord. */
  const peek = ({ knownMs, refusedMs = 0 }: MaxAges, ...ids: Ids): Outcome<Value> | undefined => {
    const found = cached.get(keyOf(ids));
    const maxAgeMs = found?.outcome.outcome === 'done' ? knownMs : refusedMs;
    return found && clock.monotonicMs() - found.atMs < maxAgeMs ? found.outcome : undefined;
  };

  return {
    peek,
    get: async (maxAges: MaxAges, ...ids: Ids): Promise<Outcome<Value>> => {
      const found = peek(maxAges, ...ids);
      if (found) return found;
      const key = keyOf(ids);
      const running = underWay.get(key) ?? lookUp(ids).finally(() => underWay.delete(key));
      underWay.set(key, running);
      return running;
    },
  };
}
