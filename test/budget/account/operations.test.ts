import { describe, expect, it } from 'vitest';
import { type Account, NEW_ACCOUNT } from '../../../src/budget/account/account.ts';
import { decideHold } from '../../../src/budget/account/decisions.ts';
import type { ShareTarget } from '../../../src/budget/account/shares.ts';
import { viewOf } from '../../../src/budget/account/view.ts';
import { AMOUNT_MAX_CREDITS, BudgetError, SHARES_MAX } from '../../../src/budget/ledger/amounts.ts';
import {
  changed,
  check,
  DAY_MS,
  DECEMBER_MS,
  decide,
  decideCorrect,
  decideRelease,
  decideSettle,
  decideUnconfirmed,
  holding,
  MANAGER,
  NOVEMBER_MS,
  OPERATOR,
  request,
  terms,
} from '../samples.ts';

const grantOf = (credits: number) => ({ kind: 'grant', id: `grant ${credits}`, credits, why: 'a prize' }) as const;
const grant = (account: Account, credits: number, nowMs = NOVEMBER_MS): Account =>
  changed(decide(account, grantOf(credits), terms(nowMs)));
const plan = (
  account: Account,
  every: 'day' | 'week' | 'month' | 'none',
  credits: number,
  carryCapCredits = 0,
  nowMs = NOVEMBER_MS,
) => changed(decide(account, { kind: 'allowance', allowance: { every, credits, carryCapCredits } }, terms(nowMs)));
const spend = (account: Account, jobId: string, credits: number, nowMs = NOVEMBER_MS): Account => {
  const held = changed(decideHold(account, request(jobId, credits), terms(nowMs)));
  return changed(decideSettle(held, `${jobId}.0`, credits, terms(nowMs)));
};
const view = (account: Account, nowMs = NOVEMBER_MS) => viewOf(account, terms(nowMs));

describe('a grant', () => {
  it('that another period returns pays for what the current one lacks, and cannot be removed meanwhile', () => {
    const days = plan(grant(NEW_ACCOUNT, 56), 'day', 10);
    const drawn = changed(decideHold(days, request('day', 66), terms()));
    const month = changed(decideHold(plan(drawn, 'month', 11), request('month', 11), terms()));
    // Lowered below what is held: no request fits until the day's hold is released.
    const lowered = plan(month, 'month', 10);
    expect(view(lowered)).toMatchObject({ leftCredits: 0, overspentCredits: 1 });
    const released = changed(decideRelease(lowered, 'day.0', 'failed', terms()));
    expect(view(released)).toMatchObject({ leftCredits: 55, overspentCredits: 0 });
    expect(decideHold(released, request('next', 55), terms()).outcome).toEqual({ outcome: 'held' });
    expect(decide(released, grantOf(-56)).outcome).toMatchObject({ outcome: 'too few' });
    expect(check(changed(decide(released, grantOf(-55))))).toEqual([]);
  });

  it('is used when the period’s own credits run out, and lasts over periods', () => {
    const account = spend(grant(NEW_ACCOUNT, 50), 'job', 130);
    expect(view(account)).toMatchObject({
      allowanceCredits: 100,
      grantsCredits: 50,
      budgetCredits: 150,
      leftCredits: 20,
    });
    expect(view(account, DECEMBER_MS)).toMatchObject({ grantsCredits: 20, leftCredits: 120 });
    expect(check(account)).toEqual([]);
  });

  it('gets released credits back before the allowance does', () => {
    const held = changed(decideHold(grant(NEW_ACCOUNT, 50), request('job', 80, 60), terms()));
    const settled = changed(decideSettle(held, 'job.0', 40, terms()));
    expect(settled.sums).toMatchObject({ grantsLeftCredits: 50 });
    expect(view(settled)).toMatchObject({ leftCredits: 50, spentCredits: 40, heldCredits: 60 });
  });

  it('pays what the service charged beyond the period', () => {
    const corrected = changed(decideCorrect(grant(holding('job', 100), 30), 'job.0', 120, terms()));
    expect(view(corrected)).toMatchObject({ leftCredits: 10, overspentCredits: 0 });
    const more = changed(decideCorrect(corrected, 'job.0', 140, terms()));
    expect(view(more)).toMatchObject({ leftCredits: 0, overspentCredits: 10 });
    expect(view(grant(more, 15))).toMatchObject({ leftCredits: 5, overspentCredits: 0 });
  });

  it('can be removed only as far as it is neither spent nor held', () => {
    const account = spend(grant(NEW_ACCOUNT, 50), 'job', 130);
    expect(decide(account, grantOf(-21)).outcome).toMatchObject({ outcome: 'too few', leftCredits: 20 });
    const back = changed(decide(account, grantOf(-20)));
    expect(view(back)).toMatchObject({ leftCredits: 0, overspentCredits: 0 });
    expect(back.latest.at(-1)).toMatchObject({ kind: 'removed', credits: 20, byId: 'op', leftCredits: 0 });
  });

  it.each([0, 0.5, Number.NaN, AMOUNT_MAX_CREDITS + 1])('of %d credits is refused', (credits) => {
    expect(() => decide(NEW_ACCOUNT, grantOf(credits))).toThrow(BudgetError);
  });

  it('that would pass the limit of all grants is refused', () => {
    const account = grant(NEW_ACCOUNT, AMOUNT_MAX_CREDITS);
    expect(() => decide(account, grantOf(1))).toThrow(/at most|to 1000000000/);
  });
});

describe('an allowance', () => {
  it('by day starts again at midnight in the zone', () => {
    const zoned = changed(
      decide(NEW_ACCOUNT, { kind: 'settings', changes: { timeZone: 'Europe/Berlin' } }, terms(), MANAGER),
    );
    const account = spend(plan(zoned, 'day', 30), 'job', 30);
    const midnightMs = Date.UTC(2026, 10, 20, 23);
    expect(view(account)).toMatchObject({ periodKey: '2026-11-20', leftCredits: 0, renewsAtMs: midnightMs });
    expect(view(account, midnightMs - 1).leftCredits).toBe(0);
    expect(view(account, midnightMs)).toMatchObject({ periodKey: '2026-11-21', leftCredits: 30 });
  });

  it('carries unused credits over once, up to the cap', () => {
    const account = spend(plan(NEW_ACCOUNT, 'day', 30, 40), 'job', 5);
    expect(view(account, NOVEMBER_MS + DAY_MS)).toMatchObject({ carriedCredits: 25, leftCredits: 55 });
    const next = spend(account, 'next', 1, NOVEMBER_MS + DAY_MS);
    expect(view(next, NOVEMBER_MS)).toMatchObject({ carriedCredits: -25, leftCredits: 0 });
    expect(view(next, NOVEMBER_MS + 2 * DAY_MS)).toMatchObject({ carriedCredits: 40, leftCredits: 70 });
    expect(check(next)).toEqual([]);
  });

  it('carries unused credits over through unused periods', () => {
    const account = spend(plan(NEW_ACCOUNT, 'day', 10, 35), 'job', 10);
    expect(view(account, NOVEMBER_MS + 2 * DAY_MS)).toMatchObject({ carriedCredits: 10, leftCredits: 20 });
    expect(view(account, NOVEMBER_MS + 9 * DAY_MS)).toMatchObject({ carriedCredits: 35, leftCredits: 45 });
  });

  it('of none gives nothing, and leaves grants', () => {
    const account = plan(NEW_ACCOUNT, 'none', 0);
    expect(view(account)).toMatchObject({ leftCredits: 0, renewsAtMs: undefined, every: 'none' });
    expect(view(grant(account, 7), DECEMBER_MS)).toMatchObject({ leftCredits: 7, budgetCredits: 7 });
  });

  it('of another length leaves the earlier period unchanged', () => {
    const daily = plan(spend(NEW_ACCOUNT, 'job', 70), 'day', 10);
    expect(view(daily)).toMatchObject({ periodKey: '2026-11-20', leftCredits: 10 });
    const back = plan(daily, 'month', 100);
    expect(view(back)).toMatchObject({ periodKey: '2026-11', leftCredits: 30 });
  });

  it('names who set it', () => {
    const { latest: entries } = plan(NEW_ACCOUNT, 'week', 10);
    expect(entries.map(({ kind }) => kind)).toEqual(['period', 'period', 'managed']);
    expect(entries.at(-1)).toMatchObject({ what: 'allowance', role: 'operator', byId: 'op', why: '10 each week' });
  });

  it('is refused out of its bounds', () => {
    expect(() => plan(NEW_ACCOUNT, 'day', AMOUNT_MAX_CREDITS + 1)).toThrow(BudgetError);
  });

  it('is not given twice when the time zone changes back and forth', () => {
    let account = plan(NEW_ACCOUNT, 'day', 30);
    for (const [index, timeZone] of ['Pacific/Auckland', 'America/Los_Angeles', 'Pacific/Auckland', 'UTC'].entries()) {
      account = changed(decide(account, { kind: 'settings', changes: { timeZone } }, terms(), MANAGER));
      const { leftCredits } = view(account);
      if (leftCredits > 0) account = spend(account, `j${index}`, leftCredits);
    }
    // 20 November, and the 21st, which had started in Auckland: two days, two allowances.
    const allowances = account.latest.filter((entry) => entry.kind === 'period' && entry.allowanceCredits === 30);
    expect(allowances.map(({ periodKey }) => periodKey)).toEqual(['2026-11-20', '2026-11-21']);
    expect(view(account, NOVEMBER_MS).leftCredits).toBe(0);
  });
});

describe('a pause', () => {
  it('stops new holds, and lets existing holds end', () => {
    const paused = changed(decide(holding('job', 10), { kind: 'pause', isPaused: true }, terms(), MANAGER));
    expect(decideHold(paused, request('next', 1), terms()).outcome).toEqual({ outcome: 'paused', by: 'manager' });
    expect(decideHold(paused, request('job', 10), terms()).outcome).toEqual({ outcome: 'already' });
    expect(decideSettle(paused, 'job.0', 10, terms()).outcome).toBe('settled');
  });

  it('by the operator cannot be ended by a manager, or the other way round', () => {
    const both = [MANAGER, OPERATOR].reduce(
      (soFar, by) => changed(decide(soFar, { kind: 'pause', isPaused: true }, terms(), by)),
      NEW_ACCOUNT,
    );
    const resumed = changed(decide(both, { kind: 'pause', isPaused: false }, terms(), MANAGER));
    expect(view(resumed).pausedBy).toBe('operator');
    expect(decide(resumed, { kind: 'pause', isPaused: false }, terms(), MANAGER).outcome.outcome).toBe('unchanged');
  });

  it('of all servers stops a server without a pause of its own', () => {
    const everywhere = { ...terms(), isPausedEverywhere: true };
    expect(decideHold(NEW_ACCOUNT, request('job', 1), everywhere).outcome).toEqual({
      outcome: 'paused',
      by: 'operator everywhere',
    });
  });
});

describe('resolving', () => {
  const unconfirmed = changed(decideUnconfirmed(holding('job', 10, 5), 'job.0', terms()));

  it('settles for the held amount or the operator’s, and names the operator', () => {
    const settle = (chargedCredits?: number) =>
      changed(
        decide(unconfirmed, { kind: 'resolve', taskKey: 'job.0', resolution: { decision: 'settle', chargedCredits } }),
      );
    expect(view(settle())).toMatchObject({ spentCredits: 10, heldCredits: 5, unconfirmed: { holds: 0 } });
    expect(view(settle(3))).toMatchObject({ spentCredits: 3 });
    expect(settle().latest.at(-1)).toMatchObject({ kind: 'settled', byId: 'op' });
  });

  it('releases', () => {
    const released = changed(
      decide(unconfirmed, { kind: 'resolve', taskKey: 'job.0', resolution: { decision: 'release' } }),
    );
    expect(view(released)).toMatchObject({ spentCredits: 0, heldCredits: 5 });
    expect(
      decide(released, { kind: 'resolve', taskKey: 'job.0', resolution: { decision: 'release' } }).outcome,
    ).toMatchObject({ outcome: 'already' });
  });

  it('leaves tasks that end by themselves', () => {
    const { outcome } = decide(unconfirmed, {
      kind: 'resolve',
      taskKey: 'job.1',
      resolution: { decision: 'release' },
    });
    expect(outcome).toMatchObject({ outcome: 'not unconfirmed' });
  });
});

describe('a share', () => {
  const spenderRequest = (jobId: string, credits: number, more: object = {}) => ({
    ...request(jobId, credits),
    ...more,
  });
  const setShare = (account: Account, target: ShareTarget, credits: number) =>
    changed(decide(account, { kind: 'share', share: { target, every: 'day', credits } }, terms(), MANAGER));
  const ask = (account: Account, credits: number, more: object = {}) =>
    decideHold(account, spenderRequest('next', credits, more), terms()).outcome;
  const hold = (account: Account, jobId: string, credits: number, more: object = {}) =>
    changed(decideHold(account, spenderRequest(jobId, credits, more), terms()));

  it('for everyone counts each member separately', () => {
    const account = hold(setShare(NEW_ACCOUNT, { kind: 'everyone' }, 20), 'a', 15);
    expect(ask(account, 6)).toMatchObject({
      outcome: 'share',
      neededCredits: 6,
      room: { leftCredits: 5, usedCredits: 15 },
    });
    expect(ask(account, 5)).toEqual({ outcome: 'held' });
    expect(ask(account, 20, { memberId: 'other' })).toEqual({ outcome: 'held' });
  });

  it('for one member does not limit others', () => {
    const account = setShare(NEW_ACCOUNT, { kind: 'member', id: 'member' }, 20);
    expect(ask(account, 21).outcome).toBe('share');
    expect(ask(account, 21, { memberId: 'other' }).outcome).toBe('held');
  });

  it('for a role limits each of its members, or all of them together', () => {
    const roleIds = ['artists'];
    const each = hold(setShare(NEW_ACCOUNT, { kind: 'role', id: 'artists', together: false }, 20), 'a', 20, {
      roleIds,
    });
    expect(ask(each, 20, { memberId: 'other', roleIds }).outcome).toBe('held');
    expect(ask(each, 1, { roleIds }).outcome).toBe('share');
    expect(ask(each, 1).outcome).toBe('held');
    const all = hold(setShare(NEW_ACCOUNT, { kind: 'role', id: 'artists', together: true }, 20), 'a', 20, { roleIds });
    expect(ask(all, 1, { memberId: 'other', roleIds }).outcome).toBe('share');
  });

  it('for a channel counts its threads and everyone in it', () => {
    const shared = setShare(NEW_ACCOUNT, { kind: 'channel', id: 'gallery' }, 20);
    const account = hold(shared, 'a', 20, { channelIds: ['thread', 'gallery'] });
    expect(ask(account, 1, { memberId: 'other', channelIds: ['gallery'] }).outcome).toBe('share');
    expect(ask(account, 1, { channelIds: ['lounge'] }).outcome).toBe('held');
  });

  it('still counts holds if the clock returns to a day whose counter was dropped', () => {
    const at = (days: number) => terms(NOVEMBER_MS + days * DAY_MS);
    const limited = setShare(NEW_ACCOUNT, { kind: 'everyone' }, 12);
    const first = changed(decideHold(limited, request('a', 5), at(0)));
    const later = changed(decideHold(first, request('b', 5), at(3)));
    const back = changed(decideHold(later, request('c', 5), at(0)));
    expect(check(back)).toEqual([]);
    expect(decideHold(back, request('d', 5), at(0)).outcome.outcome).toBe('share');
    const released = ['a.0', 'c.0'].reduce((account, key) => changed(decideRelease(account, key, 'x', at(0))), back);
    expect(check(released)).toEqual([]);
  });

  it('applies if it is the strictest', () => {
    const shared = setShare(setShare(NEW_ACCOUNT, { kind: 'everyone' }, 30), { kind: 'member', id: 'member' }, 10);
    expect(ask(shared, 11)).toMatchObject({ outcome: 'share', room: { share: { target: { kind: 'member' } } } });
  });

  it('gets failed holds back, and counts what was really charged', () => {
    const account = hold(setShare(NEW_ACCOUNT, { kind: 'everyone' }, 20), 'a', 15);
    const corrected = changed(decideCorrect(account, 'a.0', 4, terms()));
    expect(ask(corrected, 16).outcome).toBe('held');
    const settled = changed(decideSettle(corrected, 'a.0', 6, terms()));
    expect(ask(settled, 15).outcome).toBe('share');
    expect(ask(settled, 14).outcome).toBe('held');
  });

  it('starts again with its day, week or month', () => {
    const account = hold(setShare(NEW_ACCOUNT, { kind: 'everyone' }, 20), 'a', 20);
    expect(decideHold(account, request('next', 20), terms(NOVEMBER_MS + DAY_MS)).outcome).toEqual({ outcome: 'held' });
    const later = changed(decideHold(account, request('next', 20), terms(NOVEMBER_MS + 3 * DAY_MS)));
    expect(Object.keys(later.counters)).toEqual(['member:member:2026-11-23']);
  });

  it('never gives more than the server has', () => {
    expect(ask(setShare(NEW_ACCOUNT, { kind: 'everyone' }, 1000), 101).outcome).toBe('short');
  });

  it('changes when it is set again, and can be removed', () => {
    const twice = setShare(setShare(NEW_ACCOUNT, { kind: 'everyone' }, 20), { kind: 'everyone' }, 30);
    expect(twice.shares).toHaveLength(1);
    const none = changed(decide(twice, { kind: 'remove share', key: 'everyone:::day' }, terms(), MANAGER));
    expect(none.shares).toEqual([]);
    expect(decide(none, { kind: 'remove share', key: 'everyone:::day' }, terms(), MANAGER).outcome.outcome).toBe(
      'unchanged',
    );
  });

  it('is one of at most fifty', () => {
    let account = NEW_ACCOUNT;
    for (let index = 0; index < SHARES_MAX; index++)
      account = setShare(account, { kind: 'member', id: `m${index}` }, 1);
    expect(() => setShare(account, { kind: 'everyone' }, 1)).toThrow(BudgetError);
    expect(setShare(account, { kind: 'member', id: 'm0' }, 2).shares).toHaveLength(SHARES_MAX);
  });
});
