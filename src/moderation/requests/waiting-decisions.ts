import type { Change } from '../../driver/driven-records.ts';
import { withNote } from '../notes.ts';
import { BY_EASEL, type Decision, type DecisionKind, isUndecided, type Waiting } from './waiting.ts';

/** What people and time do to a request that waits. */

const WHY_MAX_CHARACTERS = 300;

export type DecideOutcome =
  | { outcome: 'decided'; waiting: Waiting }
  /** Somebody was first. */
  | { outcome: 'late'; waiting: Waiting; decision: Decision }
  /** Nothing was done: its prompt was changed after whoever decides read it. */
  | { outcome: 'changed'; waiting: Waiting }
  | { outcome: 'gone' };
type TooLate = Exclude<DecideOutcome, { outcome: 'decided' | 'changed' }>;

export type VoteOutcome =
  | { outcome: 'counted' | 'taken back' | 'enough'; waiting: Waiting }
  | Exclude<DecideOutcome, { outcome: 'decided' }>;

export interface Verdict {
  kind: DecisionKind;
  byId: string;
  why?: string;
  /** The `edits` of the prompt that was read; left out where the decision is about any prompt. */
  seenEdits?: number | undefined;
}

/** The request once it was decided about, whoever may do that. */
export function withDecision(waiting: Waiting, { kind, byId, why = '' }: Verdict, nowMs: number): Waiting {
  const decision = { kind, byId, why: why.slice(0, WHY_MAX_CHARACTERS), atMs: nowMs, isCarriedOut: false };
  return withNote({ ...waiting, decision }, { action: kind, byId, atMs: nowMs, why });
}

/** Nothing but the first decision counts, none after its time, and none where nobody can see what it is about. */
function whenUndecided<Outcome>(
  found: Waiting | undefined,
  nowMs: number,
  decide: (waiting: Waiting) => Change<Waiting, Outcome>,
): Change<Waiting, Outcome | TooLate> {
  const { after } = found?.isOpen ? agedTo(found, nowMs) : {};
  const now = after ?? found;
  if (now?.decision) {
    const outcome = { outcome: 'late' as const, waiting: now, decision: now.decision };
    return after ? { after, outcome } : { outcome };
  }
  return now?.isOpen ? decide(now) : { outcome: { outcome: 'gone' } };
}

const asDecided = (waiting: Waiting): Change<Waiting, DecideOutcome> => ({
  after: waiting,
  outcome: { outcome: 'decided', waiting },
});

const isChanged = ({ edits }: Waiting, seenEdits: number | undefined): boolean =>
  seenEdits !== undefined && seenEdits !== edits;

export function decided(found: Waiting | undefined, verdict: Verdict, nowMs: number): Change<Waiting, DecideOutcome> {
  return whenUndecided(found, nowMs, (waiting) =>
    isChanged(waiting, verdict.seenEdits)
      ? { outcome: { outcome: 'changed', waiting } }
      : asDecided(withDecision(waiting, verdict, nowMs)),
  );
}

/** Another prompt in the place of the one that was read. */
export function edited(
  found: Waiting | undefined,
  { byId, prompt, seenEdits }: { byId: string; prompt: string; seenEdits: number },
  nowMs: number,
): Change<Waiting, DecideOutcome> {
  return whenUndecided(found, nowMs, (waiting) => {
    if (isChanged(waiting, seenEdits)) return { outcome: { outcome: 'changed', waiting } };
    // Members seconded another prompt, so votes begin anew.
    const isBehind = waiting.mode === 'vote';
    const request = { ...waiting.request, prompt };
    const changed = { ...waiting, request, editedById: byId, edits: waiting.edits + 1, voterIds: [], isBehind };
    return asDecided(withNote(changed, { action: 'prompt edited', byId, atMs: nowMs }));
  });
}

/** A member's vote is added, or taken back; the last that was needed approves. */
export function voted(
  found: Waiting | undefined,
  { memberId, seenEdits }: { memberId: string; seenEdits: number },
  nowMs: number,
): Change<Waiting, VoteOutcome> {
  return whenUndecided(found, nowMs, (waiting): Change<Waiting, VoteOutcome> => {
    if (isChanged(waiting, seenEdits)) return { outcome: { outcome: 'changed', waiting } };
    const others = waiting.voterIds.filter((voter) => voter !== memberId);
    const isBack = others.length < waiting.voterIds.length;
    const counted = { ...waiting, voterIds: isBack ? others : [...others, memberId] };
    if (isBack) return { after: counted, outcome: { outcome: 'taken back', waiting: counted } };
    if (counted.voterIds.length < waiting.votesNeeded) {
      return { after: counted, outcome: { outcome: 'counted', waiting: counted } };
    }
    const enough = withDecision(counted, { kind: 'approved', byId: BY_EASEL }, nowMs);
    return { after: enough, outcome: { outcome: 'enough', waiting: enough } };
  });
}

/** What time alone does to it: it expires, and what nobody could ever see is dropped. */
export function agedTo(found: Waiting | undefined, nowMs: number): Change<Waiting, undefined> {
  const after = (kind: DecisionKind, waiting: Waiting) => withDecision(waiting, { kind, byId: BY_EASEL }, nowMs);
  if (!found || found.decision) return { outcome: undefined };
  if (!found.isOpen) return { after: after('dropped', found), outcome: undefined };
  const isOver = isUndecided(found) && found.expiresAtMs <= nowMs;
  return isOver ? { after: after('expired', found), outcome: undefined } : { outcome: undefined };
}

/** It was approved, and what it asks for is forbidden by the time that it would be begun. */
export function overruled(now: Waiting, why: string, nowMs: number): Change<Waiting, Waiting> {
  const after = withDecision(now, { kind: 'rejected', byId: BY_EASEL, why }, nowMs);
  return { after, outcome: after };
}

/** The request's message shows `shown`; what happened to it since has still to be shown. */
export function caughtUp(now: Waiting | undefined, shown: Waiting): Change<Waiting, undefined> {
  const isSame = now?.request.prompt === shown.request.prompt && now.voterIds.join() === shown.voterIds.join();
  return now && isSame ? { after: { ...now, isBehind: false }, outcome: undefined } : { outcome: undefined };
}

/** Its job was lost before anything of it was sent. @returns whether it is approved, and so will be begun again. */
export function reopened(now: Waiting | undefined): Change<Waiting, boolean> {
  if (now?.decision?.kind !== 'approved') return { outcome: false };
  return { after: { ...now, decision: { ...now.decision, isCarriedOut: false } }, outcome: true };
}

export function carriedOut(now: Waiting | undefined): Change<Waiting, undefined> {
  if (!now?.decision) return { outcome: undefined };
  return { after: { ...now, decision: { ...now.decision, isCarriedOut: true } }, outcome: undefined };
}
