import { mayUndoUntil, UNDO_WITHIN_MS } from '../records/audit-log.ts';
import {
  acceptedEntries,
  currentEntries,
  ENTRIES_MAX,
  type Ending,
  type Entry,
  entryByMember,
  entryByNumber,
  isOpenToEntryDecisions,
  potJobId,
  type Round,
  VOTERS_MAX,
} from './round.ts';

/** Decisions about rounds, as pure functions from a round to an outcome and, if something changed, the changed round. */

interface Changed {
  round?: Round;
}
/** `late`: someone else decided first. */
export type EntryDecision = Changed &
  (
    | { outcome: 'done'; entry: Entry; undid?: 'entry removed' | 'entry approved' }
    | { outcome: 'late'; entry: Entry }
    | { outcome: 'over' | 'no entry' | 'changed' | 'undo late' }
  );
export type EndOutcome = Changed & ({ outcome: 'done' } | { outcome: 'late'; byId: string | undefined });

/** What a member enters. */
export interface NewEntry {
  memberId: string;
  prompt: string;
  /** Where moderators have to approve it first; undefined if they needn't. */
  approvalChannelId: string | undefined;
  /** If it wins, moderators see its result before everyone else. */
  isPreviewed: boolean;
}

/** Adds the member's only entry, or replaces it. */
export function submitEntry(
  round: Round,
  { memberId, prompt, approvalChannelId: channelId, isPreviewed, nowMs }: NewEntry & { nowMs: number },
): Changed & { outcome: 'added' | 'changed' | 'over' | 'full' | 'removed'; entry?: Entry } {
  if (round.phase !== 'submitting') return { outcome: 'over' };
  const before = entryByMember(round, memberId);
  if (before?.state === 'removed') return { outcome: 'removed', entry: before };
  if (!before && round.entries.length >= ENTRIES_MAX) return { outcome: 'full' };
  // An approved entry stays approved while its prompt is the same.
  const isSame = before?.prompt === prompt && before.state === 'accepted';
  const entry: Entry = isSame
    ? before
    : {
        number: before?.number ?? round.entries.length + 1,
        memberId,
        prompt,
        atMs: nowMs,
        state: channelId === undefined ? 'accepted' : 'pending',
        ...(isPreviewed && { isPreviewed }),
        // The card that waits shows the new prompt. A decided one stays as it is, and a new one asks again.
        ...(channelId !== undefined && { card: (before?.state === 'pending' && before.card) || { channelId } }),
      };
  const isNew = !before || before.state === 'withdrawn';
  return { outcome: isNew ? 'added' : 'changed', entry, round: withEntry(round, entry) };
}

export function withdrawEntry(round: Round, memberId: string): Changed & { outcome: 'withdrawn' | 'none' | 'over' } {
  if (round.phase !== 'submitting') return { outcome: 'over' };
  const entry = entryByMember(round, memberId);
  if (!entry || (entry.state !== 'accepted' && entry.state !== 'pending')) return { outcome: 'none' };
  return { outcome: 'withdrawn', round: withEntry(round, { ...entry, state: 'withdrawn' }) };
}

/** Each member has one vote for each entry. Voting for it again removes the vote. */
export function castVote(
  round: Round,
  memberId: string,
  number: number,
): Changed & { outcome: 'done' | 'early' | 'over' | 'own' | 'no entry' | 'full' } {
  if (round.phase !== 'voting') return { outcome: round.phase === 'submitting' ? 'early' : 'over' };
  const entry = entryByNumber(round, number);
  if (entry?.state !== 'accepted') return { outcome: 'no entry' };
  if (entry.memberId === memberId) return { outcome: 'own' };
  const isNew = !Object.hasOwn(round.votes, memberId);
  if (isNew && Object.keys(round.votes).length >= VOTERS_MAX) return { outcome: 'full' };
  const before = votesOf(round, memberId);
  const others = before.filter((one) => one !== number);
  const after = others.length < before.length ? others : [...before, number];
  return { outcome: 'done', round: withVotes(round, memberId, after) };
}

export function votesOf({ votes }: Round, memberId: string): number[] {
  return (Object.hasOwn(votes, memberId) ? votes[memberId] : undefined) ?? [];
}

function withVotes(round: Round, memberId: string, numbers: number[]): Round {
  const { [memberId]: _, ...others } = round.votes;
  return { ...round, votes: numbers.length === 0 ? others : { ...others, [memberId]: numbers } };
}

function withEntry(round: Round, entry: Entry): Round {
  const isNew = !entryByNumber(round, entry.number);
  const entries = isNew
    ? [...round.entries, entry]
    : round.entries.map((one) => (one.number === entry.number ? entry : one));
  return { ...round, entries };
}

interface ByModerator {
  byId: string;
  nowMs: number;
}

/** A moderator removes an entry. Its author can't enter another one. */
export function removeEntry(
  round: Round,
  number: number,
  { byId, nowMs, why }: ByModerator & { why: string },
): EntryDecision {
  if (!isOpenToEntryDecisions(round)) return { outcome: 'over' };
  const before = entryByNumber(round, number);
  if (!before || before.state === 'withdrawn') return { outcome: 'no entry' };
  if (before.state === 'removed') return { outcome: 'late', entry: before };
  const entry: Entry = { ...before, state: 'removed', byId, why, undo: undoOf(before, before.state, nowMs) };
  return { outcome: 'done', entry, round: withEntry(round, entry) };
}

/** @param atMs when the prompt was entered that the moderator has read */
export function approveEntry(
  round: Round,
  number: number,
  { byId, nowMs, atMs }: ByModerator & { atMs: number },
): EntryDecision {
  if (!isOpenToEntryDecisions(round)) return { outcome: 'over' };
  const before = entryByNumber(round, number);
  if (!before || before.state === 'withdrawn') return { outcome: 'no entry' };
  if (before.state !== 'pending') return { outcome: 'late', entry: before };
  // Its author has changed it since, so the moderator has to read it again.
  if (before.atMs !== atMs) return { outcome: 'changed' };
  const entry: Entry = { ...before, state: 'accepted', byId, undo: undoOf(before, before.state, nowMs) };
  return { outcome: 'done', entry, round: withEntry(round, entry) };
}

const undoOf = ({ byId }: Entry, state: 'accepted' | 'pending', nowMs: number): Entry['undo'] => ({
  state,
  untilMs: nowMs + UNDO_WITHIN_MS,
  ...(byId !== undefined && { byId }),
});

/** Undoes the decision that can be undone until that time, unless its author changed or withdrew the entry since. */
export function undoEntryDecision(round: Round, number: number, untilMs: number, nowMs: number): EntryDecision {
  if (!isOpenToEntryDecisions(round)) return { outcome: 'over' };
  const before = entryByNumber(round, number);
  const isMeant = before?.undo?.untilMs === untilMs && mayUndoUntil(untilMs, nowMs);
  if (!before?.undo || !isMeant || before.state === 'withdrawn') return { outcome: 'undo late' };
  const { undo, byId: _, why: __, ...kept } = before;
  const entry: Entry = { ...kept, state: undo.state, ...(undo.byId !== undefined && { byId: undo.byId }) };
  const undid = before.state === 'removed' ? ('entry removed' as const) : ('entry approved' as const);
  return { outcome: 'done', entry, undid, round: withEntry(round, entry) };
}

/** Whether a member's entry may be one of those that are being made. */
export const needsEntryOf = (round: Round, memberId: string): boolean =>
  (entryByMember(round, memberId)?.prompt ?? '') !== '' && round.phase === 'creating';

/** Without the prompt of a member's entry, which no longer takes part. Undefined if there is none, or it's being made. */
export function withoutEntryOf(round: Round, memberId: string): Round | undefined {
  const entry = entryByMember(round, memberId);
  if (!entry?.prompt || needsEntryOf(round, memberId)) return undefined;
  return withEntry(round, { ...entry, prompt: '', state: round.ending ? entry.state : 'withdrawn' });
}

/** The accepted entries, most votes first; of entries with the same number of votes, the earlier one first. */
export function rankEntries(round: Round): { entry: Entry; votes: number }[] {
  const counts = new Map<number, number>();
  for (const numbers of Object.values(round.votes)) {
    for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return acceptedEntries(round)
    .map((entry) => ({ entry, votes: counts.get(entry.number) ?? 0 }))
    .sort((a, b) => b.votes - a.votes || a.entry.number - b.entry.number);
}

/** Whether the current phase's time is up. */
export function isDue({ phase, submitUntilMs, voteUntilMs }: Round, nowMs: number): boolean {
  return (phase === 'submitting' && submitUntilMs <= nowMs) || (phase === 'voting' && voteUntilMs <= nowMs);
}

export function startVoting(round: Round, nowMs: number): Round {
  if (currentEntries(round).length === 0) return endRound(round, 'no entries', nowMs);
  // If submitting ended early, or the bot was down for all of the voting time, members get the full time from now.
  const isPlanned = round.submitUntilMs <= nowMs && nowMs < round.voteUntilMs;
  return { ...round, phase: 'voting', voteUntilMs: isPlanned ? round.voteUntilMs : nowMs + round.voteMs };
}

/** @param forbidden the numbers of entries that the rules now refuse */
export function startCreating(round: Round, forbidden: ReadonlySet<number>, nowMs: number): Round {
  const best = rankEntries(round)
    .filter(({ entry }) => !forbidden.has(entry.number))
    .slice(0, round.winnerCount);
  if (best.length === 0) return endRound(round, 'no entries', nowMs);
  const winners = best.map(({ entry, votes }, index) => ({
    number: entry.number,
    votes,
    jobId: potJobId(round.id, index + 1),
    state: 'waiting' as const,
  }));
  return { ...round, phase: 'creating', winners };
}

export function endRound(round: Round, how: Ending, nowMs: number, byId?: string): Round {
  const by = byId === undefined ? {} : { byId };
  return { ...round, phase: 'ended', ending: { how, ...by, atMs: nowMs, phase: round.phase, isPotReleased: false } };
}

/** Ends the phase that the moderator saw. */
export function endRoundEarly(
  round: Round,
  {
    phase,
    byId,
    nowMs,
    forbidden,
  }: { phase: 'submitting' | 'voting'; byId: string; nowMs: number; forbidden: ReadonlySet<number> },
): EndOutcome {
  if (round.phase !== phase) return { outcome: 'late', byId: endedBy(round, phase) };
  const ended: Round = { ...round, endedEarly: [...round.endedEarly, { phase, byId, atMs: nowMs }] };
  const next = phase === 'submitting' ? startVoting(ended, nowMs) : startCreating(ended, forbidden, nowMs);
  return { outcome: 'done', round: next };
}

function endedBy(round: Round, phase: 'submitting' | 'voting'): string | undefined {
  return round.endedEarly.find((one) => one.phase === phase)?.byId ?? round.ending?.byId;
}

/** No more jobs are started. Jobs that have started continue. */
export function cancelRound(round: Round, byId: string, nowMs: number): EndOutcome {
  if (round.phase === 'ended') return { outcome: 'late', byId: round.ending?.byId };
  return { outcome: 'done', round: endRound(round, 'cancelled', nowMs, byId) };
}
