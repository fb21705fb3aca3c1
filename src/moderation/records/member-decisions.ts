import type { Change } from '../../store/store.ts';
import { type Clock, uniqueTimeMs } from '../../time/clock.ts';
import { mayUndoUntil, UNDO_WITHIN_MS } from './audit-log.ts';
import type { Decisions, NewDecision } from './decisions.ts';
import { type MemberAction, type MemberRecord, type Members, REASON_MAX_CHARACTERS } from './members.ts';

/** Moderators' decisions about members: timeouts and trust. */

export interface MemberDecisionsParts {
  members: Pick<Members, 'decide' | 'runExclusive'>;
  decisions: Pick<Decisions, 'put' | 'deliver'>;
  clock: Pick<Clock, 'now'>;
}

/** Whose decision, about whom. */
interface Who {
  guildId: string;
  memberId: string;
  byId: string;
}

export function createMemberDecisions({ members, decisions, clock }: MemberDecisionsParts) {
  /** @returns the decision's time, which names it for *Undo*; undefined if nothing changed */
  const decide = async (
    { guildId, memberId, byId }: Who,
    action: MemberAction,
    toAfter: (before: MemberRecord) => MemberRecord | undefined,
    facts: Pick<NewDecision, 'untilMs' | 'why'> = {},
  ): Promise<number | undefined> => {
    const decidedMs = await members.decide<number | undefined>(guildId, memberId, (before) => {
      const after = toAfter(before);
      if (!after) return { outcome: undefined };
      const { timeout, trusted, replaced } = before;
      const atMs = uniqueTimeMs(clock.now(), replaced?.atMs);
      const also = [decisions.put(guildId, { byId, action, memberId, ...facts })];
      return { after: { ...after, replaced: { atMs, action, timeout, trusted } }, also, outcome: atMs };
    });
    if (decidedMs !== undefined) decisions.deliver(guildId);
    return decidedMs;
  };

  return {
    /** Stops a member from making new requests until then. Pending requests keep waiting. */
    timeOut: (who: Who, untilMs: number, reason: string): Promise<number | undefined> => {
      const why = reason.slice(0, REASON_MAX_CHARACTERS);
      const timeout = { untilMs, why, byId: who.byId, atMs: clock.now() };
      return decide(who, 'timed out', (before) => ({ ...before, timeout }), { untilMs, why });
    },
    /** Nothing changes if the member wasn't in a timeout. */
    lift: (who: Who): Promise<number | undefined> =>
      decide(who, 'timeout lifted', (before) =>
        (before.timeout?.untilMs ?? 0) > clock.now() ? { ...before, timeout: null } : undefined,
      ),
    trust: (who: Who): Promise<number | undefined> =>
      decide(who, 'trusted', (before) => (before.trusted ? undefined : trustedBy(before, who.byId, clock.now()))),
    untrust: (who: Who): Promise<number | undefined> =>
      decide(who, 'no longer trusted', (before) => (before.trusted ? { ...before, trusted: null } : undefined)),
    /** Undoes the last decision about a member, if it's the one of that time. @returns whether anything changed */
    undo: async ({ guildId, memberId, byId }: Who, atMs: number): Promise<boolean> => {
      const isDone = await members.decide(guildId, memberId, (before) => {
        const { replaced, ...now } = before;
        const nowMs = clock.now();
        if (replaced?.atMs !== atMs || !mayUndoUntil(atMs + UNDO_WITHIN_MS, nowMs)) return { outcome: false };
        const { action: undid, trusted } = replaced;
        const timeout = replaced.timeout && replaced.timeout.untilMs > nowMs ? replaced.timeout : null;
        const also = [decisions.put(guildId, { byId, action: 'undone', undid, memberId })];
        return { after: { ...now, timeout, trusted }, also, outcome: true };
      });
      if (isDone) decisions.deliver(guildId);
      return isDone;
    },
    /** Trusts the author of a request, or no longer, together with the decision about it, which commits what it gets. */
    trustAuthor: async <Result>(
      { guildId, memberId, byId, jobId, isTrusted = true }: Who & { jobId: string; isTrusted?: boolean },
      decideWith: (also: readonly Change[]) => Promise<Result>,
    ): Promise<Result> => {
      const result = await members.runExclusive(guildId, memberId, (before, toChanges) => {
        if ((before.trusted !== null) === isTrusted) return decideWith([]);
        const action = isTrusted ? 'trusted' : 'no longer trusted';
        const entry = decisions.put(guildId, { byId, action, memberId, jobId });
        const trusted = trustedBy(before, byId, clock.now());
        return decideWith([...toChanges(isTrusted ? trusted : { ...trusted, trusted: null }), entry]);
      });
      decisions.deliver(guildId);
      return result;
    },
  };
}

/** Trusted by this decision. What an earlier one replaced is forgotten. */
const trustedBy = ({ replaced: _, ...record }: MemberRecord, byId: string, atMs: number): MemberRecord => ({
  ...record,
  trusted: { byId, atMs },
});
