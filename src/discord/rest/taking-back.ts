import type { Clock } from '../../clock.ts';
import { NotDoneError, type Outcome } from './outcome.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** Good tokens are answered with 404 for some seconds now and then; as often as this in a row, nothing is there. */
const ABSENT_TRIES = 4;

/**
 * Repeats `edit` until Discord carries it out, has nothing to edit, or `untilMs` is over.
 * @throws what is neither of those, and the reason of `signal`.
 */
export async function takeBack(
  edit: () => Promise<Outcome<unknown>>,
  { clock, untilMs, signal }: { clock: Clock; untilMs: number; signal: AbortSignal },
): Promise<void> {
  let absent = 0;
  for (let waitMs = FIRST_WAIT_MS; clock.now() < untilMs; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    const edited = await edit();
    signal.throwIfAborted();
    if (edited.outcome === 'done') return;
    if (edited.outcome !== 'gone' && edited.outcome !== 'unavailable') throw new NotDoneError(edited);
    absent = edited.outcome === 'gone' ? absent + 1 : 0;
    if (absent >= ABSENT_TRIES) return;
    const askedMs = edited.outcome === 'unavailable' ? (edited.retryAfterMs ?? 0) : 0;
    await clock.sleep(Math.max(waitMs, askedMs), signal);
  }
}
