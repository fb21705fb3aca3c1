import type { Change } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import type { Decisions, NewDecision } from './decisions.ts';
import { type MemberRecord, type Members, REASON_MAX_CHARACTERS } from './members.ts';

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
  /** @returns whether anything changed */
  const decide = async (
    { guildId, memberId, byId }: Who,
    action: NewDecision['action'],
    toAfter: (before: MemberRecord) => MemberRecord | undefined,
    facts: Pick<NewDecision, 'untilMs' | 'why'> = {},
  ): Promise<boolean> => {
    const isDone = await members.decide(guildId, memberId, (before) => {
      const after = toAfter(before);
      if (!after) return { outcome: false };
      return { after, also: [decisions.put(guildId, { byId, action, memberId, ...facts })], outcome: true };
    });
    if (isDone) decisions.deliver(guildId);
    return isDone;
  };

  return {
    /** Stops a member from making new requests until then. Pending requests keep waiting. */
    timeOut: (who: Who, untilMs: number, reason: string): Promise<boolean> => {
      const why = reason.slice(0, REASON_MAX_CHARACTERS);
      const timeout = { untilMs, why, byId: who.byId, atMs: clock.now() };
      return decide(who, 'timed out', (before) => ({ ...before, timeout }), { untilMs, why });
    },
    /** @returns whether the member was in a timeout */
    lift: (who: Who): Promise<boolean> =>
      decide(who, 'timeout lifted', (before) =>
        (before.timeout?.untilMs ?? 0) > clock.now() ? { ...before, timeout: null } : undefined,
      ),
    /** @returns whether that is a change */
    trust: (who: Who): Promise<boolean> =>
      decide(who, 'trusted', (before) => (before.trusted ? undefined : trustedBy(before, who.byId, clock.now()))),
    untrust: (who: Who): Promise<boolean> =>
      decide(who, 'no longer trusted', (before) => (before.trusted ? { ...before, trusted: null } : undefined)),
    /** Trusts the author of a request together with the decision about it, which commits what it gets. */
    trustAuthor: async <Result>(
      { guildId, memberId, byId }: Who,
      jobId: string,
      decideWith: (also: readonly Change[]) => Promise<Result>,
    ): Promise<Result> => {
      const result = await members.runExclusive(guildId, memberId, (before, toChanges) => {
        if (before.trusted) return decideWith([]);
        const entry = decisions.put(guildId, { byId, action: 'trusted', memberId, jobId });
        return decideWith([...toChanges(trustedBy(before, byId, clock.now())), entry]);
      });
      decisions.deliver(guildId);
      return result;
    },
  };
}

const trustedBy = (record: MemberRecord, byId: string, atMs: number): MemberRecord => ({
  ...record,
  trusted: { byId, atMs },
});
