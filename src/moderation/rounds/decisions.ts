import {
  ENTRIES_MAX,
  type Ending,
  type Entry,
  entriesHere,
  entriesIn,
  entryNumbered,
  entryOf,
  potJobId,
  type Round,
  VOTERS_MAX,
} from './round.ts';

/** What may become of a round: pure functions from what is and what somebody wants to what is then. */

/** `round` is there where something changed. */
export interface RoundChange<Outcome> {
  round?: Round;
  outcome: Outcome;
}

/** The phase for which a press came is over; or, `early`, has not begun. */
export type WrongPhase = { outcome: 'over' | 'early' };

export type SubmitOutcome = WrongPhase | { outcome: 'added' | 'changed' | 'full' | 'removed'; entry?: Entry };
export type WithdrawOutcome = WrongPhase | { outcome: 'withdrawn' | 'none' };
export type VoteOutcome = WrongPhase | { outcome: 'counted' | 'taken back' | 'own' | 'no entry' | 'full' };
export type EntryDecision =
  | { outcome: 'done'; entry: Entry }
  /** Somebody was first. */
  | { outcome: 'late'; entry: Entry }
  | { outcome: 'over' | 'no entry' | 'changed' };
export type EndOutcome = { outcome: 'done' } | { outcome: 'late'; byId: string | undefined };

/** @see submitted */
export interface HandedIn {
  memberId: string;
  prompt: string;
  /** A moderator has to let it take part. */
  waits: boolean;
  /** Moderators see its result before everybody does, should it win. */
  isPreviewed: boolean;
}

/** The one entry of a member, added or put in the place of what it was. */
export function submitEntry(
  round: Round,
  { memberId, prompt, waits, isPreviewed, nowMs }: HandedIn & { nowMs: number },
): RoundChange<SubmitOutcome> {
  if (round.phase !== 'submitting') return { outcome: { outcome: 'over' } };
  const before = entryOf(round, memberId);
  if (before?.state === 'removed') return { outcome: { outcome: 'removed', entry: before } };
  if (!before && round.entries.length >= ENTRIES_MAX) return { outcome: { outcome: 'full' } };
  // What a moderator let take part stays so while it is the same.
  const isSame = before?.prompt === prompt && before.state === 'in';
  const entry: Entry = isSame
    ? before
    : {
        number: before?.number ?? round.entries.length + 1,
        memberId,
        prompt,
        atMs: nowMs,
        state: waits ? 'waits' : 'in',
        ...(isPreviewed && { isPreviewed }),
      };
  const isNew = !before || before.state === 'withdrawn';
  return { round: withEntry(round, entry), outcome: { outcome: isNew ? 'added' : 'changed', entry } };
}

export function withdrawEntry(round: Round, memberId: string): RoundChange<WithdrawOutcome> {
  if (round.phase !== 'submitting') return { outcome: { outcome: 'over' } };
  const entry = entryOf(round, memberId);
  if (!entry || (entry.state !== 'in' && entry.state !== 'waits')) return { outcome: { outcome: 'none' } };
  return { round: withEntry(round, { ...entry, state: 'withdrawn' }), outcome: { outcome: 'withdrawn' } };
}

/** One vote of each member for each entry; once more takes it back. */
export function castVote(round: Round, memberId: string, number: number): RoundChange<VoteOutcome> {
  if (round.phase !== 'voting') return { outcome: { outcome: round.phase === 'submitting' ? 'early' : 'over' } };
  const entry = entryNumbered(round, number);
  if (entry?.state !== 'in') return { outcome: { outcome: 'no entry' } };
  if (entry.memberId === memberId) return { outcome: { outcome: 'own' } };
  const before = votesOf(round, memberId);
  if (before.includes(number)) {
    return {
      round: withVotes(
        round,
        memberId,
        before.filter((one) => one !== number),
      ),
      outcome: { outcome: 'taken back' },
    };
  }
  const isNew = !Object.hasOwn(round.votes, memberId);
  if (isNew && Object.keys(round.votes).length >= VOTERS_MAX) return { outcome: { outcome: 'full' } };
  return { round: withVotes(round, memberId, [...before, number]), outcome: { outcome: 'counted' } };
}

export function votesOf({ votes }: Round, memberId: string): number[] {
  return (Object.hasOwn(votes, memberId) ? votes[memberId] : undefined) ?? [];
}

function withVotes(round: Round, memberId: string, numbers: number[]): Round {
  const { [memberId]: _, ...others } = round.votes;
  return { ...round, votes: numbers.length === 0 ? others : { ...others, [memberId]: numbers } };
}

function withEntry(round: Round, entry: Entry): Round {
  const isNew = !entryNumbered(round, entry.number);
  const entries = isNew
    ? [...round.entries, entry]
    : round.entries.map((one) => (one.number === entry.number ? entry : one));
  return { ...round, entries };
}

const isOpenToEntryDecisions = ({ phase }: Round): boolean => phase === 'submitting' || phase === 'voting';

/** A moderator takes an entry out; its author cannot hand in another. */
export function removeEntry(round: Round, number: number, byId: string, why: string): RoundChange<EntryDecision> {
  if (!isOpenToEntryDecisions(round)) return { outcome: { outcome: 'over' } };
  const before = entryNumbered(round, number);
  if (!before || before.state === 'withdrawn') return { outcome: { outcome: 'no entry' } };
  if (before.state === 'removed') return { outcome: { outcome: 'late', entry: before } };
  const entry: Entry = { ...before, state: 'removed', byId, why };
  return { round: withEntry(round, entry), outcome: { outcome: 'done', entry } };
}

/** A moderator lets an entry take part. @param atMs when what the moderator read was handed in. */
export function letEntryIn(round: Round, number: number, byId: string, atMs: number): RoundChange<EntryDecision> {
  if (!isOpenToEntryDecisions(round)) return { outcome: { outcome: 'over' } };
  const before = entryNumbered(round, number);
  if (!before || before.state === 'withdrawn') return { outcome: { outcome: 'no entry' } };
  if (before.state !== 'waits') return { outcome: { outcome: 'late', entry: before } };
  // Changed since the moderator read it: that one has to be read first.
  if (before.atMs !== atMs) return { outcome: { outcome: 'changed' } };
  const entry: Entry = { ...before, state: 'in', byId };
  return { round: withEntry(round, entry), outcome: { outcome: 'done', entry } };
}

/** The entries with most votes, the earlier one first where two have as many. */
export function ranking(round: Round): { entry: Entry; votes: number }[] {
  const counts = new Map<number, number>();
  for (const numbers of Object.values(round.votes)) {
    for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return entriesIn(round)
    .map((entry) => ({ entry, votes: counts.get(entry.number) ?? 0 }))
    .sort((a, b) => b.votes - a.votes || a.entry.number - b.entry.number);
}

/** Whether time alone moves the round on. */
export function isDue({ phase, submitUntilMs, voteUntilMs }: Round, nowMs: number): boolean {
  return (phase === 'submitting' && submitUntilMs <= nowMs) || (phase === 'voting' && voteUntilMs <= nowMs);
}

/** Submitting is over. */
export function toVoting(round: Round, nowMs: number): Round {
  if (entriesHere(round).length === 0) return endRound(round, 'no entries', nowMs);
  // Ended early, or with nobody there to vote in the whole time because the bot was down: the full time from now on.
  const isPlanned = round.submitUntilMs <= nowMs && nowMs < round.voteUntilMs;
  return { ...round, phase: 'voting', voteUntilMs: isPlanned ? round.voteUntilMs : nowMs + round.voteMs };
}

/** Voting is over. @param barred the numbers of entries that the rules no longer let through. */
export function toCreating(round: Round, barred: ReadonlySet<number>, nowMs: number): Round {
  const best = ranking(round)
    .filter(({ entry }) => !barred.has(entry.number))
    .slice(0, round.winners);
  if (best.length === 0) return endRound(round, 'no entries', nowMs);
  const picks = best.map(({ entry, votes }, index) => ({
    number: entry.number,
    votes,
    jobId: potJobId(round.id, index + 1),
    state: 'waiting' as const,
  }));
  return { ...round, phase: 'creating', picks };
}

export function endRound(round: Round, how: Ending, nowMs: number, byId?: string): Round {
  const by = byId === undefined ? {} : { byId };
  return { ...round, phase: 'ended', ending: { how, ...by, atMs: nowMs, phase: round.phase, isSettled: false } };
}

/** The phase that a moderator saw ends now. */
export function endRoundEarly(
  round: Round,
  {
    phase,
    byId,
    nowMs,
    barred,
  }: { phase: 'submitting' | 'voting'; byId: string; nowMs: number; barred: ReadonlySet<number> },
): RoundChange<EndOutcome> {
  if (round.phase !== phase) return { outcome: { outcome: 'late', byId: endedBy(round, phase) } };
  const noted: Round = { ...round, endedEarly: [...round.endedEarly, { phase, byId, atMs: nowMs }] };
  const next = phase === 'submitting' ? toVoting(noted, nowMs) : toCreating(noted, barred, nowMs);
  return { round: next, outcome: { outcome: 'done' } };
}

function endedBy(round: Round, phase: 'submitting' | 'voting'): string | undefined {
  return round.endedEarly.find((one) => one.phase === phase)?.byId ?? round.ending?.byId;
}

/** Nothing more is begun; what was begun goes on. */
export function cancelRound(round: Round, byId: string, nowMs: number): RoundChange<EndOutcome> {
  if (round.phase === 'ended') return { outcome: { outcome: 'late', byId: round.ending?.byId } };
  return { round: endRound(round, 'cancelled', nowMs, byId), outcome: { outcome: 'done' } };
}
