import { describe, expect, it } from 'vitest';
import type { Waiting } from '../../../src/moderation/requests/waiting.ts';
import {
  agedTo,
  carriedOut,
  decided,
  edited,
  voted,
  withDecision,
} from '../../../src/moderation/requests/waiting-decisions.ts';
import { NOW } from '../../jobs/samples.ts';
import { sampleWaiting } from '../waiting-samples.ts';

const REJECTED = { kind: 'rejected' as const, byId: 'mod', why: 'not here' };
const DECIDED = withDecision(sampleWaiting(), { kind: 'approved', byId: 'first' }, NOW);

describe('a decision', () => {
  it('is written with what is to be noted of it', () => {
    const { after, outcome } = decided(sampleWaiting(), REJECTED, NOW);
    expect(outcome.outcome).toBe('decided');
    expect(after?.decision).toEqual({ ...REJECTED, atMs: NOW, isCarriedOut: false });
    expect(after?.notes).toEqual([{ action: 'rejected', byId: 'mod', atMs: NOW, why: 'not here' }]);
  });

  it('is late where there was one, and tells whose', () => {
    expect(decided(DECIDED, REJECTED, NOW)).toEqual({
      outcome: { outcome: 'late', waiting: DECIDED, decision: DECIDED.decision },
    });
  });

  it.each<[string, Waiting | undefined]>([
    ['is not there', undefined],
    ['has no messages yet', sampleWaiting({ isOpen: false })],
  ])('is none about what %s', (_, found) => {
    expect(decided(found, REJECTED, NOW)).toEqual({ outcome: { outcome: 'gone' } });
  });

  it('keeps no more of a reason than the record takes', () => {
    const { after } = decided(sampleWaiting(), { ...REJECTED, why: 'x'.repeat(1_000) }, NOW);
    expect(after?.decision?.why).toHaveLength(300);
    expect(after?.notes[0]?.why).toHaveLength(300);
  });
});

describe('after its time', () => {
  const open = sampleWaiting({ mode: 'vote', votesNeeded: 1 });
  const over = open.expiresAtMs;

  it('a request has expired, whoever votes, decides or edits, and is written so', () => {
    const late = { outcome: 'late', decision: { kind: 'expired', byId: 'easel' } };
    for (const change of [
      voted(open, { memberId: 'voter', seenEdits: 0 }, over),
      decided(open, REJECTED, over),
      edited(open, { byId: 'mod', prompt: 'x', seenEdits: 0 }, over),
    ]) {
      expect(change.outcome).toMatchObject(late);
      expect(change.after?.decision?.kind).toBe('expired');
    }
    expect(voted(open, { memberId: 'voter', seenEdits: 0 }, over - 1).outcome.outcome).toBe('enough');
  });
});

describe('an edit', () => {
  it('changes the prompt and nothing else of the request, and says who did', () => {
    const { after } = edited(sampleWaiting(), { byId: 'mod', prompt: 'a tower', seenEdits: 0 }, NOW);
    expect(after?.request).toEqual({ ...sampleWaiting().request, prompt: 'a tower' });
    expect(after).toMatchObject({ editedById: 'mod', notes: [{ action: 'prompt edited', byId: 'mod', atMs: NOW }] });
  });

  it('is late after a decision', () => {
    expect(edited(DECIDED, { byId: 'mod', prompt: 'a tower', seenEdits: 0 }, NOW).outcome.outcome).toBe('late');
  });
});

describe('whoever read the prompt before it was changed', () => {
  const waiting = sampleWaiting({ mode: 'vote', edits: 1 });

  it('neither approves, edits, nor seconds the one that is there now, and nothing is written', () => {
    const changes = [
      decided(waiting, { kind: 'approved', byId: 'mod', seenEdits: 0 }, NOW),
      edited(waiting, { byId: 'mod', prompt: 'a tower', seenEdits: 0 }, NOW),
      voted(waiting, { memberId: 'voter', seenEdits: 0 }, NOW),
    ];
    expect(changes).toEqual(changes.map(() => ({ outcome: { outcome: 'changed', waiting } })));
  });

  it('does all of that once they have read it', () => {
    expect(decided(waiting, { kind: 'approved', byId: 'mod', seenEdits: 1 }, NOW).outcome.outcome).toBe('decided');
    expect(voted(waiting, { memberId: 'voter', seenEdits: 1 }, NOW).outcome.outcome).toBe('counted');
    const { after } = edited(waiting, { byId: 'mod', prompt: 'a tower', seenEdits: 1 }, NOW);
    expect(after?.edits).toBe(2);
  });

  it('rejects and withdraws it whatever it says', () => {
    expect(decided(waiting, REJECTED, NOW).outcome.outcome).toBe('decided');
  });
});

describe('a vote', () => {
  it.each<[string, string[], string, string[]]>([
    ['counted', [], 'a', ['a']],
    ['taken back', ['a'], 'a', []],
    ['enough', ['b'], 'a', ['b', 'a']],
  ])('is %s', (expected, voterIds, voter, after) => {
    const change = voted(
      sampleWaiting({ mode: 'vote', votesNeeded: 2, voterIds }),
      { memberId: voter, seenEdits: 0 },
      NOW,
    );
    expect(change.outcome.outcome).toBe(expected);
    expect(change.after?.voterIds).toEqual(after);
    expect(change.after?.decision?.kind).toBe(expected === 'enough' ? 'approved' : undefined);
  });
});

describe('time', () => {
  it.each<[string, Partial<Waiting>, number, string | undefined]>([
    ['lets a request wait until its end', {}, NOW + 3_599_999, undefined],
    ['ends it then', {}, NOW + 3_600_000, 'expired'],
    ['drops what nobody could see', { isOpen: false }, NOW, 'dropped'],
  ])('%s', (_, changed, nowMs, kind) => {
    expect(agedTo(sampleWaiting(changed), nowMs).after?.decision?.kind).toBe(kind);
  });

  it('changes no decision', () => {
    expect(agedTo(DECIDED, NOW + 999_999_999).after).toBeUndefined();
  });
});

describe('a request whose decision was carried out', () => {
  it('says so, and one without a decision does not', () => {
    expect(carriedOut(DECIDED).after?.decision?.isCarriedOut).toBe(true);
    expect(carriedOut(sampleWaiting()).after).toBeUndefined();
  });
});
