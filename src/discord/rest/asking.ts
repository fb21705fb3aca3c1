import type { Log } from '../../log.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import type { Clock } from '../../time/clock.ts';
import { withinLimit } from '../../time/time-limit.ts';
import type { Outcome } from './outcome.ts';
import type { CallOptions } from './request.ts';

/** A question while a member waits. It never rejects: whoever asks has to go on without Discord's word as well. */
export type Ask = <Value>(
  call: (options: CallOptions) => Promise<Outcome<Value>>,
  /** For the log, where Discord does not say. */
  unsaid: string,
  about?: object,
) => Promise<Outcome<Value>>;

/** The member's answer has to be there within 3 s. */
const ASK_WITHIN_MS = 1_000;

export function createAsking(log: Log): Ask {
  return async (call, unsaid, about = {}) => {
    try {
      const outcome = await withinLimit(ASK_WITHIN_MS, undefined, (signal) => call({ signal }));
      if (outcome.outcome !== 'done') log.info({ ...about, outcome: outcome.outcome, err: outcome.cause }, unsaid);
      return outcome;
    } catch (error) {
      log.error({ ...about, err: error }, unsaid);
      return { outcome: 'unavailable', retryAfterMs: undefined, cause: error };
    }
  };
}

/** Undefined where Discord did not say. */
export function saidIn<Value>(outcome: Outcome<Value>): Value | undefined {
  return outcome.outcome === 'done' ? outcome.value : undefined;
}

export interface RememberingParts<Value> {
  clock: Pick<Clock, 'monotonicMs'>;
  /** How long an answer counts. */
  keptMs: number;
  most: number;
  /** Undefined where Discord did not say, which is not remembered. */
  ask(key: string): Promise<Value | undefined>;
}

export interface Remembering<Value> {
  get(key: string): Promise<Value | undefined>;
  /** What is remembered; asks nothing. */
  atHand(key: string): Value | undefined;
}

/** Remembers what Discord said, so that several looks at one thing ask once. */
export function createRemembering<Value>({ clock, keptMs, most, ask }: RememberingParts<Value>): Remembering<Value> {
  const known = createLruCache<{ asked: Promise<Value | undefined>; said?: Value; atMs: number }>(most);
  const current = (key: string) => {
    const before = known.get(key);
    return before && clock.monotonicMs() - before.atMs < keptMs ? before : undefined;
  };
  return {
    atHand: (key) => current(key)?.said,
    get: async (key) => {
      const before = await current(key)?.asked;
      if (before !== undefined) return before;
      const asked = ask(key);
      const atMs = clock.monotonicMs();
      known.set(key, { asked, atMs });
      const said = await asked;
      if (said !== undefined) known.set(key, { asked, said, atMs });
      return said;
    },
  };
}
