import { RetryLater } from '../../src/engine/lane.ts';

/** The result of posting an alert, as the posters of the bot report it. */
export function postedAs(outcome: 'no access' | 'unavailable' | undefined): boolean {
  if (outcome === 'unavailable') throw new RetryLater();
  return outcome === undefined;
}
