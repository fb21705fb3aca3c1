import { beforeEach, describe, expect, it } from 'vitest';
import { createSweeper } from '../../src/engine/sweeper.ts';
import { createLog } from '../../src/log.ts';
import { ALL_SERVERS } from '../../src/store/database/shards.ts';
import { RecordError, type Store, StoreError } from '../../src/store/store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let clock: FakeClock;
let isRight: boolean;
let database: MemoryDatabase;
let store: Store;
/** The times for which a sweep ran. */
let swept: number[];

beforeEach(async () => {
  clock = new FakeClock();
  isRight = true;
  database = new MemoryDatabase();
  store = await storeOver(database);
  swept = [];
});

const failing = (): Promise<void> => Promise.reject(new RecordError('one record cannot be read'));

/** One life of the bot, with two sweeps. The first always fails. */
const start = (sweep = async (nowMs: number): Promise<void> => void swept.push(nowMs), shards = ALL_SERVERS) =>
  createSweeper({
    ...{ clock, store: { ...store, shards } },
    clockCheck: { isRight: () => isRight },
    log: createLog('silent'),
    sweeps: { first: { sweep: failing }, history: { sweep } },
  });

describe('an old record', () => {
  it('is deleted only if it was old a day ago already, however often the bot starts', async () => {
    const firstMs = clock.now();
    for (let hours = 0; hours < 24; hours++) {
      await start().look();
      await clock.advance(HOUR_MS);
    }
    expect(swept).toEqual([]);
    await start().look();
    expect(swept).toEqual([firstMs]);
  });

  it('is deleted once a day by each of several processes, whatever the others do', async () => {
    const sweeps: string[] = [];
    const processes = [[0, 1], [2], [3]].map((numbers) =>
      start(async () => void sweeps.push(`sweep of ${numbers.join()}`), { numbers, of: 4 }),
    );
    for (let hours = 0; hours < 25; hours++) {
      for (const { look } of processes) await look();
      await clock.advance(HOUR_MS);
    }
    expect(sweeps).toEqual(['sweep of 0,1', 'sweep of 2', 'sweep of 3']);
  });

  it('waits another day if servers are divided differently and the new number has no look yet', async () => {
    await start(undefined, { numbers: [0], of: 2 }).look();
    await clock.advance(DAY_MS);
    const [first, second] = [
      { numbers: [0], of: 4 },
      { numbers: [2], of: 4 },
    ].map((shards) => start(undefined, shards));
    await second?.look();
    expect(swept).toEqual([]);
    await first?.look();
    expect(swept).toHaveLength(1);
  });

  it('is deleted every day', async () => {
    const firstMs = clock.now();
    const stopping = new AbortController();
    const running = start().run(stopping.signal);
    for (let hours = 0; hours < 73; hours++) await clock.advance(HOUR_MS);
    expect(swept).toEqual([0, 1, 2].map((days) => firstMs + days * DAY_MS));
    stopping.abort(new Error('the test stops'));
    await running;
  });

  it('stays while the clock is not known to be right', async () => {
    isRight = false;
    for (let days = 0; days < 3; days++) {
      await start().look();
      await clock.advance(DAY_MS);
    }
    expect(swept).toEqual([]);
    expect(database.texts.size).toBe(0);
  });

  it('is judged by the last look’s time if the clock is 100 days ahead unnoticed', async () => {
    const firstMs = clock.now();
    await start().look();
    clock.step(100 * DAY_MS);
    await start().look();
    await start().look();
    expect(swept).toEqual([firstMs]);
    clock.step(-100 * DAY_MS);
    await start().look();
    expect(swept).toEqual([firstMs]);
    await clock.advance(DAY_MS);
    await start().look();
    expect(swept).toEqual([firstMs, firstMs]);
  });

  it('is retried when the store fails', async () => {
    const firstMs = clock.now();
    await start().look();
    await clock.advance(DAY_MS);
    await start(() => Promise.reject(new StoreError('the disk has an error'))).look();
    expect(database.texts.get('sweeps:history')).toBe(JSON.stringify({ atMs: firstMs }));
    await start().look();
    expect(swept).toHaveLength(1);
  });
});
