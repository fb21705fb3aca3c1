import { describe, expect, it } from 'vitest';
import type { GatedRequest, Phase } from '../../../src/moderation/requests/request.ts';
import {
  after,
  decisionsIn,
  due,
  dueOrEnding,
  isPromptSpent,
  mayUndo,
  pressed,
  restarted,
  undone,
} from '../../../src/moderation/requests/request-decisions.ts';
import { statesOf } from '../../../src/moderation/requests/request-messages.ts';
import { NOW } from '../../jobs/samples.ts';
import { sampleRequest, sampleResult } from '../request-samples.ts';

const VOTE = { before: 'members', after: 'nobody' } as const;
const REJECT = { press: 'rejected' as const, byId: 'mod', why: 'not here' };
const APPROVE = { press: 'approved' as const, byId: 'first' };
const edit = (seenEdits = 0) => ({ press: 'edited' as const, byId: 'mod', prompt: 'a tower', seenEdits });
const second = (byId: string, seenEdits = 0) => ({ press: 'voted' as const, byId, seenEdits });
const PUBLISH = { press: 'published' as const, byId: 'mod' };
const approved = (changed: Partial<GatedRequest> = {}): GatedRequest =>
  pressed(sampleRequest(changed), APPROVE, NOW).after ?? sampleRequest();

const { id: jobId, memberId, location } = sampleRequest();
const ABOUT = { jobId, memberId, channelId: location.channelId, messageId: location.messageId };
const loggedIn = (now: GatedRequest | undefined, before = sampleRequest()) => (now ? decisionsIn(before, now) : []);

describe('a decision', () => {
  it('is logged with its reason, where everyone saw the request', () => {
    const change = pressed(sampleRequest(), REJECT, NOW);
    expect(change.outcome.outcome).toBe('done');
    expect(change.after).toMatchObject({ phase: 'rejected', phaseAtMs: NOW, phaseById: 'mod' });
    expect(change.after?.decision).toEqual({ kind: 'rejected', byId: 'mod', atMs: NOW, why: 'not here' });
    expect(loggedIn(change.after)).toEqual([{ ...ABOUT, action: 'rejected', byId: 'mod', why: 'not here' }]);
  });

  it('is late after an earlier decision, and names who made it', () => {
    expect(pressed(approved(), REJECT, NOW)).toEqual({ outcome: { outcome: 'late', request: approved() } });
  });

  it.each<[string, GatedRequest | undefined]>([
    ['is not there', undefined],
    ['has no messages yet', sampleRequest({ phase: 'opening' })],
  ])('is refused for a request that %s', (_, found) => {
    for (const press of [REJECT, PUBLISH]) expect(pressed(found, press, NOW)).toEqual({ outcome: { outcome: 'gone' } });
  });

  it('cuts a reason to the length that the record allows', () => {
    const change = pressed(sampleRequest(), { ...REJECT, why: 'x'.repeat(1_000) }, NOW);
    expect(change.after?.decision?.why).toHaveLength(300);
  });
});

describe('after its time', () => {
  const open = sampleRequest({ gates: VOTE, votesNeeded: 1 });
  const over = open.expiresAtMs;

  it('a request expires on any vote, decision or edit, and the record says so', () => {
    for (const press of [second('voter'), REJECT, edit()]) {
      const change = pressed(open, press, over);
      expect(change.outcome).toMatchObject({
        outcome: 'late',
        request: { decision: { kind: 'expired', byId: 'easel' } },
      });
      expect(change.after?.phase).toBe('expired');
    }
    expect(pressed(open, second('voter'), over - 1).after?.decision?.kind).toBe('approved');
  });

  it('a request that was asked while the clock was ahead waits from now on, as long as it would have', () => {
    const aheadMs = 40 * 24 * 3_600_000;
    const ahead = { ...open, phaseAtMs: open.phaseAtMs + aheadMs, expiresAtMs: open.expiresAtMs + aheadMs };
    expect(due(ahead, NOW)).toEqual({ step: 'age', inMs: 0 });
    const now = after(ahead, { event: 'aged' }, NOW);
    expect(now).toEqual({ ...ahead, phaseAtMs: NOW, expiresAtMs: NOW + over - open.phaseAtMs });
    expect(after(now, { event: 'aged' }, NOW)).toBe(now);
  });
});

describe('an edit', () => {
  it('changes only the prompt, and records who edited it', () => {
    const change = pressed(sampleRequest(), edit(), NOW);
    expect(change.after?.request).toEqual({ ...sampleRequest().request, prompt: 'a tower' });
    expect(change.after).toMatchObject({ editedById: 'mod' });
    expect(loggedIn(change.after)).toEqual([{ ...ABOUT, action: 'prompt edited', byId: 'mod' }]);
  });

  it('is late after a decision', () => {
    expect(pressed(approved(), edit(), NOW).outcome.outcome).toBe('late');
  });

  it('by the author isn’t a decision to log', () => {
    const own = pressed(sampleRequest(), { ...edit(), byId: sampleRequest().memberId }, NOW).after;
    expect(own).toMatchObject({ request: { prompt: 'a tower' } });
    expect(loggedIn(own)).toEqual([]);
  });

  it('is shown to voters and moderators, until they see the request no more', () => {
    const changed = pressed(sampleRequest({ gates: VOTE, voterIds: ['a'] }), edit(), NOW).after ?? sampleRequest();
    expect(changed.voterIds).toEqual([]);
    expect(due(changed, NOW)).toEqual({ step: 'show', inMs: 0 });
    const shown = { ...changed, shown: statesOf(changed) };
    const voted = pressed(shown, second('a', 1), NOW).after ?? changed;
    expect(due(voted, NOW)?.step).toBe('show');
    expect(due(shown, NOW)?.step).toBe('age');
  });
});

describe('a person who read the prompt before an edit', () => {
  const request = sampleRequest({ gates: VOTE, edits: 1 });

  it('cannot approve, edit or vote for the new prompt, and nothing is written', () => {
    const changes = [{ ...APPROVE, seenEdits: 0 }, edit(), second('voter')].map((press) =>
      pressed(request, press, NOW),
    );
    expect(changes).toEqual(changes.map(() => ({ outcome: { outcome: 'changed', request } })));
  });

  it('can do all of that after reading the new prompt', () => {
    expect(pressed(request, { ...APPROVE, seenEdits: 1 }, NOW).outcome.outcome).toBe('done');
    expect(pressed(request, second('voter', 1), NOW).outcome.outcome).toBe('done');
    expect(pressed(request, edit(1), NOW).after?.edits).toBe(2);
  });

  it('can still reject and withdraw the request', () => {
    expect(pressed(request, REJECT, NOW).outcome.outcome).toBe('done');
  });
});

describe('a vote', () => {
  it.each<[string, string[], string, string[]]>([
    ['counted', [], 'a', ['a']],
    ['taken back', ['a'], 'a', []],
    ['enough', ['b'], 'a', ['b', 'a']],
  ])('is %s', (expected, voterIds, voter, voters) => {
    const change = pressed(sampleRequest({ gates: VOTE, votesNeeded: 2, voterIds }), second(voter), NOW);
    expect(change.outcome.outcome).toBe('done');
    expect(change.after?.voterIds).toEqual(voters);
    expect(change.after?.decision?.kind).toBe(expected === 'enough' ? 'approved' : undefined);
    const approvedBy = { ...ABOUT, action: 'approved', byId: 'easel', why: '', voterIds: voters };
    expect(loggedIn(change.after)).toEqual(expected === 'enough' ? [approvedBy] : []);
  });
});

describe('time', () => {
  const aged = (request: GatedRequest, nowMs: number): Phase => after(request, { event: 'aged' }, nowMs).phase;

  it.each<[string, GatedRequest, number, Phase]>([
    ['lets a request wait until its end', sampleRequest(), NOW + 3_599_999, 'asked'],
    ['ends it then', sampleRequest(), NOW + 3_600_000, 'expired'],
    ['ends nothing that its member has not seen', sampleRequest({ phase: 'opening' }), NOW + 3_600_000, 'opening'],
    ['changes no decision', approved(), NOW + 999_999_999, 'approved'],
  ])('%s', (_, request, nowMs, phase) => {
    expect(aged(request, nowMs)).toBe(phase);
  });
});

describe('a moderator’s decision on a result', () => {
  it.each<[Phase, string]>([
    ['making', 'done'],
    ['ready', 'done'],
    ['asked', 'late'],
    ['started', 'late'],
    ['failed', 'late'],
    ['published', 'late'],
    ['discarded', 'late'],
    ['lost', 'late'],
    ['gone', 'late'],
    ['unconfirmed', 'late'],
    ['unanswered', 'late'],
  ])('on a result that is %s is %s', (phase, expected) => {
    const change = pressed(sampleResult({ phase }), PUBLISH, NOW);
    expect(change.outcome.outcome).toBe(expected);
    const logged = expected === 'done' ? [{ ...ABOUT, action: 'published', byId: 'mod' }] : [];
    expect(loggedIn(change.after, sampleResult({ phase }))).toEqual(logged);
  });

  it('is refused while the job is running', () => {
    const change = pressed(sampleResult({ phase: 'making' }), PUBLISH, NOW, true);
    expect(change).toEqual({ outcome: { outcome: 'not done' } });
  });
});

describe('an event', () => {
  const LATER = NOW + 5;

  it.each<[string, GatedRequest, Parameters<typeof after>[1], Partial<GatedRequest>]>([
    [
      'opens a request that somebody has to decide about',
      sampleRequest({ phase: 'opening' }),
      { event: 'answered', messageId: 'm' },
      { phase: 'asked', phaseAtMs: LATER },
    ],
    [
      'opens one that is made at once',
      sampleResult({ phase: 'opening' }),
      { event: 'answered', messageId: 'm' },
      { phase: 'approved' },
    ],
    [
      'gives one back that moderators cannot see',
      sampleRequest(),
      { event: 'no moderators channel' },
      { phase: 'dropped', decision: { kind: 'dropped', byId: 'easel', atMs: LATER, why: '' } },
    ],
    ['ends one that nobody saw', sampleRequest({ phase: 'opening' }), { event: 'unanswered' }, { phase: 'unanswered' }],
    ['hands an approved one over', approved(), { event: 'started' }, { phase: 'started' }],
    [
      'or leaves its result to moderators',
      approved({ gates: { before: 'members', after: 'moderators' } }),
      { event: 'started' },
      { phase: 'making' },
    ],
    [
      'tells where moderators see a result now',
      sampleResult({ phase: 'making' }),
      { event: 'job ended', how: 'ready', messageId: 'other' },
      { phase: 'ready', result: { channelId: 'staff', messageId: 'other' } },
    ],
  ])('%s', (_, request, event, expected) => {
    expect(after(request, event, LATER)).toMatchObject(expected);
  });

  it('is started again if its job sent nothing, but not if it has no job of its own', () => {
    const { draft } = sampleRequest({ draft: { taskKeys: ['job1-1'], restJobId: 'rest' } });
    expect(restarted(sampleRequest({ phase: 'started' }), LATER)).toMatchObject({ phase: 'approved' });
    expect(restarted(sampleResult({ phase: 'making' }), LATER)).toMatchObject({ phase: 'approved' });
    expect(restarted(sampleResult({ phase: 'making', draft }), LATER)).toBeUndefined();
    expect(restarted(sampleResult({ phase: 'discarded' }), LATER)).toBeUndefined();
  });

  it('has no effect if something else happened meanwhile', () => {
    const discarded = sampleResult({ phase: 'discarded' });
    expect(after(discarded, { event: 'job ended', how: 'ready', messageId: undefined }, LATER)).toBe(discarded);
  });

  it('that refuses an approved request keeps the reason as data, also for the log', () => {
    const refusal = { reason: 'model' as const, kind: 'image' as const, modelIds: ['image-model-b'] };
    const request = after(approved(), { event: 'forbidden', refusal }, LATER);
    expect(request).toMatchObject({ phase: 'rejected', decision: { byId: 'easel', why: '', refusal } });
    const logged = { ...ABOUT, action: 'rejected', byId: 'easel', why: '', refusal };
    expect(loggedIn(request, approved())).toEqual([logged]);
  });
});

describe('a message that was out of reach', () => {
  const bring = (request: GatedRequest, nowMs: number, isUnreached = true): GatedRequest =>
    after(
      request,
      { event: 'shown', key: 'public', state: statesOf(request).public, at: undefined, isUnreached },
      nowMs,
    );
  const ended = bring(sampleRequest({ phase: 'withdrawn', shown: { card: 'withdrawn' } }), NOW);
  const FIRST_MS = 5 * 60_000;

  it('is tried again after 5 minutes, then after ever longer, and no more after a week', () => {
    expect(due(ended, NOW)).toEqual({ step: 'show late', inMs: FIRST_MS });
    let [now, nowMs, tries] = [ended, NOW, 1];
    for (let next = due(now, nowMs); next; next = due(now, nowMs)) {
      [nowMs, tries] = [nowMs + next.inMs, tries + 1];
      now = bring(now, nowMs);
    }
    expect(tries).toBe(12);
    expect((nowMs - NOW) / (24 * 3_600_000)).toBeCloseTo(7, 0);
  });

  it('is done once it’s reached, and keeps no prompt from being forgotten until then', () => {
    expect(due(bring(ended, NOW + FIRST_MS, false), NOW)).toBeUndefined();
    expect(isPromptSpent(ended)).toBe(true);
  });

  it('starts anew with another state, and holds up no step', () => {
    const asked = bring(bring(sampleRequest(), NOW), NOW + FIRST_MS);
    expect(due(asked, NOW + FIRST_MS)).toEqual({ step: 'show late', inMs: 2 * FIRST_MS });
    const rejected = pressed(asked, REJECT, NOW + FIRST_MS).after ?? asked;
    expect(due(rejected, NOW + FIRST_MS)).toEqual({ step: 'end', inMs: 0 });
    const shown = { ...rejected, shown: { ...rejected.shown, card: 'rejected', notice: 'rejected' } };
    expect(due(bring(shown, NOW), NOW)).toEqual({ step: 'show late', inMs: FIRST_MS });
  });
});

describe('nothing follows', () => {
  it.each<[string, GatedRequest]>([
    ['from what was handed over to its job', sampleRequest({ phase: 'started' })],
    ['from a result that waits for moderators and is shown to them', sampleResult()],
    [
      'from a decision that everybody sees',
      sampleRequest({ phase: 'rejected', shown: { public: 'rejected', notice: 'rejected' } }),
    ],
  ])('%s', (_, request) => {
    expect(due(request, NOW)).toBeUndefined();
  });
});

describe('a moderator’s decision', () => {
  const asked = sampleRequest({ gates: VOTE, voterIds: ['voter'] });
  const rejected = pressed(asked, { ...REJECT, isUndoable: true }, NOW).after ?? asked;
  const MINUTES = 60_000;

  it('can be undone for ten minutes, then its card changes', () => {
    const end = NOW + 10 * MINUTES;
    expect([NOW - 1, NOW, end - 1, end].map((atMs) => mayUndo(rejected, NOW, atMs))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(mayUndo(rejected, NOW + 1, NOW + 2)).toBe(false);
    const shown = { ...rejected, shown: statesOf(rejected) };
    expect(dueOrEnding(shown, NOW)).toEqual({ step: 'end undo', inMs: 10 * MINUTES });
    const ended = after(shown, { event: 'undo ended' }, end);
    expect([statesOf(shown).card, statesOf(ended).card]).toEqual(['rejected undo', 'rejected']);
    expect(loggedIn(ended, shown)).toEqual([]);
  });

  it('leaves votes and the rest of the time as they were when it is undone, and tells an author who read it', () => {
    const again = undone({ ...rejected, shown: { notice: 'rejected' } }, 'mod2', NOW + 4 * MINUTES);
    expect(again).toMatchObject({ phase: 'asked', voterIds: ['voter'], expiresAtMs: asked.expiresAtMs + 4 * MINUTES });
    expect([again.decision, again.undoUntilMs, statesOf(again).notice]).toEqual([undefined, undefined, 'asked']);
    expect(statesOf(undone(rejected, 'mod2', NOW)).notice).toBeUndefined();
    expect(loggedIn(again, rejected)).toEqual([{ ...ABOUT, action: 'undone', undid: 'rejected', byId: 'mod2' }]);
  });

  it('can’t be undone once it has started, or if it followed from another decision', () => {
    const approvedByMod = pressed(sampleRequest(), { ...APPROVE, isUndoable: true }, NOW).after ?? asked;
    expect(mayUndo(approvedByMod, NOW, NOW)).toBe(true);
    expect(mayUndo(after(approvedByMod, { event: 'started' }, NOW), NOW, NOW)).toBe(false);
    expect(mayUndo(pressed(asked, REJECT, NOW).after ?? rejected, NOW, NOW)).toBe(false);
  });
});
