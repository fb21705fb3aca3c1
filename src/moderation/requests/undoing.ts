import { type HoldRefusal, isHeld } from '../../budget/account/decisions.ts';
import type { Change } from '../../store/store.ts';
import type { Refusal } from '../admission/refusal.ts';
import type { RequestsContext } from './context.ts';
import { type GatedRequest, holdOf } from './request.ts';
import { mayUndo, undone } from './request-decisions.ts';

export type UndoOutcome =
  | { outcome: 'done'; request: GatedRequest }
  /** Its time is over, it started, or someone undid it. */
  | { outcome: 'late' }
  /** The rules refuse it now. */
  | { outcome: 'refused'; refusal: Refusal }
  | { outcome: 'not held'; refusal: HoldRefusal };

type Decide = (also: readonly Change[]) => Promise<UndoOutcome>;
/** @param decideWith decides while no step of the request runs, with what to write in the same commit */
type Undo = (
  id: string,
  at: { byId: string; atMs: number },
  decideWith?: (decide: Decide) => Promise<UndoOutcome>,
) => Promise<UndoOutcome>;

/**
 * Undoes a moderator's decision, so that the request waits again. What was approved has to be unsent, and keeps its hold. What
 * was rejected is judged again and needs a new hold, unless the old one wasn't released yet. What was discarded needs neither.
 */
export function createUndoing(context: RequestsContext): Undo {
  const { accounts, clock, history, records } = context;

  return (id, { byId, atMs }, decideWith = (decide) => decide([])) =>
    records.runExclusive(id, async (found): Promise<UndoOutcome> => {
      // Without its prompt, which its author had deleted, there is nothing to decide on.
      if (!found || found.request.prompt === '' || !mayUndo(found, atMs, clock.now())) return { outcome: 'late' };
      const { phase } = found;
      const refusal = phase === 'rejected' ? await context.recheckUndone(found) : undefined;
      if (refusal) return { outcome: 'refused', refusal };
      let notHeld: HoldRefusal | undefined;
      const hold = (changes: readonly Change[]): Promise<boolean> =>
        history.withoutUnmade(found.guildId, id, async (unmade) => {
          const held = await accounts.hold(found.guildId, holdOf(found), () => [...changes, ...unmade]);
          if (!isHeld(held)) notHeld = held;
          return isHeld(held);
        });
      const outcome = await decideWith((also) =>
        records.change<UndoOutcome>(id, (now) => {
          const nowMs = clock.now();
          if (!now || !mayUndo(now, atMs, nowMs)) return { outcome: { outcome: 'late' } };
          const request = undone(now, byId, nowMs);
          // A draft was paid for when it was made.
          const isPaid = phase !== 'rejected' || now.draft !== undefined;
          return { after: request, also, ...(!isPaid && { commit: hold }), outcome: { outcome: 'done', request } };
        }),
      );
      return notHeld ? { outcome: 'not held', refusal: notHeld } : outcome;
    });
}
