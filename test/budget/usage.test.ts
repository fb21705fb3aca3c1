import { describe, expect, it } from 'vitest';
import { type Account, NEW_ACCOUNT } from '../../src/budget/account.ts';
import { decideHold, decideRelease, decideSettle } from '../../src/budget/decisions.ts';
import { foldUsage, NO_USAGE, USAGE_MAX_DAYS, usageSchema } from '../../src/budget/usage.ts';
import { changed, DAY_MS, NOVEMBER_MS, request, terms } from './samples.ts';

function spend(account: Account, jobId: string, modelId: string, credits: number, nowMs = NOVEMBER_MS): Account {
  const held = changed(decideHold(account, { ...request(jobId, credits), modelId }, terms(nowMs, 100_000)));
  return changed(decideSettle(held, `${jobId}.0`, credits, terms(nowMs)));
}

describe('usage', () => {
  it('adds up credits and tasks by day and model', () => {
    let account = spend(NEW_ACCOUNT, 'a', 'omni-pro', 40);
    account = spend(account, 'b', 'omni-pro', 45);
    account = spend(account, 'c', 'image-model-a', 8, NOVEMBER_MS + DAY_MS);
    account = changed(decideHold(account, request('d', 8), terms(NOVEMBER_MS + DAY_MS, 100_000)));
    account = changed(decideRelease(account, 'd.0', 'failed', terms(NOVEMBER_MS + DAY_MS)));
    const usage = foldUsage(NO_USAGE, account);
    expect(usage.days).toEqual({
      '2026-11-20': { 'omni-pro': { credits: 85, settled: 2, released: 0 } },
      '2026-11-21': { 'image-model-a': { credits: 8, settled: 1, released: 1 } },
    });
    expect(usageSchema.parse(usage)).toEqual(usage);
  });

  it('counts every entry once, however often it is folded and whichever fold was lost', () => {
    const first = spend(NEW_ACCOUNT, 'a', 'omni-pro', 40);
    const second = spend(first, 'b', 'omni-pro', 2);
    const stepwise = foldUsage(foldUsage(NO_USAGE, first), second);
    expect(stepwise).toEqual(foldUsage(NO_USAGE, second));
    expect(foldUsage(stepwise, second)).toBe(stepwise);
  });

  it('says how many entries rolled out before they could be counted', () => {
    let account = NEW_ACCOUNT;
    for (let turn = 0; turn < 300; turn++) account = spend(account, `j${turn}`, 'omni-pro', 1);
    const usage = foldUsage(NO_USAGE, account);
    expect(usage.missedEntries).toBe(account.ledger.carried.entries);
    expect(usage.missedEntries).toBeGreaterThan(0);
  });

  it('is kept for 400 days', () => {
    const days = Object.fromEntries(
      Array.from({ length: USAGE_MAX_DAYS }, (_, index) => {
        const day = new Date(NOVEMBER_MS - (index + 1) * DAY_MS).toISOString().slice(0, 10);
        return [day, { 'omni-pro': { credits: 1, settled: 1, released: 0 } }];
      }),
    );
    const usage = foldUsage({ ...NO_USAGE, days }, spend(NEW_ACCOUNT, 'a', 'omni-pro', 40));
    expect(Object.keys(usage.days)).toHaveLength(USAGE_MAX_DAYS);
    expect(Object.keys(usage.days).sort().at(-1)).toBe('2026-11-20');
    expect(Object.keys(usage.days).sort()[0]).toBe(Object.keys(days).sort()[1]);
  });
});
