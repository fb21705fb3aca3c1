import { describe, expect, it } from 'vitest';
import { type AlertRecord, dueAlerts, newAlertRecord } from '../../src/alerts/alert.ts';
import { NEW_ACCOUNT } from '../../src/budget/account/account.ts';
import { type AccountView, viewOf } from '../../src/budget/account/view.ts';
import { terms } from '../budget/samples.ts';

const budget = (usedCredits: number, more: Partial<AccountView> = {}): AccountView => {
  const view = { ...viewOf(NEW_ACCOUNT, terms()), ...more };
  return { ...view, spentCredits: usedCredits, leftCredits: Math.max(0, view.budgetCredits - usedCredits) };
};
const fresh = newAlertRecord('channel', budget(0));
const percents = (record: AlertRecord, view: AccountView): number[] =>
  dueAlerts(record, view, []).alerts.flatMap((alert) => (alert.kind === 'used' ? [alert.percent] : []));
const after = (record: AlertRecord, view: AccountView): AlertRecord => dueAlerts(record, view, []).after;

describe('an alert about a threshold', () => {
  it.each([
    [49, []],
    [50, [50]],
    [79, [50]],
    [80, [80]],
    [99, [80]],
    [100, [100]],
    [130, [100]],
  ])('at %d %% is the highest threshold that was passed: %j', (used, expected) => {
    expect(percents(fresh, budget(used))).toEqual(expected);
  });

  it('is sent once, even if use falls in between', () => {
    const alerted = after(fresh, budget(60));
    expect(percents(alerted, budget(70))).toEqual([]);
    expect(percents(after(alerted, budget(40)), budget(60))).toEqual([]);
    expect(percents(alerted, budget(85))).toEqual([80]);
  });

  it('is sent again in a new period', () => {
    const alerted = after(fresh, budget(90));
    const december = { periodKey: '2026-12' };
    expect(percents(after(alerted, budget(0, december)), budget(55, december))).toEqual([50]);
  });

  it('is sent again when the budget grew and is used up to the threshold again', () => {
    const alerted = after(fresh, budget(100));
    const doubled = { budgetCredits: 200 };
    expect(percents(alerted, budget(100, doubled))).toEqual([]);
    expect(percents(after(alerted, budget(100, doubled)), budget(165, doubled))).toEqual([80]);
  });

  it('is not sent to a server without a budget', () => {
    expect(percents(fresh, budget(0, { budgetCredits: 0 }))).toEqual([]);
  });

  it('is not sent for thresholds that were passed before the channel was chosen', () => {
    expect(percents(newAlertRecord('channel', budget(85)), budget(90))).toEqual([]);
  });
});

describe('an alert about unconfirmed tasks', () => {
  const hold = (taskKey: string, unconfirmed = true) => ({ taskKey, credits: 5, unconfirmed });
  const next = (record: AlertRecord, holds: ReturnType<typeof hold>[]) => dueAlerts(record, budget(0), holds);

  it('is sent once for each task', () => {
    const first = next(fresh, [hold('a'), hold('b', false)]);
    expect(first.alerts).toEqual([{ kind: 'unconfirmed', tasks: 1, credits: 5 }]);
    const second = next(first.after, [hold('a'), hold('b'), hold('c')]);
    expect(second.alerts).toEqual([{ kind: 'unconfirmed', tasks: 2, credits: 10 }]);
    expect(next(second.after, [hold('a'), hold('b'), hold('c')]).alerts).toEqual([]);
  });

  it('drops tasks that were resolved', () => {
    const { after: alerted } = next(fresh, [hold('a')]);
    expect(alerted.alertedTaskKeys).toEqual(['a']);
    expect(next(alerted, []).after.alertedTaskKeys).toEqual([]);
  });
});
