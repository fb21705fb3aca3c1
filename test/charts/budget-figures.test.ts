import { describe, expect, it } from 'vitest';
import { NEW_ACCOUNT } from '../../src/budget/account/account.ts';
import { type AccountView, viewOf } from '../../src/budget/account/view.ts';
import type { Usage } from '../../src/budget/ledger/usage.ts';
import { addDays } from '../../src/budget/periods/calendar.ts';
import { budgetFigures, paceCredits } from '../../src/charts/budget-figures.ts';
import { NOVEMBER_MS, terms } from '../budget/samples.ts';

const TODAY = '2026-11-20';
const usageOf = (byDay: Record<string, number>): Usage =>
  Object.fromEntries(
    Object.entries(byDay).map(([day, credits]) => [
      day,
      { models: { 'omni-pro': { credits, settled: 1, released: 0 } }, members: {} },
    ]),
  );
const view = (spentCredits: number, more: Partial<AccountView> = {}): AccountView => {
  const fresh = viewOf(NEW_ACCOUNT, terms());
  return { ...fresh, spentCredits, leftCredits: Math.max(0, fresh.budgetCredits - spentCredits), ...more };
};
const daily = (days: number, credits: number): Usage =>
  usageOf(Object.fromEntries(Array.from({ length: days }, (_, index) => [addDays(TODAY, -index), credits])));

describe('the figures of a budget', () => {
  it('cover the last thirty days up to today, and leave out unused models', () => {
    const figures = budgetFigures(usageOf({ [TODAY]: 5, '2026-10-21': 9, '2026-11-01': 0 }), view(5), NOVEMBER_MS);
    expect(figures.days).toHaveLength(30);
    expect([figures.days[0], figures.days.at(-1)]).toEqual(['2026-10-22', TODAY]);
    expect(figures.totalCredits).toBe(5);
    expect(budgetFigures({}, view(0), NOVEMBER_MS).models).toEqual([]);
  });

  it('name the five members who spent most, in descending order', () => {
    const members = {
      [TODAY]: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
      '2026-11-19': { a: 10 },
      '2025-11-19': { g: 99 },
    };
    const usage = Object.fromEntries(Object.entries(members).map(([day, one]) => [day, { models: {}, members: one }]));
    const { spenders } = budgetFigures(usage, view(0), NOVEMBER_MS);
    expect(spenders.map(({ memberId, credits }) => `${memberId}${credits}`)).toEqual(['a11', 'f6', 'e5', 'd4', 'c3']);
  });

  it('take the average since the first use as the pace, over at most two weeks', () => {
    expect(paceCredits({}, TODAY)).toBe(0);
    expect(paceCredits(daily(30, 3), TODAY)).toBe(3);
    expect(paceCredits(usageOf({ '2026-11-17': 8 }), TODAY)).toBe(2);
  });

  it('forecast the end of the period at this pace', () => {
    const { forecast } = budgetFigures(daily(20, 3), view(60), NOVEMBER_MS);
    // Ten and a half days are left of November.
    expect(forecast).toMatchObject({
      atEndCredits: 60 + Math.round(3 * 10.5),
      budgetCredits: 100,
      runsOutAtMs: undefined,
    });
    expect(forecast?.days).toHaveLength(30);
    expect(forecast?.usedCredits).toHaveLength(20);
    expect(forecast?.usedCredits.at(-1)).toBe(60);
  });

  it('say when the budget would run out', () => {
    const { forecast } = budgetFigures(daily(20, 4), view(80), NOVEMBER_MS);
    expect(forecast?.runsOutAtMs).toBe(NOVEMBER_MS + 5 * 86_400_000);
  });

  it('forecast nothing without a renewing allowance, or for a period that ends today', () => {
    expect(budgetFigures(daily(3, 4), view(8, { renewsAtMs: undefined }), NOVEMBER_MS).forecast).toBeUndefined();
    const today = { periodKey: TODAY, renewsAtMs: Date.UTC(2026, 10, 21) };
    expect(budgetFigures(daily(3, 4), view(8, today), NOVEMBER_MS).forecast).toBeUndefined();
  });
});
