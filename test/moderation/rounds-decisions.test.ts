import { describe, expect, it } from 'vitest';
import {
  approveEntry,
  cancelRound,
  castVote,
  endRound,
  endRoundEarly,
  isDue,
  rankEntries,
  removeEntry,
  startCreating,
  startVoting,
  submitEntry,
  undoEntryDecision,
  withdrawEntry,
} from '../../src/moderation/rounds/decisions.ts';
import {
  ENTRIES_MAX,
  type Entry,
  entriesVisibility,
  PHASES,
  potParts,
  type Round,
  roundSchema,
  VOTERS_MAX,
} from '../../src/moderation/rounds/round.ts';
import { entryBy, MINUTE_MS, NOW, roundOf } from './rounds-samples.ts';

const NOBODY = new Set<number>();
const hand = (round: Round, memberId: string, prompt: string, approvalChannelId?: string) =>
  submitEntry(round, { memberId, prompt, approvalChannelId, isPreviewed: false, nowMs: NOW });
const numbers = (round: Round): number[] => round.winners.map(({ number }) => number);
const voting = (entries: Entry[], votes: Round['votes'] = {}): Round => roundOf({ phase: 'voting', entries, votes });

describe('the pot', () => {
  it('is held in parts, each with its own job and task', () => {
    const parts = potParts(roundOf({ winnerCount: 10 }));
    expect(new Set(parts.map(({ jobId }) => jobId)).size).toBe(10);
    expect(parts[0]).toEqual({ jobId: 'round11', taskKey: 'round11-1', quoteCredits: 5, modelId: 'image-model-a' });
    expect(parts.every(({ jobId }) => /^[0-9a-z]{1,14}$/.test(jobId))).toBe(true);
  });
});

describe('entering a prompt', () => {
  it('gives each member one entry, which a later prompt replaces', () => {
    const first = hand(roundOf(), 'a', 'one');
    const second = hand(first.round ?? roundOf(), 'b', 'two');
    const third = hand(second.round ?? roundOf(), 'a', 'three');
    expect([first, second, third].map(({ outcome }) => outcome)).toEqual(['added', 'added', 'changed']);
    expect(third.round?.entries.map(({ number, prompt }) => [number, prompt])).toEqual([
      [1, 'three'],
      [2, 'two'],
    ]);
  });

  it.each(PHASES.filter((phase) => phase !== 'submitting'))('is refused in phase %s', (phase) => {
    const round = roundOf({ phase, entries: [entryBy(1)] });
    expect(hand(round, 'a', 'one')).toEqual({ outcome: 'over' });
    expect(withdrawEntry(round, 'member1')).toEqual({ outcome: 'over' });
  });

  it('is refused once the round is full, but members can still change their entries', () => {
    const entries = Array.from({ length: ENTRIES_MAX }, (_, index) => entryBy(index + 1));
    expect(hand(roundOf({ entries }), 'late', 'one').outcome).toBe('full');
    expect(hand(roundOf({ entries }), 'member7', 'other').outcome).toBe('changed');
  });

  it('is refused after a moderator removed the member’s entry', () => {
    const round = roundOf({ entries: [entryBy(1, { state: 'removed', byId: 'moderator', why: 'no' })] });
    expect(hand(round, 'member1', 'again')).toMatchObject({ outcome: 'removed', entry: { why: 'no' } });
    expect(hand(round, 'member1', 'again').round).toBeUndefined();
  });

  it('is possible again after withdrawing', () => {
    const gone = withdrawEntry(roundOf({ entries: [entryBy(1)] }), 'member1').round ?? roundOf();
    expect(gone.entries[0]?.state).toBe('withdrawn');
    expect(hand(gone, 'member1', 'again')).toMatchObject({ outcome: 'added', entry: { number: 1 } });
    expect(withdrawEntry(gone, 'member1').outcome).toBe('none');
  });

  it('needs approval again only if the prompt has changed', () => {
    const round = roundOf({ entries: [entryBy(1, { byId: 'moderator' })] });
    expect(hand(round, 'member1', 'prompt 1', 'staff')).toMatchObject({ entry: { state: 'accepted' } });
    expect(hand(round, 'member1', 'other', 'staff')).toMatchObject({ entry: { state: 'pending' } });
  });
});

describe('voting', () => {
  const entries = [entryBy(1), entryBy(2), entryBy(3, { state: 'pending' }), entryBy(4, { state: 'removed' })];

  it('counts one vote per member and entry, and takes it back on the second press', () => {
    const once = castVote(voting(entries), 'a', 1);
    const both = castVote(once.round ?? voting([]), 'a', 2);
    const back = castVote(both.round ?? voting([]), 'a', 1);
    expect([once, both, back].map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    expect(back.round?.votes).toEqual({ a: [2] });
    expect(castVote(back.round ?? voting([]), 'a', 2).round?.votes).toEqual({});
  });

  it.each([
    { why: 'the voter’s own entry', memberId: 'member1', number: 1, outcome: 'own' },
    { why: 'an entry that needs approval', memberId: 'a', number: 3, outcome: 'no entry' },
    { why: 'a removed entry', memberId: 'a', number: 4, outcome: 'no entry' },
    { why: 'an unknown number', memberId: 'a', number: 5, outcome: 'no entry' },
  ])('refuses $why', ({ memberId, number, outcome }) => {
    expect(castVote(voting(entries), memberId, number)).toEqual({ outcome });
  });

  it.each([
    ['submitting', 'early'],
    ['creating', 'over'],
    ['ended', 'over'],
  ] as const)('in phase %s is too %s', (phase, outcome) => {
    expect(castVote(roundOf({ phase, entries }), 'a', 1)).toEqual({ outcome });
  });

  it('refuses more voters than the bound, but not further votes of the others', () => {
    const votes = Object.fromEntries(Array.from({ length: VOTERS_MAX }, (_, index) => [`v${index}`, [1]]));
    expect(castVote(voting(entries, votes), 'late', 1).outcome).toBe('full');
    expect(castVote(voting(entries, votes), 'v7', 2).outcome).toBe('done');
  });
});

describe('moderators', () => {
  const BY = { byId: 'one', nowMs: NOW };

  it('remove an entry once, and the second one reads who was first', () => {
    const first = removeEntry(voting([entryBy(1)]), 1, { ...BY, why: 'off theme' });
    expect(first.round?.entries[0]).toMatchObject({ state: 'removed', byId: 'one', why: 'off theme' });
    const second = removeEntry(first.round ?? voting([]), 1, { byId: 'two', why: '', nowMs: NOW });
    expect(second).toMatchObject({ outcome: 'late', entry: { byId: 'one' } });
    expect(second.round).toBeUndefined();
  });

  it('approve only the prompt that they have read', () => {
    const round = voting([entryBy(1, { state: 'pending' })]);
    expect(approveEntry(round, 1, { ...BY, atMs: NOW - 1 }).outcome).toBe('changed');
    const first = approveEntry(round, 1, { ...BY, atMs: NOW });
    expect(first.outcome).toBe('done');
    expect(approveEntry(first.round ?? round, 1, { byId: 'two', atMs: NOW, nowMs: NOW })).toMatchObject({
      outcome: 'late',
    });
  });

  it.each(['creating', 'ended'] as const)('can’t change entries in phase %s', (phase) => {
    const round = roundOf({ phase, entries: [entryBy(1, { state: 'pending' })] });
    expect(removeEntry(round, 1, { ...BY, why: '' }).outcome).toBe('over');
    expect(approveEntry(round, 1, { ...BY, atMs: NOW }).outcome).toBe('over');
  });

  it('undo a decision within ten minutes, unless the entry changed since', () => {
    const end = NOW + 10 * MINUTE_MS;
    const undo = (round = voting([]), nowMs = NOW + 1) => undoEntryDecision(round, 1, end, nowMs);
    const approved = approveEntry(voting([entryBy(1, { state: 'pending' })]), 1, { ...BY, atMs: NOW }).round;
    const removed = removeEntry(approved ?? voting([]), 1, { byId: 'two', nowMs: NOW + 1, why: 'no' }).round;
    const again = undoEntryDecision(removed ?? voting([]), 1, end + 1, NOW + 1);
    expect(again).toMatchObject({ undid: 'entry removed', entry: { state: 'accepted', byId: 'one' } });
    expect(again.round?.entries[0]?.why).toBeUndefined();
    expect(undo(approved)).toMatchObject({ undid: 'entry approved', entry: { state: 'pending' } });
    const withdrawn = { ...(approved ?? voting([])), entries: [entryBy(1, { state: 'withdrawn' })] };
    const late = [undo(approved, end), undo(removed), undo(undo(approved).round), undo(withdrawn)];
    expect(late.map(({ outcome }) => outcome)).toEqual(Array(4).fill('undo late'));
    expect(undo({ ...(approved ?? voting([])), phase: 'creating' }).outcome).toBe('over');
  });

  it('end only the phase that they saw', () => {
    const round = roundOf({ entries: [entryBy(1)] });
    const by = { byId: 'one', nowMs: NOW + MINUTE_MS, forbidden: NOBODY };
    const first = endRoundEarly(round, { phase: 'submitting', ...by });
    expect(first.round).toMatchObject({ phase: 'voting', voteUntilMs: NOW + 31 * MINUTE_MS });
    const second = endRoundEarly(first.round ?? round, { phase: 'submitting', ...by, byId: 'two' });
    expect(second).toEqual({ outcome: 'late', byId: 'one' });
    const third = endRoundEarly(first.round ?? round, { phase: 'voting', ...by });
    expect(third.round?.phase).toBe('creating');
  });

  it('cancel a round once', () => {
    const first = cancelRound(roundOf(), 'one', NOW);
    expect(first.round?.ending).toMatchObject({ how: 'cancelled', byId: 'one', atMs: NOW, isPotReleased: false });
    expect(cancelRound(first.round ?? roundOf(), 'two', NOW)).toEqual({ outcome: 'late', byId: 'one' });
  });
});

describe('the winners', () => {
  it.each<{ why: string; entries: Entry[]; votes: Round['votes']; forbidden?: number[]; best: number[] }>([
    {
      why: 'have the most votes',
      entries: [1, 2, 3].map((n) => entryBy(n)),
      votes: { a: [3], b: [3, 2] },
      best: [3, 2],
    },
    {
      why: 'are the earlier entries in a tie',
      entries: [1, 2, 3].map((n) => entryBy(n)),
      votes: { a: [2, 3] },
      best: [2, 3],
    },
    {
      why: 'are the earliest entries if there are no votes',
      entries: [1, 2, 3].map((n) => entryBy(n)),
      votes: {},
      best: [1, 2],
    },
    { why: 'are all entries if there are few', entries: [entryBy(1)], votes: {}, best: [1] },
    {
      why: 'are never removed, unapproved or forbidden entries',
      entries: [entryBy(1, { state: 'removed' }), entryBy(2, { state: 'pending' }), entryBy(3), entryBy(4)],
      votes: { a: [1, 2, 3], b: [3] },
      forbidden: [3],
      best: [4],
    },
  ])('$why', ({ entries, votes, forbidden = [], best }) => {
    expect(numbers(startCreating(voting(entries, votes), new Set(forbidden), NOW))).toEqual(best);
  });

  it('are ranked by the number of members who voted for them', () => {
    const round = voting([entryBy(1), entryBy(2)], { a: [1, 2], b: [2] });
    expect(rankEntries(round).map(({ entry, votes }) => [entry.number, votes])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  it('are missing if no entry is left, which ends the round', () => {
    const round = startCreating(voting([entryBy(1)]), new Set([1]), NOW);
    expect(round).toMatchObject({ phase: 'ended', ending: { how: 'no entries', isPotReleased: false } });
  });
});

describe('the clock', () => {
  it.each([
    { phase: 'submitting', afterMinutes: 29, due: false },
    { phase: 'submitting', afterMinutes: 30, due: true },
    { phase: 'voting', afterMinutes: 59, due: false },
    { phase: 'voting', afterMinutes: 60, due: true },
    { phase: 'creating', afterMinutes: 90, due: false },
    { phase: 'ended', afterMinutes: 90, due: false },
  ] as const)('ends phase $phase after $afterMinutes minutes: $due', ({ phase, afterMinutes, due }) => {
    expect(isDue(roundOf({ phase }), NOW + afterMinutes * MINUTE_MS)).toBe(due);
  });

  it.each([
    { why: 'as planned', atMinutes: 30, untilMinutes: 60 },
    { why: 'as planned if the bot was a little late', atMinutes: 59, untilMinutes: 60 },
    { why: 'for the full time if no one could vote', atMinutes: 60, untilMinutes: 90 },
  ])('lets members vote $why', ({ atMinutes, untilMinutes }) => {
    const round = startVoting(roundOf({ entries: [entryBy(1)] }), NOW + atMinutes * MINUTE_MS);
    expect(round).toMatchObject({ phase: 'voting', voteUntilMs: NOW + untilMinutes * MINUTE_MS });
  });

  it('ends a round without entries', () => {
    const round = startVoting(roundOf({ entries: [entryBy(1, { state: 'withdrawn' })] }), NOW);
    expect(round.ending?.how).toBe('no entries');
  });
});

describe('the record', () => {
  it('holds the largest possible round in 200 kB', () => {
    const entries = Array.from({ length: ENTRIES_MAX }, (_, index) => entryBy(index + 1, { prompt: 'x'.repeat(400) }));
    const votes = Object.fromEntries(
      Array.from({ length: VOTERS_MAX }, (_, i) => [`12000000000000${i + 10_000}`, [1, 50, 99]]),
    );
    expect(roundSchema.safeParse(roundOf({ entries, votes })).success).toBe(true);
    expect(JSON.stringify(roundOf({ entries, votes })).length).toBeLessThan(200_000);
  });
});

describe('everyone can read the entries', () => {
  const hidesPrompt = { ...roundOf().request, hidesPrompt: true };
  const endedIn = (phase: Round['phase']) => endRound(roundOf({ phase }), 'cancelled', NOW);
  it.each([
    ['not before voting', roundOf(), 'not yet'],
    ['while members vote', roundOf({ phase: 'voting' }), 'shown'],
    ['while members vote, even if prompts are hidden', roundOf({ phase: 'voting', request: hidesPrompt }), 'shown'],
    [
      'not while the winners are made, if prompts are hidden',
      roundOf({ phase: 'creating', request: hidesPrompt }),
      'no more',
    ],
    ['never, if the round ended before voting', endedIn('submitting'), 'never'],
    ['if the round ended during voting', endedIn('voting'), 'shown'],
    ['after the winners are made', endedIn('creating'), 'shown'],
    ['not afterwards, if prompts are hidden', { ...endedIn('voting'), request: hidesPrompt }, 'no more'],
  ])('%s', (_, round, view) => {
    expect(entriesVisibility(round)).toBe(view);
  });
});
