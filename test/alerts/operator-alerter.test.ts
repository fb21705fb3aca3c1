import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperatorAlert, ServiceFacts } from '../../src/alerts/operator-alert.ts';
import { createOperatorAlerter } from '../../src/alerts/operator-alerter.ts';
import type { UnconfirmedHold } from '../../src/budget/books/reading.ts';
import { createLog } from '../../src/log.ts';
import { LAST_RESTORE, restoreCollection } from '../../src/store/restores.ts';
import { holding } from '../budget/samples.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { BreakingDatabase, storeOver } from '../support/memory-database.ts';
import { postedAs } from './posted-as.ts';

async function start() {
  const clock = new FakeClock();
  const database = new BreakingDatabase();
  const store = await storeOver(database);
  const posted: { alert: OperatorAlert; idempotencyKey: string }[] = [];
  const outcomes: ('no access' | 'unavailable')[] = [];
  const hooks = { posting: (): void => undefined };
  let facts: ServiceFacts = { status: 'well', sinceMs: 0, reason: undefined, lastCreatedAtMs: undefined };
  const holds: UnconfirmedHold[] = [];
  let usedCredits = 0;
  let stop = new AbortController();
  onTestFinished(() => stop.abort());
  const open = () => {
    const opened = createOperatorAlerter({
      ...{ store, clock, log: createLog('silent') },
      service: () => facts,
      accounts: {
        unconfirmed: async () => holds,
        ceiling: async () => ({ month: '2026-11', usedCredits, ceilingCredits: 1_000, renewsAtMs: undefined }),
      },
      serversIn: async (shards) => shards.map((shard) => ({ guildId: `${shard}`, name: `server ${shard}` })),
      post: async (alert, { idempotencyKey }) => {
        posted.push({ alert, idempotencyKey });
        hooks.posting();
        return postedAs(outcomes.shift());
      },
    });
    opened.run(stop.signal).catch(() => undefined);
    return opened;
  };
  let alerter = open();
  const passes = async (durationMs: number) => {
    for (let turns = 0; turns < 3; turns++) await clock.advance(0);
    await clock.advance(durationMs);
    for (let turns = 0; turns < 3; turns++) await clock.advance(0);
  };
  await passes(0);
  return {
    ...{ clock, database, store, hooks, outcomes, passes, posted },
    kinds: () => posted.map(({ alert }) => alert.kind),
    isTold: () => alerter.isAlerted,
    becomes: async (status: ServiceFacts['status'], lastCreatedAtMs?: number) => {
      facts = { status, sinceMs: clock.now(), reason: undefined, lastCreatedAtMs };
      alerter.onServiceChanged();
      await passes(0);
    },
    spend: async (credits: number) => {
      usedCredits += credits;
      alerter.onSpending();
      await passes(5_000);
    },
    vacate: async (numbers: number[], isFirst = true) => {
      alerter.onVacancy({ numbers, isFirst });
      await passes(0);
    },
    unconfirm: (guildId: string, taskKey: string, claimedCredits?: number) => {
      const hold = holding('job', 4).holds.first();
      if (hold) holds.push({ ...hold, guildId, taskKey, unconfirmed: true, claimedCredits });
      alerter.onUnconfirmed();
    },
    restart: async () => {
      stop.abort();
      await passes(0);
      stop = new AbortController();
      alerter = open();
      await passes(0);
    },
  };
}

describe('the operator', () => {
  it('gets one alert of a restored backup, also if Easel may not post at first', async () => {
    const { store, outcomes, passes, posted, kinds, restart } = await start();
    const restore = { restoredAtMs: 2_000, backupChangedAtMs: 1_000, isCarriedOver: true };
    await store.collection(restoreCollection).set(LAST_RESTORE, restore);
    outcomes.push('no access');
    await restart();
    await passes(3_600_000);
    expect(posted.map(({ alert }) => alert)).toEqual([
      { kind: 'restored', ...restore },
      { kind: 'restored', ...restore },
    ]);
    await restart();
    expect(kinds()).toEqual(['restored', 'restored']);
  });

  it('gets one alert that shards have no process, with their servers, and one that they are served again', async () => {
    const { posted, vacate } = await start();
    for (const numbers of [[0, 1], [0, 1], [], []]) await vacate(numbers);
    const servers = [0, 1].map((shard) => ({ guildId: `${shard}`, name: `server ${shard}` }));
    expect(posted.map(({ alert }) => alert)).toEqual([
      { kind: 'shards vacant', shards: [0, 1], servers },
      { kind: 'shards served', shards: [0, 1], servers },
    ]);
  });

  it('gets the alert about vacant shards from the process with the lowest served shard', async () => {
    const { kinds, vacate } = await start();
    await vacate([0, 1], false);
    await vacate([], false);
    expect(kinds()).toEqual([]);
  });

  it('gets the alert about vacant shards later if Discord is unavailable', async () => {
    const { kinds, outcomes, passes, vacate } = await start();
    outcomes.push('unavailable');
    await vacate([2]);
    await passes(60_000);
    expect(kinds()).toEqual(['shards vacant', 'shards vacant']);
  });

  it('gets one alert about trouble, even after a restart, and one when it is over', async () => {
    const { becomes, isTold, kinds, passes, restart } = await start();
    await becomes('bad key');
    expect([kinds(), isTold()]).toEqual([['trouble'], true]);
    await passes(3_600_000);
    await restart();
    expect([kinds(), isTold()]).toEqual([['trouble'], true]);
    await becomes('well');
    expect([kinds(), isTold()]).toEqual([['trouble', 'trouble over'], false]);
    await passes(3_600_000);
    expect(kinds()).toHaveLength(2);
  });

  it('is warned once at 80 and once at 100 % of the ceiling, even after a restart', async () => {
    const { posted, restart, spend } = await start();
    await spend(799);
    expect(posted).toEqual([]);
    for (const credits of [1, 100, 100, 100]) await spend(credits);
    await restart();
    await spend(0);
    const percents = posted.map(({ alert }) => (alert.kind === 'ceiling' ? alert.percent : alert.kind));
    expect(percents).toEqual([80, 100]);
  });

  it('gets an alert about a long outage, and none about a short one', async () => {
    const { becomes, kinds, passes } = await start();
    await becomes('down');
    await passes(120_000);
    await becomes('well');
    await passes(600_000);
    expect(kinds()).toEqual([]);
    await becomes('down');
    await passes(300_000);
    expect(kinds()).toEqual(['trouble']);
  });

  it('counts as alerted only once the alert is posted, which is retried', async () => {
    const { becomes, isTold, kinds, outcomes, passes } = await start();
    outcomes.push('unavailable', 'no access');
    await becomes('refuses requests');
    expect(isTold()).toBe(false);
    await passes(30_000);
    expect([kinds().length, isTold()]).toEqual([2, false]);
    await passes(3_600_000);
    expect([kinds().length, isTold()]).toEqual([3, true]);
  });

  it('gets the alert with the same key again if it could not be recorded', async () => {
    const { becomes, database, hooks, passes, posted } = await start();
    hooks.posting = () => {
      hooks.posting = () => undefined;
      database.breakNextCommit = 'before';
    };
    await becomes('bad key');
    await passes(30_000);
    expect(posted).toHaveLength(2);
    expect(posted[0]?.idempotencyKey).toBe(posted[1]?.idempotencyKey);
  });

  it('gets one alert for the unconfirmed tasks of all servers, and each task only once', async () => {
    const { passes, posted, restart, unconfirm } = await start();
    unconfirm('one', 'a-1');
    unconfirm('one', 'a-2');
    await passes(30_000);
    unconfirm('two', 'a-1');
    expect(posted).toEqual([]);
    await passes(30_000);
    expect(posted[0]?.alert).toEqual({ kind: 'unconfirmed everywhere', tasks: 3, servers: 2, credits: 12, claims: [] });
    await restart();
    unconfirm('two', 'b-1', 900);
    await passes(60_000);
    expect(posted.slice(1).map(({ alert }) => alert)).toEqual([
      {
        ...{ kind: 'unconfirmed everywhere', tasks: 1, servers: 1, credits: 4 },
        claims: [{ claimedCredits: 900, quoteCredits: 4 }],
      },
    ]);
  });
});
