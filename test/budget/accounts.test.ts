import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Account, accountSchema } from '../../src/budget/account.ts';
import { type Accounts, createAccounts } from '../../src/budget/accounts.ts';
import { BudgetError } from '../../src/budget/amounts.ts';
import { USAGE_FOLD_ENTRIES, type Usage, usageSchema } from '../../src/budget/usage.ts';
import { createKeyedLocks } from '../../src/store/locks.ts';
import { openStore } from '../../src/store/open-store.ts';
import { StoreError } from '../../src/store/store.ts';
import { meddle, tempFolder } from '../store/temp-folder.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { BreakingCollection, MemoryCollection } from './memory-collection.ts';
import { NOVEMBER_MS, request } from './samples.ts';

const GUILD = '111222333444555666';

async function accountsOnDisk(path: string, defaultAllowanceCredits: number): Promise<Accounts> {
  const store = await openStore(`sqlite://${path}`);
  onTestFinished(() => store.close());
  return createAccounts({
    collection: store.collection('accounts', accountSchema),
    usage: store.collection('usage', usageSchema),
    locks: createKeyedLocks(),
    clock: new FakeClock(NOVEMBER_MS),
    defaultAllowanceCredits,
  });
}

describe('a budget shared by a crowd, on a real store', () => {
  it.each([
    [1, 50],
    [7, 7],
  ])('200 parallel holds of %d credits on a budget of 50 never overspend', async (quoteCredits, expectedHeld) => {
    const accounts = await accountsOnDisk(join(await tempFolder(), 'easel.sqlite'), 50);
    const jobs = Array.from({ length: 200 }, (_, index) => request(`job-${index}`, quoteCredits));
    const outcomes = await Promise.all(jobs.map((job) => accounts.hold(GUILD, job)));
    expect(outcomes.filter(({ outcome }) => outcome === 'held')).toHaveLength(expectedHeld);
    const heldCredits = expectedHeld * quoteCredits;
    expect(await accounts.view(GUILD)).toMatchObject({
      heldCredits,
      leftCredits: 50 - heldCredits,
      overspentCredits: 0,
    });
    expect(await accounts.audit()).toMatchObject({ accounts: 1, faults: [], unreadable: [], heldCredits });
  });

  it('200 parallel holds of ten members never pass the share of any of them', async () => {
    const accounts = await accountsOnDisk(join(await tempFolder(), 'easel.sqlite'), 10_000);
    await accounts.setShare(GUILD, { target: { kind: 'everyone' }, every: 'day', credits: 10 }, 'manager');
    const jobs = Array.from({ length: 200 }, (_, index) => ({
      ...request(`job-${index}`, 3),
      memberId: `member-${index % 10}`,
    }));
    const outcomes = await Promise.all(jobs.map((job) => accounts.hold(GUILD, job)));
    expect(outcomes.filter(({ outcome }) => outcome === 'held')).toHaveLength(30);
    for (let index = 0; index < 10; index++) {
      const spender = { memberId: `member-${index}`, roleIds: [], channelIds: [] };
      expect(await accounts.shareRooms(GUILD, spender)).toMatchObject([{ usedCredits: 9, leftCredits: 1 }]);
    }
    expect((await accounts.audit()).faults).toEqual([]);
  });

  it('grants, pauses, shares and holds that race leave books in order, and every order its entry', async () => {
    const accounts = await accountsOnDisk(join(await tempFolder(), 'easel.sqlite'), 50);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => [
        accounts.hold(GUILD, request(`job-${index}`, 3)),
        accounts.grant(GUILD, { orderId: `o${index % 20}`, credits: 5, byId: 'op', why: '' }),
        index % 2 === 0
          ? accounts.pause(GUILD, { byId: 'm', role: 'manager' })
          : accounts.resume(GUILD, { byId: 'm', role: 'manager' }),
        accounts.setAllowance(GUILD, { every: 'day', credits: 10 + index, carryCapCredits: 5 }, 'op'),
      ]).flat(),
    );
    const { entries } = await accounts.ledger(GUILD);
    expect(entries.filter(({ kind }) => kind === 'granted')).toHaveLength(20);
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
    expect(await accounts.audit()).toMatchObject({ faults: [], unreadable: [] });
  });

  it('parallel settles and releases of the same holds end each of them once', async () => {
    const accounts = await accountsOnDisk(join(await tempFolder(), 'easel.sqlite'), 50);
    const jobs = Array.from({ length: 10 }, (_, index) => request(`job-${index}`, 5));
    await Promise.all(jobs.map((job) => accounts.hold(GUILD, job)));
    const outcomes = await Promise.all(
      jobs.flatMap(({ jobId }) => [
        accounts.settle(GUILD, `${jobId}.0`, 5),
        accounts.release(GUILD, `${jobId}.0`, 'failed'),
        accounts.settle(GUILD, `${jobId}.0`, 5),
      ]),
    );
    expect(outcomes.filter(({ outcome }) => outcome !== 'already')).toHaveLength(10);
    expect(await accounts.holds(GUILD)).toEqual([]);
    expect((await accounts.audit()).faults).toEqual([]);
  });

  it('servers have nothing to do with each other', async () => {
    const accounts = await accountsOnDisk(join(await tempFolder(), 'easel.sqlite'), 50);
    await Promise.all(['1', '2', '3'].map((guildId) => accounts.hold(guildId, request('job', 40))));
    expect(await accounts.settle('1', 'job.0', 41)).toMatchObject({ outcome: 'settled', leftCredits: 9 });
    expect(await accounts.view('2')).toMatchObject({ heldCredits: 40, spentCredits: 0 });
    expect(await accounts.view('4')).toMatchObject({ leftCredits: 50 });
    expect(await accounts.audit()).toMatchObject({ accounts: 3, faults: [], spentCredits: 41, heldCredits: 80 });
  });

  it('holds, charges and marks are there after a restart', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const before = await accountsOnDisk(path, 50);
    await before.hold(GUILD, request('job', 5, 6));
    await before.correct(GUILD, 'job.0', 9);
    await before.markUnconfirmed(GUILD, 'job.1');
    const after = await accountsOnDisk(path, 50);
    expect(await after.view(GUILD)).toEqual(await before.view(GUILD));
    const common = {
      jobId: 'job',
      memberId: 'member',
      modelId: 'image-model-a',
      heldAtMs: NOVEMBER_MS,
      periodKey: '2026-11',
      countedIn: [],
    };
    expect(await after.holds(GUILD)).toEqual([
      { taskKey: 'job.0', ...common, credits: 9, unconfirmed: false },
      { taskKey: 'job.1', ...common, credits: 6, unconfirmed: true },
    ]);
  });

  it('an account that cannot be read refuses work, and never reads as an empty one', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const accounts = await accountsOnDisk(path, 50);
    await accounts.hold(GUILD, request('job', 50));
    await meddle(path, async (query) => {
      await query("UPDATE records SET value = replace(value, '50', '5.5') WHERE key LIKE 'accounts:%'");
    });
    const calls = [
      accounts.view(GUILD),
      accounts.hold(GUILD, request('next', 1)),
      accounts.correct(GUILD, 'job.0', 1),
      accounts.settle(GUILD, 'job.0', 1),
      accounts.release(GUILD, 'job.0', 'failed'),
      accounts.releaseJob(GUILD, 'job', 'failed'),
      accounts.markUnconfirmed(GUILD, 'job.0'),
      accounts.holds(GUILD),
      accounts.usage(GUILD),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreError) });
    }
    expect(await accounts.audit()).toMatchObject({ accounts: 0, unreadable: [GUILD] });
  });
});

describe('accounts', () => {
  let memory: MemoryCollection<typeof accountSchema>;
  let collection: BreakingCollection<Account>;
  let usage: BreakingCollection<Usage>;
  let accounts: Accounts;

  beforeEach(() => {
    memory = new MemoryCollection(accountSchema);
    collection = new BreakingCollection(memory);
    usage = new BreakingCollection(new MemoryCollection(usageSchema));
    const clock = new FakeClock(NOVEMBER_MS);
    accounts = createAccounts({ collection, usage, locks: createKeyedLocks(), clock, defaultAllowanceCredits: 100 });
  });

  it('change in one write each, and in none where nothing changes', async () => {
    const written = async (work: () => Promise<unknown>): Promise<number> => {
      const before = collection.writes;
      await work();
      return collection.writes - before;
    };
    expect(await written(() => accounts.view(GUILD))).toBe(0);
    expect(await written(() => accounts.hold(GUILD, request('job', 10, 20, 30, 40)))).toBe(1);
    expect(await written(() => accounts.hold(GUILD, request('job', 10, 20, 30, 40)))).toBe(0);
    expect(await written(() => accounts.hold(GUILD, request('next', 1)))).toBe(0);
    expect(await written(() => accounts.correct(GUILD, 'job.0', 5))).toBe(1);
    expect(await written(() => accounts.correct(GUILD, 'job.0', 5))).toBe(0);
    expect(await written(() => accounts.settle(GUILD, 'job.0', 5))).toBe(1);
    expect(await written(() => accounts.settle(GUILD, 'job.0', 5))).toBe(0);
    expect(await written(() => accounts.markUnconfirmed(GUILD, 'job.1'))).toBe(1);
    expect(await written(() => accounts.markUnconfirmed(GUILD, 'job.1'))).toBe(0);
    expect(await written(() => accounts.releaseJob(GUILD, 'job', 'failed'))).toBe(1);
    expect(await written(() => accounts.release(GUILD, 'job.2', 'failed'))).toBe(0);
  });

  it('are written only when what they are held for is', async () => {
    const order: string[] = [];
    const keep = async (): Promise<void> => {
      order.push(`kept after ${collection.writes} writes`);
    };
    expect(await accounts.hold(GUILD, request('job', 60), keep)).toEqual({ outcome: 'held' });
    expect(await accounts.hold(GUILD, request('job', 60), keep)).toEqual({ outcome: 'already' });
    expect(await accounts.hold(GUILD, request('next', 60), keep)).toMatchObject({ outcome: 'short' });
    expect(order).toEqual(['kept after 0 writes', 'kept after 1 writes']);
    const failing = (): Promise<void> => Promise.reject(new StoreError('full'));
    await expect(accounts.hold(GUILD, request('next', 5), failing)).rejects.toThrow('full');
    expect((await accounts.holds(GUILD)).map(({ jobId }) => jobId)).toEqual(['job']);
  });

  it.each(['before', 'after'] as const)('can be asked again when the store broke %s the write', async (moment) => {
    const again = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      collection.breakNextWrite = moment;
      await expect(work()).rejects.toThrow(StoreError);
      return work();
    };
    expect(await again(() => accounts.hold(GUILD, request('job', 10, 20)))).toEqual({
      outcome: moment === 'before' ? 'held' : 'already',
    });
    await again(() => accounts.correct(GUILD, 'job.0', 12));
    await again(() => accounts.settle(GUILD, 'job.0', 12));
    await again(() => accounts.release(GUILD, 'job.1', 'failed'));
    expect(await accounts.view(GUILD)).toMatchObject({ spentCredits: 12, heldCredits: 0, leftCredits: 88 });
    expect((await accounts.audit()).faults).toEqual([]);
  });

  it('count their usage on the way, also after a count that failed', async () => {
    const spend = async (from: number, to: number): Promise<void> => {
      for (let turn = from; turn < to; turn++) {
        await accounts.hold(GUILD, request(`j${turn}`, 0)).catch(() => undefined);
        await accounts.settle(GUILD, `j${turn}.0`, 1).catch(() => undefined);
      }
    };
    usage.breakNextWrite = 'before';
    await spend(0, USAGE_FOLD_ENTRIES / 2);
    expect(usage.writes).toBe(0);
    await spend(USAGE_FOLD_ENTRIES / 2, USAGE_FOLD_ENTRIES);
    expect(usage.writes).toBe(1);
    const { days, missedEntries } = await accounts.usage(GUILD);
    expect(days).toEqual({
      '2026-11-20': { 'image-model-a': { credits: USAGE_FOLD_ENTRIES, settled: USAGE_FOLD_ENTRIES, released: 0 } },
    });
    expect(missedEntries).toBe(0);
  });

  it('say in the audit which server and which entry differ, and what is unconfirmed', async () => {
    await accounts.hold(GUILD, request('job', 10, 20));
    await accounts.hold('2', request('job', 10));
    await accounts.markUnconfirmed(GUILD, 'job.1');
    memory.texts.set('2', (memory.texts.get('2') ?? '').replace('"leftCredits":90', '"leftCredits":91'));
    expect(await accounts.audit()).toEqual({
      accounts: 2,
      unreadable: [],
      faults: [{ guildId: '2', entryNumber: 2, fault: 'says that 91 credits were left; the entries give 90' }],
      spentCredits: 0,
      heldCredits: 40,
      unconfirmed: { holds: 1, credits: 20 },
      openHolds: [
        { guildId: GUILD, taskKey: 'job.0', jobId: 'job' },
        { guildId: '2', taskKey: 'job.0', jobId: 'job' },
      ],
    });
  });

  it('refuse an allowance that is no amount', () => {
    const parts = { collection, usage, locks: createKeyedLocks(), clock: new FakeClock() };
    expect(() => createAccounts({ ...parts, defaultAllowanceCredits: 0.5 })).toThrow(BudgetError);
  });
});
