import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ServiceFacts } from '../../src/alerts/operator-alert.ts';
import { createOperatorAlerter } from '../../src/alerts/operator-alerter.ts';
import { troubleCollection } from '../../src/alerts/service-reports.ts';
import type { UnconfirmedHold } from '../../src/budget/books/reading.ts';
import { createLog } from '../../src/log.ts';
import type { Store } from '../../src/store/store.ts';
import { DAY_MS } from '../../src/time/clock.ts';
import { holding } from '../budget/samples.ts';
import { keysOf } from '../support/all-records.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const MINUTE_MS = 60_000;

let clock: FakeClock;
/** What all processes share. */
let shared: {
  store: Store;
  holds: UnconfirmedHold[];
};
let posted: string[];

beforeEach(async () => {
  clock = new FakeClock();
  shared = { store: await storeOver(new MemoryDatabase()), holds: [] };
  posted = [];
});

/** A process of three, by its shard. */
function start(shard: number) {
  let facts: ServiceFacts = { status: 'well', sinceMs: clock.now(), reason: undefined, lastCreatedAtMs: undefined };
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const alerter = createOperatorAlerter({
    serversIn: async () => [],
    ...{ clock, log: createLog('silent') },
    store: { ...shared.store, shards: { numbers: [shard], of: 3 } },
    service: () => facts,
    accounts: { unconfirmed: async () => shared.holds, ceiling: async () => undefined },
    post: async (alert) => {
      posted.push(`${alert.kind} from ${shard}`);
      return true;
    },
  });
  alerter.run(stop.signal).catch(() => undefined);
  return {
    alerter,
    becomes: (status: ServiceFacts['status']): void => {
      facts = { status, sinceMs: clock.now(), reason: undefined, lastCreatedAtMs: clock.now() };
      alerter.onServiceChanged();
    },
    kill: () => stop.abort(),
  };
}

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await clock.advance(MINUTE_MS);
    for (let turn = 0; turn < 5; turn++) await clock.advance(0);
  }
}

describe('the operator of several processes', () => {
  it('gets one alert when any process has trouble, and one when none has', async () => {
    const [first, second, third] = [start(0), start(1), start(2)];
    second.becomes('bad key');
    await pass(2);
    expect(posted).toEqual(['trouble from 0']);
    third.becomes('bad key');
    await pass(2);
    first.becomes('bad key');
    await pass(10);
    expect(posted).toEqual(['trouble from 0']);
    expect([first, second, third].map(({ alerter }) => alerter.isAlerted)).toEqual([true, true, true]);

    first.becomes('well');
    third.becomes('well');
    await pass(20);
    expect(posted).toEqual(['trouble from 0']);
    second.becomes('well');
    await pass(4);
    expect(posted).toEqual(['trouble from 0', 'trouble over from 0']);
  });

  it('learns that trouble is over even if the process that reported it has ended', async () => {
    start(0);
    const second = start(1);
    second.becomes('bad key');
    await pass(2);
    second.kill();
    await pass(12);
    expect(posted).toEqual(['trouble from 0', 'trouble over from 0']);
    expect(await keysOf(shared.store.collection(troubleCollection))).toEqual([]);
  });

  it('forgets what a process reported while its clock was ahead', async () => {
    clock.step(DAY_MS);
    start(0);
    const second = start(1);
    second.becomes('bad key');
    await pass(2);
    second.kill();
    clock.step(-DAY_MS);
    await pass(12);
    expect(posted).toEqual(['trouble from 0', 'trouble over from 0']);
  });

  it('gets one alert about tasks that became unconfirmed in any process', async () => {
    const [, second] = [start(0), start(1)];
    await pass(1);
    const hold = holding('job', 4).holds.first();
    if (!hold) throw new Error('there is one');
    shared.holds.push({ ...hold, guildId: '1', taskKey: 'job.0', unconfirmed: true });
    second.alerter.onUnconfirmed();
    await pass(10);
    expect(posted).toEqual(['unconfirmed everywhere from 0']);
  });
});
