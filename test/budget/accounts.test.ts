import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Share, ShareTarget } from '../../src/budget/account/shares.ts';
import { type Accounts, type AccountsParts, createAccounts } from '../../src/budget/accounts.ts';
import { BudgetError } from '../../src/budget/ledger/amounts.ts';
import type { Database } from '../../src/store/database/database.ts';
import { openStore } from '../../src/store/open-store.ts';
import { RecordError, type Store, StoreError } from '../../src/store/store.ts';
import { meddle, tempFolder } from '../store/temp-folder.ts';
import { keysOf } from '../support/all-records.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { BreakingDatabase, type MemoryDatabase, storeOver, withReads } from '../support/memory-database.ts';
import { toy } from '../support/toy-collection.ts';
import { WatchedDatabase } from '../support/watched-database.ts';
import { correct, markUnconfirmed, release, settle } from './bookings.ts';
import { MANAGER, NOVEMBER_MS, OPERATOR, request } from './samples.ts';

const GUILD = '111222333444555666';
const grantOf = (id: string) => ({ kind: 'grant', id, credits: 5, why: '' }) as const;
const releaseOf = (taskKey: string) => ({ kind: 'resolve', taskKey, resolution: { decision: 'release' } }) as const;

let onDisk: Store | undefined;

/** Opens them after a restart, where they were opened before. */
async function accountsOnDisk(path: string, defaultAllowanceCredits: number): Promise<Accounts> {
  await onDisk?.close();
  const store = await openStore(`sqlite://${path}`);
  onDisk = store;
  onTestFinished(() => store.close());
  return createAccounts({
    store,
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
    await accounts.apply(
      GUILD,
      { kind: 'share', share: { target: { kind: 'everyone' }, every: 'day', credits: 10 } },
      MANAGER,
    );
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

  it('grants, pauses, shares and holds that race leave the books in order, with an entry for each operation', async () => {
    const plan = { every: 'day', carryCapCredits: 5 } as const;
    const accounts = await accountsOnDisk(join(await tempFolder(), 'easel.sqlite'), 50);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => [
        accounts.hold(GUILD, request(`job-${index}`, 3)),
        accounts.apply(GUILD, grantOf(`o${index % 20}`), OPERATOR),
        accounts.apply(GUILD, { kind: 'pause', isPaused: index % 2 === 0 }, MANAGER),
        accounts.apply(GUILD, { kind: 'allowance', allowance: { ...plan, credits: 10 + index } }, OPERATOR),
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
        settle(accounts, GUILD, `${jobId}.0`, 5),
        release(accounts, GUILD, `${jobId}.0`, 'failed'),
        settle(accounts, GUILD, `${jobId}.0`, 5),
      ]),
    );
    expect(outcomes.filter((outcome) => outcome !== 'already')).toHaveLength(10);
    expect(await accounts.holds(GUILD)).toEqual([]);
    expect((await accounts.audit()).faults).toEqual([]);
  });

  it('servers are independent of each other', async () => {
    const accounts = await accountsOnDisk(join(await tempFolder(), 'easel.sqlite'), 50);
    await Promise.all(['1', '2', '3'].map((guildId) => accounts.hold(guildId, request('job', 40))));
    expect(await settle(accounts, '1', 'job.0', 41)).toBe('settled');
    expect(await accounts.view('1')).toMatchObject({ leftCredits: 9 });
    expect(await accounts.view('2')).toMatchObject({ heldCredits: 40, spentCredits: 0 });
    expect(await accounts.view('4')).toMatchObject({ leftCredits: 50 });
    expect(await accounts.audit()).toMatchObject({ accounts: 3, faults: [], spentCredits: 41, heldCredits: 80 });
  });

  it('holds, charges and marks survive a restart', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const before = await accountsOnDisk(path, 50);
    await before.hold(GUILD, request('job', 5, 6));
    await correct(before, GUILD, 'job.0', 9);
    await markUnconfirmed(before, GUILD, 'job.1');
    const seen = await before.view(GUILD);
    const after = await accountsOnDisk(path, 50);
    expect(await after.view(GUILD)).toEqual(seen);
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
    await (await accountsOnDisk(path, 50)).hold(GUILD, request('job', 50));
    const accounts = await accountsOnDisk(path, 50);
    await meddle(path, async (query) => {
      await query("UPDATE records SET value = replace(value, '50', '5.5') WHERE key LIKE 'accounts:%'");
    });
    const calls = [
      accounts.view(GUILD),
      accounts.hold(GUILD, request('next', 1)),
      correct(accounts, GUILD, 'job.0', 1),
      settle(accounts, GUILD, 'job.0', 1),
      release(accounts, GUILD, 'job.0', 'failed'),
      accounts.releaseJob(GUILD, 'job', 'failed'),
      markUnconfirmed(accounts, GUILD, 'job.0'),
      accounts.holds(GUILD),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreError) });
    }
    expect(await accounts.audit()).toMatchObject({ accounts: 0, unreadable: [GUILD] });
  });
});

describe('accounts', () => {
  let database: BreakingDatabase;
  let accounts: Accounts;

  beforeEach(async () => {
    database = new BreakingDatabase();
    accounts = await accountsOver(database);
  });

  it('write each change once, and nothing if nothing changes', async () => {
    const written = async (work: () => Promise<unknown>): Promise<number> => {
      const before = database.commits;
      await work();
      return database.commits - before;
    };
    expect(await written(() => accounts.view(GUILD))).toBe(0);
    expect(await written(() => accounts.hold(GUILD, request('job', 10, 20, 30, 40)))).toBe(1);
    expect(await written(() => accounts.hold(GUILD, request('job', 10, 20, 30, 40)))).toBe(0);
    expect(await written(() => accounts.hold(GUILD, request('next', 1)))).toBe(0);
    expect(await written(() => correct(accounts, GUILD, 'job.0', 5))).toBe(1);
    expect(await written(() => correct(accounts, GUILD, 'job.0', 5))).toBe(0);
    expect(await written(() => settle(accounts, GUILD, 'job.0', 5))).toBe(1);
    expect(await written(() => settle(accounts, GUILD, 'job.0', 5))).toBe(0);
    expect(await written(() => markUnconfirmed(accounts, GUILD, 'job.1'))).toBe(1);
    expect(await written(() => markUnconfirmed(accounts, GUILD, 'job.1'))).toBe(0);
    expect(await written(() => accounts.releaseJob(GUILD, 'job', 'failed'))).toBe(1);
    expect(await written(() => release(accounts, GUILD, 'job.2', 'failed'))).toBe(0);
  });

  it('commit a hold together with its job, and ask for the job’s changes only if the hold is accepted', async () => {
    const store = await storeOver(database);
    const jobs = store.collection(toy('jobs', z.string()));
    const own = await accountsOver(database, store);
    const asked: string[] = [];
    const also = (jobId: string) => () => {
      asked.push(jobId);
      return [jobs.put(jobId, 'a job')];
    };
    expect(await own.hold(GUILD, request('job', 60), also('job'))).toEqual({ outcome: 'held' });
    expect(Object.keys(Object.fromEntries(database.texts)).filter((key) => key.startsWith('jobs:'))).toEqual([
      'jobs:job',
    ]);
    expect(await own.hold(GUILD, request('next', 60), also('next'))).toMatchObject({ outcome: 'short' });
    expect(asked).toEqual(['job']);
    database.breakNextCommit = 'before';
    await expect(own.hold(GUILD, request('lost', 5), also('lost'))).rejects.toThrow(StoreError);
    expect((await own.holds(GUILD)).map(({ jobId }) => jobId)).toEqual(['job']);
    expect(await keysOf(jobs)).toEqual(['job']);
    // What was held before still gets what it is for.
    expect(await own.hold(GUILD, request('job', 60), also('again'))).toEqual({ outcome: 'already' });
    expect(await keysOf(jobs)).toEqual(['again', 'job']);
  });

  it('do not wait for each other’s writes, and fail together if the disk fails', async () => {
    database.isSlow = true;
    const before = database.commits;
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => accounts.hold(GUILD, request(`j${index}`, 1))),
    );
    expect(outcomes.every(({ outcome }) => outcome === 'held')).toBe(true);
    expect(database.commits - before).toBeLessThan(5);
    database.breakNextCommit = 'before';
    const failed = await Promise.allSettled([
      accounts.hold(GUILD, request('a', 1)),
      accounts.hold(GUILD, request('b', 1)),
      settle(accounts, GUILD, 'j0.0', 1),
    ]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await accounts.view(GUILD)).toMatchObject({ heldCredits: 50, spentCredits: 0 });
    await settle(accounts, GUILD, 'j0.0', 1);
    expect(await accounts.audit()).toMatchObject({ faults: [], spentCredits: 1, heldCredits: 49 });
  });

  it.each(['before', 'after'] as const)('can repeat a change if the store broke %s the write', async (moment) => {
    const again = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      database.breakNextCommit = moment;
      await expect(work()).rejects.toThrow(StoreError);
      return work();
    };
    expect(await again(() => accounts.hold(GUILD, request('job', 10, 20)))).toEqual({
      outcome: moment === 'before' ? 'held' : 'already',
    });
    await again(() => correct(accounts, GUILD, 'job.0', 12));
    await again(() => settle(accounts, GUILD, 'job.0', 12));
    await again(() => release(accounts, GUILD, 'job.1', 'failed'));
    expect(await accounts.view(GUILD)).toMatchObject({ spentCredits: 12, heldCredits: 0, leftCredits: 88 });
    expect((await accounts.audit()).faults).toEqual([]);
  });

  it('count usage together with spending', async () => {
    for (let turn = 0; turn < 3; turn++) {
      await accounts.hold(GUILD, request(`j${turn}`, 5));
      if (turn < 2) await settle(accounts, GUILD, `j${turn}.0`, 4);
    }
    await release(accounts, GUILD, 'j2.0', 'failed');
    expect(await accounts.usage(GUILD)).toEqual({
      '2026-11-20': {
        models: { 'image-model-a': { credits: 8, settled: 2, released: 1 } },
        members: { member: 8 },
        returned: { failed: 1 },
      },
    });
    expect(await accounts.today()).toEqual({
      ...{ settled: 2, spentCredits: 8, returned: { failed: 1 } },
      servers: [{ guildId: GUILD, credits: 8 }],
    });
  });

  it('apply a grant once, for as long as it is known', async () => {
    const grant = (own: Accounts, id = 'grant') => own.apply(GUILD, grantOf(id), OPERATOR);
    expect(await grant(accounts)).toMatchObject({ outcome: 'granted' });
    for (let turn = 0; turn < 300; turn++) await grant(accounts, `o${turn}`);
    expect(await grant(await accountsOver(database))).toMatchObject({ outcome: 'already' });
  });

  it('return the newest entries of a time, and the number of earlier ones', async () => {
    for (let turn = 0; turn < 5; turn++) await accounts.hold(GUILD, request(`j${turn}`, 1));
    const { entries, earlierEntries, isCut } = await accounts.ledger(GUILD, { most: 2 });
    expect(entries.map(({ number }) => number)).toEqual([5, 6]);
    expect({ earlierEntries, isCut }).toEqual({ earlierEntries: 4, isCut: true });
    expect(await accounts.ledger(GUILD, { sinceMs: NOVEMBER_MS + 1 })).toMatchObject({ entries: [], isCut: false });
    expect((await accounts.ledger(GUILD)).entries).toHaveLength(6);
  });

  it('replace entries that are too old by their sum, and the books still add up', async () => {
    for (let turn = 0; turn < 700; turn++) await accounts.hold(GUILD, request(`j${turn}`, 0));
    await accounts.hold(GUILD, request('kept', 7));
    await settle(accounts, GUILD, 'kept.0', 5);
    await accounts.apply(GUILD, grantOf('grant'), OPERATOR);
    const year = 400 * 86_400_000;
    await accounts.sweep(NOVEMBER_MS + year - 1);
    expect((await accounts.ledger(GUILD)).entries).toHaveLength(704);
    await accounts.sweep(NOVEMBER_MS + year + 86_400_000);
    const { entries, earlierEntries } = await accounts.ledger(GUILD);
    expect({ entries, earlierEntries }).toEqual({ entries: [], earlierEntries: 0 });
    await accounts.hold(GUILD, request('next', 3));
    expect(await accounts.audit()).toMatchObject({ faults: [], unreadable: [], spentCredits: 5, heldCredits: 3 });
    const again = await accountsOver(database);
    expect((await again.ledger(GUILD)).entries.map(({ number }) => number)).toEqual([705]);
    expect(await again.view(GUILD)).toMatchObject({ spentCredits: 5, heldCredits: 3, leftCredits: 97 });
  });

  it('lose the shares of members who weren’t seen for 400 days, and counters that have ended', async () => {
    const own = await accountsOver(database, undefined, { isSeen: async ({ memberId }) => memberId === 'seen' });
    const targets = ['seen', 'gone'].map((id) => ({ kind: 'member' as const, id }));
    for (const target of [...targets, { kind: 'everyone' as const }])
      await own.apply(GUILD, { kind: 'share', share: { target, every: 'day', credits: 10 } }, MANAGER);
    await own.hold(GUILD, request('job', 7));
    await settle(own, GUILD, 'job.0', 5);
    const counters = () => [...database.texts.keys()].filter((key) => key.startsWith('counters:'));
    expect(counters()).not.toEqual([]);
    await own.sweep(NOVEMBER_MS + 399 * 86_400_000);
    expect(counters()).toEqual([]);
    expect(await own.shares(GUILD)).toHaveLength(3);
    await own.sweep(NOVEMBER_MS + 401 * 86_400_000);
    expect((await own.shares(GUILD)).map(({ target }) => target)).toEqual([targets[0], { kind: 'everyone' }]);
    expect(await own.audit()).toMatchObject({ faults: [], unreadable: [], spentCredits: 5 });
  });

  it('keep of an erased server only sums and an operator’s pause', async () => {
    await accounts.apply(GUILD, { kind: 'pause', isPaused: true }, OPERATOR);
    const share = { target: { kind: 'member' as const, id: 'm' }, every: 'day' as const, credits: 10 };
    for (const operation of [
      { kind: 'share' as const, share },
      { kind: 'pause' as const, isPaused: true },
    ])
      await accounts.apply(GUILD, operation, MANAGER);
    await accounts.apply(GUILD, grantOf('grant'), OPERATOR);
    const { leftCredits } = await accounts.view(GUILD);
    await accounts.forgetServer(GUILD);
    for (const same of [accounts, await accountsOver(database)]) {
      expect((await same.ledger(GUILD)).entries).toEqual([]);
      expect(await same.shares(GUILD)).toEqual([]);
      expect(await same.view(GUILD)).toMatchObject({ leftCredits, pausedBy: 'operator' });
      expect(await same.apply(GUILD, grantOf('grant'), OPERATOR)).toMatchObject({ outcome: 'already' });
      expect(await same.audit()).toMatchObject({ faults: [], unreadable: [] });
    }
    await accounts.apply(GUILD, { kind: 'pause', isPaused: false }, OPERATOR);
    expect(await accounts.hold(GUILD, request('job', 7))).toEqual({ outcome: 'held' });
  });

  it('keep entries as long as configured, but usage and ids of grants for a year', async () => {
    const own = await accountsOver(database, undefined, { ledgerKeptDays: 31 });
    await own.hold(GUILD, request('job', 7));
    await settle(own, GUILD, 'job.0', 5);
    await own.apply(GUILD, grantOf('grant'), OPERATOR);
    await own.sweep(NOVEMBER_MS + 32 * 86_400_000);
    expect((await own.ledger(GUILD)).entries).toEqual([]);
    expect(Object.values(await own.usage(GUILD))).toMatchObject([{ members: { member: 5 } }]);
    expect(await own.apply(GUILD, grantOf('grant'), OPERATOR)).toMatchObject({ outcome: 'already' });
    expect(await own.audit()).toMatchObject({ faults: [], unreadable: [], spentCredits: 5 });
  });

  it('write only the holds that a change touches', async () => {
    for (let job = 0; job < 200; job++) await accounts.hold(GUILD, request(`j${job}`, 0));
    const watched = new WatchedDatabase();
    await watched.commit([...database.texts]);
    const own = await accountsOver(watched);
    await own.view(GUILD);
    watched.commits.length = 0;
    await settle(own, GUILD, 'j7.0', 0);
    await markUnconfirmed(own, GUILD, 'j8.0');
    const written = watched.commits.flat().map(([key]) => key);
    expect(written.filter((key) => key.startsWith('holds:'))).toEqual([`holds:${GUILD}:j7.0`, `holds:${GUILD}:j8.0`]);
    expect(written.filter((key) => key.startsWith('unconfirmed:'))).toEqual([`unconfirmed:${GUILD}:j8.0`]);
    const again = await accountsOver(watched);
    expect(await again.holds(GUILD)).toHaveLength(199);
    expect((await again.audit()).faults).toEqual([]);
  });

  it('are ranked by credits spent and held, page by page', async () => {
    const watched = new WatchedDatabase();
    const own = await accountsOver(watched);
    for (let server = 0; server < 120; server++) await own.hold(`server${server}`, request('job', server % 100));
    watched.ranges.length = 0;
    const ranking = await own.ranking();
    expect(ranking).toHaveLength(120);
    expect(ranking[0]).toBe('server99');
    expect(watched.ranges.length).toBeGreaterThan(1);
    expect(Math.max(...watched.ranges.map(({ most }) => most))).toBeLessThanOrEqual(50);
  });

  it('list all servers’ unconfirmed holds, oldest first', async () => {
    for (const guildId of ['1', '2']) {
      await accounts.hold(guildId, request(`job${guildId}`, 4, 4));
      await markUnconfirmed(accounts, guildId, `job${guildId}.0`);
    }
    const keys = async () => (await accounts.unconfirmed()).map(({ guildId, taskKey }) => `${guildId}/${taskKey}`);
    expect(await keys()).toEqual(['1/job1.0', '2/job2.0']);
    await accounts.apply('1', releaseOf('job1.0'), OPERATOR);
    expect(await keys()).toEqual(['2/job2.0']);
  });

  it('name in the audit the server and entry that differ, and what is unconfirmed', async () => {
    await accounts.hold(GUILD, request('job', 10, 20));
    await accounts.hold('2', request('job', 10));
    await markUnconfirmed(accounts, GUILD, 'job.1');
    const key = 'ledger:2:000000000002';
    database.texts.set(key, (database.texts.get(key) ?? '').replace('"leftCredits":90', '"leftCredits":91'));
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

  describe('with an unreadable hold', () => {
    const OTHER = '2';
    const broken = async (): Promise<Accounts> => {
      for (const key of database.texts.keys())
        if (key.startsWith(`holds:${GUILD}:`)) database.texts.set(key, '{"credits":');
      return accountsOver(database);
    };
    beforeEach(async () => {
      await accounts.hold(OTHER, request('other', 4));
      await markUnconfirmed(accounts, OTHER, 'other.0');
      await accounts.hold(GUILD, request('job', 10, 20, 30));
      await correct(accounts, GUILD, 'job.0', 12);
      await markUnconfirmed(accounts, GUILD, 'job.1');
    });

    it('rebuild the hold from the ledger, so that it ends once', async () => {
      const holds = await accounts.holds(GUILD);
      const own = await broken();
      expect(await own.holds(GUILD)).toEqual(holds);
      expect(await own.view(GUILD)).toMatchObject({ heldCredits: 62, unconfirmed: { holds: 1, credits: 20 } });
      expect(await settle(own, GUILD, 'job.0', 12)).toBe('settled');
      expect(await settle(own, GUILD, 'job.0', 12)).toBe('already');
      expect(await release(own, GUILD, 'job.2')).toBe('released');
      expect((await own.unconfirmed()).map(({ taskKey }) => taskKey)).toEqual(['job.1', 'other.0']);
      await own.apply(GUILD, releaseOf('job.1'), OPERATOR);
      expect(await own.view(GUILD)).toMatchObject({ heldCredits: 0, spentCredits: 12, unconfirmed: { holds: 0 } });
      expect(await own.audit()).toMatchObject({ accounts: 2, faults: [], unreadable: [], heldCredits: 4 });
    });

    it('report it in the audit', async () => {
      const { faults, heldCredits, openHolds } = await (await broken()).audit();
      expect(faults.map(({ guildId, fault }) => `${guildId}: ${fault}`)).toEqual(
        [0, 1, 2].map((task) => `${GUILD}: the hold of task job.${task} cannot be read; it counts as the entries say`),
      );
      expect(heldCredits).toBe(66);
      expect(openHolds.map(({ taskKey }) => taskKey)).toEqual(['job.0', 'job.2']);
    });

    it('refuse work if no entry has the hold, without delaying other servers', async () => {
      for (const key of database.texts.keys()) if (key.startsWith(`ledger:${GUILD}:`)) database.texts.set(key, '?');
      const own = await broken();
      await expect(own.hold(GUILD, request('next', 1))).rejects.toThrow('no entry of the ledger tells what it was');
      await expect(settle(own, GUILD, 'job.0', 12)).rejects.toThrow(RecordError);
      expect((await own.unconfirmed()).map(({ taskKey }) => taskKey)).toEqual(['other.0']);
      expect(await own.audit()).toMatchObject({ accounts: 1, unreadable: [GUILD] });
      await own.sweep(NOVEMBER_MS + 500 * 86_400_000);
      expect((await own.ledger(OTHER)).entries).toEqual([]);
    });
  });

  it('decide again if a commit that the decision builds on fails meanwhile', async () => {
    const { promise: mayRead, resolve } = Promise.withResolvers<void>();
    const { promise: isDecided, resolve: decided } = Promise.withResolvers<void>();
    const slow = withReads(database, (key) =>
      key.startsWith('grants:') ? mayRead.then(() => database.read(key)) : undefined,
    );
    const own = await accountsOver(slow);
    await own.hold(GUILD, request('first', 1));
    database.breakNextCommit = 'before';
    database.isSlow = true;
    const held = own.hold(GUILD, request('job', 10), () => {
      decided();
      return [];
    });
    await isDecided;
    const granted = own.apply(GUILD, grantOf('g'), OPERATOR);
    await expect(held).rejects.toThrow(StoreError);
    resolve();
    expect((await granted).outcome).toBe('granted');
    expect(await (await accountsOver(database)).audit()).toMatchObject({ faults: [], unreadable: [], heldCredits: 1 });
  });

  it('count an unreadable counter of a share anew, and report it', async () => {
    const share = (target: ShareTarget, every: Share['every'], credits: number) =>
      accounts.apply(GUILD, { kind: 'share', share: { target, every, credits } }, MANAGER);
    await accounts.hold(GUILD, request('before', 1));
    await share({ kind: 'everyone' }, 'day', 30);
    await share({ kind: 'channel', id: 'c' }, 'month', 60);
    await accounts.hold(GUILD, { ...request('a', 10, 5), channelIds: ['c'] });
    await accounts.hold(GUILD, { ...request('b', 12), memberId: 'other' });
    await settle(accounts, GUILD, 'a.0', 14);
    await release(accounts, GUILD, 'a.1');
    await accounts.hold(GUILD, { ...request('c', 8), channelIds: ['c'] });
    const spenders = ['member', 'other'].map((memberId) => ({ memberId, roleIds: [], channelIds: ['c'] }));
    const rooms = (from: Accounts) => Promise.all(spenders.map((spender) => from.shareRooms(GUILD, spender)));
    const before = await rooms(accounts);
    const broken = [...database.texts.keys()].filter((key) => key.startsWith('counters:')).sort();
    expect(broken).toHaveLength(3);
    for (const key of broken) database.texts.set(key, '?');
    const own = await accountsOver(database);
    expect(await rooms(own)).toEqual(before);
    expect((await own.audit()).faults.map(({ fault }) => fault)).toEqual(
      broken.map(
        (key) =>
          `the share’s counter ${key.slice(`counters:${GUILD}:`.length)} cannot be read; it counts as the entries say`,
      ),
    );
    expect(await own.hold(GUILD, request('d', 9))).toMatchObject({ outcome: 'share' });
    expect(await own.hold(GUILD, { ...request('d', 8), channelIds: ['c'] })).toEqual({ outcome: 'held' });
    expect((await own.audit()).faults).toHaveLength(1);
  });

  it('stay paused everywhere while that record cannot be read, until the operator writes it anew', async () => {
    await accounts.pauseEverywhere(true, 'op');
    database.texts.set('global_pause:all', '?');
    const own = await accountsOver(database);
    expect(await own.hold(GUILD, request('a', 1))).toEqual({ outcome: 'paused', by: 'operator everywhere' });
    expect(await own.pauseEverywhere(true, 'op')).toBe('done');
    database.texts.set('global_pause:all', '?');
    const next = await accountsOver(database);
    expect(await next.pauseEverywhere(false, 'op')).toBe('done');
    expect(await next.hold(GUILD, request('a', 1))).toEqual({ outcome: 'held' });
  });

  it('settle tasks on a day whose usage cannot be read, and leave that day unchanged', async () => {
    for (const job of ['a', 'b', 'c']) await accounts.hold(GUILD, request(job, 10));
    await settle(accounts, GUILD, 'a.0', 10);
    const key = `usage:${GUILD}:2026-11-20`;
    database.texts.set(key, '2:{"models":');
    const own = await accountsOver(database);
    expect(await settle(own, GUILD, 'b.0', 10)).toBe('settled');
    expect(await release(own, GUILD, 'c.0')).toBe('released');
    expect(await own.view(GUILD)).toMatchObject({ spentCredits: 20, heldCredits: 0 });
    expect(database.texts.get(key)).toBe('2:{"models":');
    expect((await own.audit()).faults).toEqual([]);
  });

  it('keep old entries after an unreadable one, and drop those of other servers', async () => {
    for (const guildId of [GUILD, '2'])
      for (const job of ['a', 'b', 'c']) await accounts.hold(guildId, request(job, 1));
    const key = `ledger:${GUILD}:000000000002`;
    const text = database.texts.get(key) ?? '';
    database.texts.set(key, '?');
    const own = await accountsOver(database);
    const laterMs = NOVEMBER_MS + 500 * 86_400_000;
    await own.sweep(laterMs);
    const kept = [...database.texts.keys()].filter((one) => one.startsWith('ledger:'));
    expect(kept).toEqual([2, 3, 4].map((number) => `ledger:${GUILD}:00000000000${number}`));
    database.texts.set(key, text);
    expect((await own.audit()).faults).toEqual([]);
    await own.sweep(laterMs);
    expect((await own.ledger(GUILD)).entries).toEqual([]);
    expect(await own.audit()).toMatchObject({ faults: [], unreadable: [], heldCredits: 6 });
  });

  describe('whose audit continues where the last one stopped', () => {
    const ledgerReads = async (watched: WatchedDatabase): Promise<number> => {
      const own = await accountsOver(watched);
      const read = watched.page.bind(watched);
      let entries = 0;
      watched.page = async (range) => {
        const rows = await read(range);
        if (range.from.startsWith('ledger:')) entries += rows.length;
        return rows;
      };
      expect(await own.audit({ continued: true })).toMatchObject({ accounts: 1, faults: [], unreadable: [] });
      watched.page = read;
      return entries;
    };
    const tamper = (database: MemoryDatabase, number: number): void => {
      const key = `ledger:${GUILD}:${String(number).padStart(12, '0')}`;
      database.texts.set(key, (database.texts.get(key) ?? '').replace('"leftCredits":100', '"leftCredits":99'));
    };

    it('read each entry once over several starts; a whole audit reads them all', async () => {
      const watched = new WatchedDatabase();
      const own = await accountsOver(watched);
      for (let turn = 0; turn < 300; turn++) await own.hold(GUILD, request(`j${turn}`, 0));
      expect(await ledgerReads(watched)).toBe(301);
      expect(await ledgerReads(watched)).toBe(0);
      await (await accountsOver(watched)).hold(GUILD, request('next', 0));
      expect(await ledgerReads(watched)).toBe(1);
      tamper(watched, 7);
      const again = await accountsOver(watched);
      expect((await again.audit({ continued: true })).faults).toEqual([]);
      expect((await again.audit()).faults).toMatchObject([{ entryNumber: 7 }]);
    });

    it('find later faults at every start', async () => {
      for (let turn = 0; turn < 300; turn++) await accounts.hold(GUILD, request(`j${turn}`, 0));
      await accounts.audit({ continued: true });
      for (let turn = 300; turn < 600; turn++) await accounts.hold(GUILD, request(`j${turn}`, 0));
      tamper(database, 450);
      for (let start = 0; start < 2; start++) {
        const own = await accountsOver(database);
        expect((await own.audit({ continued: true })).faults).toMatchObject([{ entryNumber: 450 }]);
      }
    });

    it('start again if the record cannot be read, and after entries that the sweep dropped', async () => {
      for (let turn = 0; turn < 300; turn++) await accounts.hold(GUILD, request(`j${turn}`, 0));
      await accounts.audit({ continued: true });
      database.texts.set(`checked_entries:${GUILD}`, '?');
      const own = await accountsOver(database);
      expect(await own.audit({ continued: true })).toMatchObject({ accounts: 1, faults: [], unreadable: [] });
      await own.hold(GUILD, request('next', 0));
      await own.sweep(NOVEMBER_MS + 500 * 86_400_000);
      expect(await own.audit({ continued: true })).toMatchObject({ accounts: 1, faults: [], unreadable: [] });
    });
  });

  it('refuse an allowance that is not a valid amount', async () => {
    const parts = { store: await storeOver(database), clock: new FakeClock() };
    expect(() => createAccounts({ ...parts, defaultAllowanceCredits: 0.5 })).toThrow(BudgetError);
  });
});

async function accountsOver(
  database: Database,
  store?: Store,
  changed: Pick<AccountsParts, 'isSeen' | 'ledgerKeptDays'> = {},
): Promise<Accounts> {
  const clock = new FakeClock(NOVEMBER_MS);
  const parts = { store: store ?? (await storeOver(database)), clock };
  return createAccounts({ ...parts, defaultAllowanceCredits: 100, ...changed });
}
