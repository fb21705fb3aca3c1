import { describe, expect, it } from 'vitest';
import { type Account, accountSchema, NEW_ACCOUNT } from '../../../src/budget/account/account.ts';
import { decideHold } from '../../../src/budget/account/decisions.ts';
import { asOf } from '../../../src/budget/account/today.ts';
import { viewOf } from '../../../src/budget/account/view.ts';
import { AMOUNT_MAX_CREDITS } from '../../../src/budget/ledger/amounts.ts';
import { PERIODS_MAX } from '../../../src/budget/ledger/sums.ts';
import { changed, check, DECEMBER_MS, decideSettle, holding, NOVEMBER_MS, request, terms } from '../samples.ts';

function spend(account: Account, jobId: string, credits: number, nowMs = NOVEMBER_MS): Account {
  const held = changed(decideHold(account, request(jobId, credits), terms(nowMs)));
  return changed(decideSettle(held, `${jobId}.0`, credits, terms(nowMs)));
}

describe('an account', () => {
  it('has its allowance before it is first written', () => {
    expect(viewOf(NEW_ACCOUNT, terms())).toEqual({
      periodKey: '2026-11',
      every: 'month',
      allowanceCredits: 100,
      carriedCredits: 0,
      grantsCredits: 0,
      isApproved: true,
      isOverspent: false,
      budgetCredits: 100,
      spentCredits: 0,
      heldCredits: 0,
      leftCredits: 100,
      overspentCredits: 0,
      renewsAtMs: Date.UTC(2026, 11, 1),
      pausedBy: undefined,
      unconfirmed: { holds: 0, credits: 0 },
      settings: { timeZone: 'UTC', askFromCredits: null },
    });
  });

  it('has a new allowance in a new period, and nothing from the old one', () => {
    const account = spend(NEW_ACCOUNT, 'job', 70);
    expect(viewOf(account, terms(NOVEMBER_MS))).toMatchObject({ spentCredits: 70, leftCredits: 30 });
    expect(viewOf(account, terms(DECEMBER_MS))).toMatchObject({ spentCredits: 0, leftCredits: 100 });
  });

  it('has no second allowance when the clock jumps back, or afterwards', () => {
    let account = spend(NEW_ACCOUNT, 'a', 100, NOVEMBER_MS);
    account = spend(account, 'b', 60, DECEMBER_MS);
    expect(viewOf(account, terms(NOVEMBER_MS)).leftCredits).toBe(0);
    expect(decideHold(account, request('c', 1), terms(NOVEMBER_MS)).outcome).toMatchObject({ outcome: 'short' });
    expect(viewOf(account, terms(DECEMBER_MS)).leftCredits).toBe(40);
  });

  it('has its allowance again when a clock that jumped years ahead is set right', () => {
    const ahead = spend(spend(NEW_ACCOUNT, 'a', 10, NOVEMBER_MS), 'b', 100, Date.UTC(2040, 0, 5));
    expect(viewOf(ahead, terms(NOVEMBER_MS))).toMatchObject({ leftCredits: 90, spentCredits: 10 });
    expect(viewOf(ahead, terms(DECEMBER_MS))).toMatchObject({ leftCredits: 100 });
  });

  it('keeps the sums of five years of months, and older months in one sum that opens no period again', () => {
    let account: Account = NEW_ACCOUNT;
    for (let month = 0; month < PERIODS_MAX + 6; month++)
      account = spend(account, `m${month}`, 40, Date.UTC(2026, month, 3));
    expect(Object.keys(account.sums.periods)).toHaveLength(PERIODS_MAX);
    expect(account.sums.earlier).toMatchObject({ allowanceCredits: 600, heldCredits: 0, spentCredits: 240 });
    expect(check(account)).toEqual([]);
    expect(viewOf(account, terms(Date.UTC(2026, 0, 3)))).toMatchObject({ periodKey: '2026-07', leftCredits: 60 });
  });

  it('keeps a period’s sum while it has holds', () => {
    let account: Account = holding('slow', 25);
    for (let month = 0; month < PERIODS_MAX + 3; month++)
      account = spend(account, `m${month}`, 1, Date.UTC(2027, month, 3));
    account = changed(decideSettle(account, 'slow.0', 30, terms(Date.UTC(2033, 0, 1))));
    expect(account.sums.periods['2026-11']).toMatchObject({ allowanceCredits: 100, heldCredits: 0, spentCredits: 30 });
    expect(check(account)).toEqual([]);
  });

  it('adds the late charge of a task that was held for 0 credits to the sum of old periods', () => {
    let account: Account = holding('slow', 0);
    for (let month = 0; month < PERIODS_MAX + 3; month++)
      account = spend(account, `m${month}`, 1, Date.UTC(2027, month, 3));
    const before = account.sums.earlier.spentCredits;
    account = changed(decideSettle(account, 'slow.0', 30, terms(Date.UTC(2033, 0, 1))));
    expect(account.sums.earlier.spentCredits).toBe(before + 30);
    expect(check(account)).toEqual([]);
  });
});

describe('an allowance that is changed in the middle of a period', () => {
  const spent = spend(NEW_ACCOUNT, 'job', 70);

  it('applies at once, up or down, and never leaves a negative amount', () => {
    expect(viewOf(spent, terms(NOVEMBER_MS, 150))).toMatchObject({ allowanceCredits: 150, leftCredits: 80 });
    expect(viewOf(spent, terms(NOVEMBER_MS, 50))).toMatchObject({ leftCredits: 0, overspentCredits: 20 });
  });

  it('is a ledger entry with the account’s next change', () => {
    const account = changed(decideHold(spent, request('next', 80), terms(NOVEMBER_MS, 150)));
    const entries = account.latest.slice(-2);
    expect(entries[0]).toMatchObject({ kind: 'allowance', fromCredits: 100, toCredits: 150, leftCredits: 80 });
    expect(entries[1]).toMatchObject({ kind: 'held', credits: 80, leftCredits: 0 });
    expect(check(account)).toEqual([]);
  });

  it('leaves past periods unchanged', () => {
    const { account } = asOf(spent, { nowMs: DECEMBER_MS, defaultAllowanceCredits: 150 });
    expect(account.sums.periods).toMatchObject({
      '2026-11': { allowanceCredits: 100 },
      '2026-12': { allowanceCredits: 150 },
    });
  });
});

describe('the ledger', () => {
  it('names who, what, how much, and the balance afterwards', () => {
    const { latest: entries } = spend(NEW_ACCOUNT, 'job', 70);
    const task = { taskKey: 'job.0', jobId: 'job', memberId: 'member', modelId: 'image-model-a' };
    const common = { atMs: NOVEMBER_MS, periodKey: '2026-11', overspentCredits: 0 };
    expect(entries).toEqual([
      { kind: 'period', number: 1, ...common, allowanceCredits: 100, carriedCredits: 0, leftCredits: 100 },
      { kind: 'held', number: 2, ...common, ...task, credits: 70, leftCredits: 30 },
      { kind: 'settled', number: 3, ...common, ...task, heldCredits: 70, chargedCredits: 70, leftCredits: 30 },
    ]);
  });
});

describe('the record of an account', () => {
  const { holds: _, counters: __, latest: ___, ...good } = holding('job', 10);
  const withSpent = (spentCredits: number) => ({
    ...good,
    sums: { ...good.sums, earlier: { ...good.sums.earlier, spentCredits } },
  });

  it.each([
    ['a fraction of a credit', withSpent(0.5)],
    ['a negative sum', withSpent(-1)],
    ['a sum past 2^53', withSpent(2 ** 53)],
    ['a field that this version would lose', { ...good, grants: [] }],
  ])('is not taken with %s', (_, wrong) => {
    expect(accountSchema.safeParse(good).success).toBe(true);
    expect(accountSchema.safeParse(wrong).success).toBe(false);
  });

  it('stays exact with the largest amounts', () => {
    const most = terms(NOVEMBER_MS, AMOUNT_MAX_CREDITS);
    const held = changed(decideHold(NEW_ACCOUNT, request('job', AMOUNT_MAX_CREDITS), most));
    const settled = changed(decideSettle(held, 'job.0', AMOUNT_MAX_CREDITS, most));
    expect(viewOf(settled, most)).toMatchObject({ spentCredits: AMOUNT_MAX_CREDITS, leftCredits: 0 });
    expect(accountSchema.safeParse({ ...good, sums: settled.sums }).success).toBe(true);
  });
});
