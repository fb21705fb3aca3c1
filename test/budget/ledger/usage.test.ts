import { describe, expect, it } from 'vitest';
import { type Account, NEW_ACCOUNT } from '../../../src/budget/account/account.ts';
import { decideHold } from '../../../src/budget/account/decisions.ts';
import { dayUsageSchema, NO_DAY_USAGE, USAGE_MEMBERS_MAX, usageOfAll } from '../../../src/budget/ledger/usage.ts';
import { changed, countedDays, DAY_MS, decideRelease, decideSettle, NOVEMBER_MS, request, terms } from '../samples.ts';

function spend(account: Account, jobId: string, modelId: string, credits: number, nowMs = NOVEMBER_MS): Account {
  const { tasks, ...rest } = request(jobId, credits);
  const asked = { ...rest, tasks: tasks.map((task) => ({ ...task, modelId })) };
  const held = changed(decideHold(account, asked, terms(nowMs, 100_000)));
  return changed(decideSettle(held, `${jobId}.0`, credits, terms(nowMs)));
}

describe('usage', () => {
  it('adds up credits and tasks by day and model, and credits by member', () => {
    let account = spend(NEW_ACCOUNT, 'a', 'omni-pro', 40);
    account = spend(account, 'b', 'omni-pro', 45);
    account = spend(account, 'c', 'image-model-a', 8, NOVEMBER_MS + DAY_MS);
    account = changed(decideHold(account, request('d', 8), terms(NOVEMBER_MS + DAY_MS, 100_000)));
    account = changed(decideRelease(account, 'd.0', 'failed', terms(NOVEMBER_MS + DAY_MS)));
    const days = countedDays(account.latest, 'UTC');
    expect(Object.fromEntries(days)).toEqual({
      '2026-11-20': { models: { 'omni-pro': { credits: 85, settled: 2, released: 0 } }, members: { member: 85 } },
      '2026-11-21': {
        models: { 'image-model-a': { credits: 8, settled: 1, released: 1 } },
        members: { member: 8 },
        returned: { failed: 1 },
      },
    });
    for (const day of days.values()) expect(dayUsageSchema.parse(day)).toEqual(day);
  });

  it('adds up the days of all servers, those that spent most first', () => {
    const model = (credits: number, settled: number) => ({ a: { credits, settled, released: 0 } });
    const days = [
      ['1', { models: model(4, 1), members: {}, returned: { refused: 1 } }],
      ['2', { models: { ...model(5, 2), b: { credits: 2, settled: 1, released: 0 } }, members: {} }],
      ['3', { models: {}, members: {}, returned: { refused: 2, unreachable: 1 } }],
    ] as const;
    expect(usageOfAll(days)).toEqual({
      ...{ settled: 4, spentCredits: 11, returned: { refused: 3, unreachable: 1 } },
      servers: [
        { guildId: '2', credits: 7 },
        { guildId: '1', credits: 4 },
      ],
    });
  });

  it('counts days in the server’s time zone', () => {
    const { latest } = spend(NEW_ACCOUNT, 'a', 'omni-pro', 40, Date.UTC(2026, 10, 20, 23));
    expect([...countedDays(latest, 'Asia/Tokyo').keys()]).toEqual(['2026-11-21']);
  });

  it('adds to what the day already has', () => {
    const { latest } = spend(NEW_ACCOUNT, 'a', 'omni-pro', 40);
    const before = countedDays(latest, 'UTC');
    expect(countedDays(latest, 'UTC', before).get('2026-11-20')?.members).toEqual({ member: 80 });
  });

  it('names up to 100 members a day, and counts the others only in the models’ sums', () => {
    const members = Object.fromEntries(Array.from({ length: USAGE_MEMBERS_MAX }, (_, index) => [`m${index}`, 1]));
    const { latest } = spend(NEW_ACCOUNT, 'a', 'omni-pro', 40);
    const day = countedDays(latest, 'UTC', new Map([['2026-11-20', { ...NO_DAY_USAGE, members }]])).get('2026-11-20');
    expect(day?.members).toEqual(members);
    expect(day?.models['omni-pro']?.credits).toBe(40);
  });
});
