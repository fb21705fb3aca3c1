import { describe, expect, it } from 'vitest';
import { type Account, NEW_ACCOUNT } from '../../../src/budget/account/account.ts';
import { decideHold } from '../../../src/budget/account/decisions.ts';
import { COUNTERS_MAX, type Share, type ShareTarget, shareKey } from '../../../src/budget/account/shares.ts';
import { changed, check, DAY_MS, decide, decideSettle, MANAGER, NOVEMBER_MS, request, terms } from '../samples.ts';

const HOUR_MS = 3_600_000;
const DECEMBER_BEGINS_MS = Date.UTC(2026, 11, 1);
const EVERYONE: ShareTarget = { kind: 'everyone' };

const setShare = (
  account: Account,
  credits: number,
  atMs: number,
  target: ShareTarget = EVERYONE,
  every: Share['every'] = 'month',
) => changed(decide(account, { kind: 'share', share: { target, every, credits } }, terms(atMs), MANAGER));
const removeShare = (account: Account, atMs: number, target: ShareTarget = EVERYONE, every: Share['every'] = 'month') =>
  changed(decide(account, { kind: 'remove share', key: shareKey({ target, every }) }, terms(atMs), MANAGER));
const ask = (account: Account, credits: number, atMs: number, memberId = 'member') =>
  decideHold(account, { ...request('next', credits), memberId }, terms(atMs)).outcome;
const spend = (account: Account, jobId: string, credits: number, atMs: number, memberId = 'member'): Account => {
  const held = changed(decideHold(account, { ...request(jobId, credits), memberId }, terms(atMs)));
  return changed(decideSettle(held, `${jobId}.0`, credits, terms(atMs)));
};

describe('a limit for each of thousands of members', () => {
  /** As many members as are counted. Each used 1 to 9 credits of the month. */
  const crowded = (month: string): Account => ({
    ...setShare(NEW_ACCOUNT, 10, Date.UTC(2026, 9, 1)),
    counters: Object.fromEntries(
      Array.from({ length: COUNTERS_MAX }, (_, index) => [`member:m${index}:${month}`, 1 + (index % 9)]),
    ),
  });

  it('refuses no one in the month after all of them spent', () => {
    const later = changed(decideHold(crowded('2026-11'), request('a', 5), terms(DECEMBER_BEGINS_MS + HOUR_MS)));
    expect(later.counters).toEqual({ 'member:member:2026-12': 5 });
  });

  it('keeps the last month’s counters for an hour, in case the clock steps back', () => {
    const soon = changed(decideHold(crowded('2026-11'), request('a', 5), terms(DECEMBER_BEGINS_MS + HOUR_MS - 1)));
    expect(ask(soon, 2, DECEMBER_BEGINS_MS - 1, 'm8')).toMatchObject({ outcome: 'share', room: { usedCredits: 9 } });
  });

  it('refuses no one with room, and keeps limiting those who used most', () => {
    let account = crowded('2026-11');
    for (const newcomer of ['n1', 'n2', 'n3']) account = spend(account, newcomer, 9, NOVEMBER_MS, newcomer);
    expect(ask(account, 2, NOVEMBER_MS, 'n1')).toMatchObject({ outcome: 'share', room: { usedCredits: 9 } });
    expect(ask(account, 2, NOVEMBER_MS, 'm8')).toMatchObject({ outcome: 'share', room: { usedCredits: 9 } });
    // Who had used one credit may use that one again, and no more.
    expect(ask(account, 10, NOVEMBER_MS, 'm0').outcome).toBe('held');
    expect(ask(account, 11, NOVEMBER_MS, 'm0').outcome).toBe('share');
    expect(Object.keys(account.counters).length).toBeLessThanOrEqual(COUNTERS_MAX);
    expect(check(account)).toEqual([]);
  });
});

describe('a limit that is set', () => {
  it('again after it was removed counts from then on', () => {
    const limited = spend(setShare(NEW_ACCOUNT, 8, NOVEMBER_MS), 'a', 8, NOVEMBER_MS + 1);
    expect(ask(limited, 1, NOVEMBER_MS + 2).outcome).toBe('share');
    const free = spend(removeShare(limited, NOVEMBER_MS + 2), 'b', 4, NOVEMBER_MS + 3);
    const again = setShare(free, 8, NOVEMBER_MS + 4);
    expect(ask(again, 8, NOVEMBER_MS + 5).outcome).toBe('held');
    expect(ask(again, 9, NOVEMBER_MS + 5)).toMatchObject({ outcome: 'share', room: { leftCredits: 8 } });
  });

  it('for one member and for everyone counts each from when it was set', () => {
    const limited = spend(setShare(NEW_ACCOUNT, 20, NOVEMBER_MS), 'a', 8, NOVEMBER_MS + 1);
    const both = setShare(limited, 14, NOVEMBER_MS + 2, { kind: 'member', id: 'member' });
    expect(ask(both, 12, NOVEMBER_MS + 3).outcome).toBe('held');
    expect(ask(both, 13, NOVEMBER_MS + 3)).toMatchObject({
      outcome: 'share',
      room: { share: { target: EVERYONE }, leftCredits: 12 },
    });
    const spent = spend(both, 'b', 4, NOVEMBER_MS + 3);
    expect(ask(spent, 9, NOVEMBER_MS + 4)).toMatchObject({ outcome: 'share', room: { leftCredits: 8 } });
    expect(check(spent)).toEqual([]);
  });

  it('to other credits keeps its counter', () => {
    const limited = spend(setShare(NEW_ACCOUNT, 8, NOVEMBER_MS), 'a', 8, NOVEMBER_MS + 1);
    const raised = setShare(limited, 10, NOVEMBER_MS + 2);
    expect(ask(raised, 3, NOVEMBER_MS + 3)).toMatchObject({ outcome: 'share', room: { usedCredits: 8 } });
    expect(ask(raised, 2, NOVEMBER_MS + 3).outcome).toBe('held');
  });

  it('shares its counter with other limits from the next window on', () => {
    const everyDay = (account: Account, target: ShareTarget, atMs: number) =>
      setShare(account, 20, atMs, target, 'day');
    const both = everyDay(
      everyDay(NEW_ACCOUNT, EVERYONE, NOVEMBER_MS),
      { kind: 'member', id: 'member' },
      NOVEMBER_MS + 1,
    );
    expect(Object.keys(spend(both, 'a', 4, NOVEMBER_MS + 2).counters)).toHaveLength(2);
    expect(spend(both, 'a', 4, NOVEMBER_MS + DAY_MS).counters).toEqual({ 'member:member:2026-11-21': 4 });
  });
});
