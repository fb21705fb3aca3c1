import type { Clock } from '../../clock.ts';
import { failureOf } from './rest-failure.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** Good tokens are answered with 404 for some seconds now and then; as often as this in a row, nothing is there. */
const ABSENT_TRIES = 4;

/**
 * Repeats `edit` until Discord carries it out, has nothing to edit, or `untilMs` is over.
 * @throws what is neither of those, and the reason of `signal`.
 */
export async function takeBack(
  edit: () => Promise<unknown>,
  { clock, untilMs, signal }: { clock: Clock; untilMs: number; signal: AbortSignal },
): Promise<void> {
  let absent = 0;
  for (let waitMs = FIRST_WAIT_MS; clock.now() < untilMs; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      await edit();
      return;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'gone' || failure.kind === 'token expired') {
        absent += 1;
        if (absent >= ABSENT_TRIES) return;
      } else if (failure.kind === 'unavailable') absent = 0;
      else throw error;
      const askedMs = failure.kind === 'unavailable' ? (failure.retryAfterMs ?? 0) : 0;
      await clock.sleep(Math.max(waitMs, askedMs), signal);
    }
  }
}
