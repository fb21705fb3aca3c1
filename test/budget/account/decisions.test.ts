import { Map as PersistentMap } from 'immutable';
import { describe, expect, it } from 'vitest';
import { type Account, NEW_ACCOUNT } from '../../../src/budget/account/account.ts';
import { decideReleaseJob } from '../../../src/budget/account/bookings.ts';
import { decideHold, HOLDS_MAX } from '../../../src/budget/account/decisions.ts';
import { viewOf } from '../../../src/budget/account/view.ts';
import { BudgetError } from '../../../src/budget/ledger/amounts.ts';
import {
  changed,
  check,
  DECEMBER_MS,
  decideCorrect,
  decideRelease,
  decideSettle,
  decideUnconfirmed,
  holding,
  NOVEMBER_MS,
  request,
  terms,
} from '../samples.ts';

const DECEMBER_1_MS = Date.UTC(2026, 11, 1);

function lastEntry(account: Account) {
  return account.latest.at(-1);
}

describe('holding', () => {
  it.each([
    ['less than there is', [60, 39], 1],
    ['exactly what there is', [60, 40], 0],
    ['nothing, for a model that costs nothing', [0], 100],
  ])('%s is held', (_, quotes, leftCredits) => {
    const account = holding('job', ...quotes);
    expect(viewOf(account, terms())).toMatchObject({ allowanceCredits: 100, leftCredits, overspentCredits: 0 });
    expect(check(account)).toEqual([]);
  });

  it('more than there is holds nothing, and says what is missing and when the allowance renews', () => {
    expect(decideHold(holding('first', 30), request('second', 50, 21), terms())).toEqual({
      account: undefined,
      outcome: { outcome: 'short', neededCredits: 71, leftCredits: 70, renewsAtMs: DECEMBER_1_MS },
    });
  });

  it('a second time changes nothing and says so, even without room for it', () => {
    const account = holding('job', 60, 40);
    expect(decideHold(account, request('job', 60, 40), terms())).toEqual({
      account: undefined,
      outcome: { outcome: 'already' },
    });
  });

  it('a second time holds only the missing tasks', () => {
    const account = changed(decideRelease(holding('job', 60, 40), 'job.1', 'failed', terms()));
    const again = changed(decideHold(account, request('job', 60, 40), terms()));
    expect(viewOf(again, terms()).heldCredits).toBe(100);
    expect(check(again)).toEqual([]);
  });

  it.each([
    ['a fraction', request('job', 0.5)],
    ['less than nothing', request('job', -1)],
    ['more than an amount may be', request('job', 1_000_000_001)],
    ['no number', request('job', Number.NaN)],
    ['no task', request('job')],
    ['a task twice', { ...request('job', 1), tasks: [...request('job', 1).tasks, ...request('job', 1).tasks] }],
    [
      'a wild task key',
      { ...request('job', 1), tasks: [{ taskKey: '__proto__', quoteCredits: 1, modelId: 'image-model-a' }] },
    ],
    ["another job's task", { ...request('other', 1), tasks: request('held', 1).tasks }],
  ])('%s is an error', (_, wrong) => {
    expect(() => decideHold(holding('held', 1), wrong, terms())).toThrow(BudgetError);
  });

  it('is limited in number', () => {
    const one = holding('job', 0).holds.get('job.0');
    if (one === undefined) throw new Error('nothing held');
    const holds = Object.fromEntries(Array.from({ length: HOLDS_MAX }, (_, index) => [`old.${index}`, one]));
    expect(() =>
      decideHold({ ...NEW_ACCOUNT, holds: PersistentMap(Object.entries(holds)) }, request('job', 0), terms()),
    ).toThrow('at most 10000 tasks');
  });

  it('does not mistake a property of every object for a hold', () => {
    expect(decideSettle(NEW_ACCOUNT, 'toString', 1, terms()).outcome).toBe('already');
  });
});

describe('correcting a hold to what the service charged', () => {
  it.each([
    ['down', 4, { heldCredits: 4, leftCredits: 96, overspentCredits: 0 }],
    ['up', 60, { heldCredits: 60, leftCredits: 40, overspentCredits: 0 }],
    ['past the limit', 130, { heldCredits: 130, leftCredits: 0, overspentCredits: 30 }],
    ['to nothing', 0, { heldCredits: 0, leftCredits: 100, overspentCredits: 0 }],
  ])('%s is booked and said', (_, chargedCredits, expected) => {
    const { account, outcome } = decideCorrect(holding('job', 10), 'job.0', chargedCredits, terms());
    expect(outcome).toBe('corrected');
    expect(account && viewOf(account, terms())).toMatchObject(expected);
    const { leftCredits, overspentCredits } = expected;
    const amounts = { fromCredits: 10, toCredits: chargedCredits, leftCredits, overspentCredits };
    expect(account && lastEntry(account)).toMatchObject({ kind: 'corrected', taskKey: 'job.0', ...amounts });
    expect(account && check(account)).toEqual([]);
  });

  it('to the same amount changes nothing, and after its end reports that it is gone', () => {
    const account = holding('job', 10);
    expect(decideCorrect(account, 'job.0', 10, terms())).toEqual({ account: undefined, outcome: 'unchanged' });
    const settled = changed(decideSettle(account, 'job.0', 10, terms()));
    expect(decideCorrect(settled, 'job.0', 11, terms())).toEqual({ account: undefined, outcome: 'already' });
  });

  it('past the limit stops new holds until there is room', () => {
    const over = changed(decideCorrect(holding('job', 10, 20), 'job.0', 90, terms()));
    expect(decideHold(over, request('free', 0), terms()).outcome).toMatchObject({ outcome: 'short', leftCredits: 0 });
    const room = changed(decideRelease(over, 'job.1', 'failed', terms()));
    expect(decideHold(room, request('next', 10), terms()).outcome).toEqual({ outcome: 'held' });
    expect(decideHold(room, request('next', 11), terms()).outcome).toMatchObject({ outcome: 'short' });
  });

  it('past the limit still lets Easel make something itself, which only a pause stops', () => {
    const over = changed(decideCorrect(holding('job', 10), 'job.0', 130, terms()));
    const free = request('still', 0);
    const still = { ...free, tasks: free.tasks.map((task) => ({ ...task, isMadeHere: true })) };
    expect(decideHold(over, still, terms()).outcome).toEqual({ outcome: 'held' });
    const paused = { ...terms(), isPausedEverywhere: true };
    expect(decideHold(over, still, paused).outcome).toMatchObject({ outcome: 'paused' });
  });

  it('confirms an unconfirmed hold', () => {
    const lost = changed(decideUnconfirmed(holding('job', 10), 'job.0', terms()));
    const found = changed(decideCorrect(lost, 'job.0', 10, terms()));
    expect(viewOf(found, terms()).unconfirmed).toEqual({ holds: 0, credits: 0 });
  });

  it.each([[-1], [1.5], [2_000_000_000]])('to %d credits is an error', (credits) => {
    expect(() => decideCorrect(holding('job', 10), 'job.0', credits, terms())).toThrow(BudgetError);
  });
});

describe('settling', () => {
  it.each([
    ['as quoted', 10, { spentCredits: 10, leftCredits: 90, overspentCredits: 0 }],
    ['for less', 3, { spentCredits: 3, leftCredits: 97, overspentCredits: 0 }],
    ['for more, past the limit', 110, { spentCredits: 110, leftCredits: 0, overspentCredits: 10 }],
  ])('%s moves the hold to spending', (_, chargedCredits, expected) => {
    const { account, outcome } = decideSettle(holding('job', 10), 'job.0', chargedCredits, terms());
    expect(outcome).toBe('settled');
    expect(account && viewOf(account, terms())).toMatchObject({ heldCredits: 0, ...expected });
    expect(account?.holds.size).toBe(0);
    expect(account && check(account)).toEqual([]);
  });

  it('or releasing twice is harmless and says so, so that every hold ends exactly once', () => {
    const held = holding('job', 10);
    const settled = changed(decideSettle(held, 'job.0', 10, terms()));
    const released = changed(decideRelease(held, 'job.0', 'failed', terms()));
    for (const ended of [settled, released]) {
      const already = { account: undefined, outcome: 'already' };
      expect(decideSettle(ended, 'job.0', 10, terms())).toEqual(already);
      expect(decideRelease(ended, 'job.0', 'failed', terms())).toEqual(already);
      expect(decideReleaseJob(ended, 'job', 'failed', terms())).toEqual({ account: undefined, outcome: [] });
    }
  });
});

describe('releasing', () => {
  it('returns the whole corrected hold, and gives the reason', () => {
    const corrected = changed(decideCorrect(holding('job', 10), 'job.0', 40, terms()));
    const { account, outcome } = decideRelease(corrected, 'job.0', 'x'.repeat(500), terms());
    expect(outcome).toBe('released');
    expect(account && viewOf(account, terms())).toMatchObject({ heldCredits: 0, spentCredits: 0, leftCredits: 100 });
    expect(account && lastEntry(account)).toMatchObject({ kind: 'released', why: 'x'.repeat(100), memberId: 'member' });
    expect(account && check(account)).toEqual([]);
  });

  it('a job releases its holds in one step, except unconfirmed ones and those of other jobs', () => {
    const both = changed(decideHold(holding('job', 10, 20, 30), request('other', 5), terms()));
    const lost = changed(decideUnconfirmed(both, 'job.1', terms()));
    const { account, outcome } = decideReleaseJob(lost, 'job', 'interrupted', terms());
    expect(outcome).toEqual(['released', 'released']);
    expect([...(account?.holds.keys() ?? [])].sort()).toEqual(['job.1', 'other.0']);
    expect(account && check(account)).toEqual([]);
  });
});

describe('an unconfirmed hold', () => {
  const lost = changed(decideUnconfirmed(holding('job', 10), 'job.0', terms()));

  it('stays, is counted separately, and is marked once', () => {
    expect(viewOf(lost, terms())).toMatchObject({ heldCredits: 10, unconfirmed: { holds: 1, credits: 10 } });
    expect(decideUnconfirmed(lost, 'job.0', terms())).toEqual({ account: undefined, outcome: 'unchanged' });
    expect(decideUnconfirmed(lost, 'job.9', terms())).toEqual({ account: undefined, outcome: 'already' });
    expect(check(lost)).toEqual([]);
  });

  it('can be settled or released', () => {
    expect(decideSettle(lost, 'job.0', 10, terms()).outcome).toBe('settled');
    expect(decideRelease(lost, 'job.0', 'operator', terms()).outcome).toBe('released');
  });
});

describe('a task that spans the end of a period', () => {
  const december = terms(DECEMBER_MS);

  it('is paid by the period in which it was held, even if the charge differs', () => {
    const begun = changed(decideHold(holding('old', 10), request('new', 5), december));
    expect(viewOf(begun, december)).toMatchObject({ heldCredits: 5, leftCredits: 95 });
    const corrected = changed(decideCorrect(begun, 'old.0', 300, december));
    const settled = changed(decideSettle(corrected, 'old.0', 300, december));
    expect(viewOf(settled, december)).toMatchObject({ spentCredits: 0, leftCredits: 95, overspentCredits: 0 });
    expect(settled.sums.periods['2026-11']).toMatchObject({ allowanceCredits: 100, heldCredits: 0, spentCredits: 300 });
    expect(lastEntry(settled)).toMatchObject({ periodKey: '2026-11', atMs: DECEMBER_MS, overspentCredits: 200 });
    expect(check(settled)).toEqual([]);
  });

  it('returns its credits to that period, not to the next', () => {
    const released = changed(decideRelease(holding('old', 60), 'old.0', 'failed', december));
    expect(viewOf(released, december)).toMatchObject({ allowanceCredits: 100, leftCredits: 100 });
    expect(viewOf(released, terms(NOVEMBER_MS))).toMatchObject({ leftCredits: 100 });
    expect(check(released)).toEqual([]);
  });
});
