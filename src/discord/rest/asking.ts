import { abortingAfter } from '../../aborting.ts';
import type { Log } from '../../log.ts';
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
      const outcome = await abortingAfter(ASK_WITHIN_MS, undefined, (signal) => call({ signal }));
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
