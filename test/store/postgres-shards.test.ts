import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FreeShards, VacantShards } from '../../src/store/database/shards.ts';
import { type OpenStoreOptions, openStore } from '../../src/store/open-store.ts';
import { BEAT_EVERY_MS } from '../../src/store/postgres/heartbeat.ts';
import { CLAIMS_LOCK } from '../../src/store/postgres/shard-locks.ts';
import type { Store } from '../../src/store/store.ts';
import { askedAt, hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';
import { startChild } from './child.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function open(url: string, shards: FreeShards, options: OpenStoreOptions = {}): Promise<Store> {
  const store = await openStore(url, { callTimeoutMs: 10_000, shards, ...options });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

const some = (most: number, of: number, isFixed = true): FreeShards => ({ most, of, isFixed });
const numbersOf = (stores: readonly Store[]): number[] => stores.flatMap(({ shards }) => shards.numbers).sort();

/** A process that waits. Resolves with the owners' names as soon as they are known. */
function openAfter(url: string, shards: FreeShards): { waitsFor: Promise<string>; opening: Promise<Store> } {
  const { promise: waitsFor, resolve } = Promise.withResolvers<string>();
  return { waitsFor, opening: open(url, shards, { onWaiting: resolve }) };
}

describe.runIf(hasPostgres)('processes that share the shards of a store', () => {
  it('claim as many free shards as they may, and none twice, even if they ask at once', async () => {
    const url = await newPostgres();
    const stores = await Promise.all([2, 1, 2].map((most) => open(url, some(most, 5))));
    expect(stores.map(({ shards }) => shards.numbers.length)).toEqual([2, 1, 2]);
    expect(numbersOf(stores)).toEqual([0, 1, 2, 3, 4]);
    expect(stores.map(({ shards }) => shards.of)).toEqual([5, 5, 5]);
  });

  it('wait for another claim, even for longer than a call, because it may be creating an index', async () => {
    const url = await newPostgres();
    await (await open(url, some(1, 2))).close();
    await meddlePostgres(url, async (query) => {
      await query('BEGIN');
      await query(`SELECT pg_advisory_xact_lock(${CLAIMS_LOCK})`);
      const opening = open(url, some(1, 2), { callTimeoutMs: 500 });
      await meddlePostgres(url, async (look) => {
        const waits = () =>
          look(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND query_start < clock_timestamp() - interval '1 second'`);
        await expect.poll(waits, { timeout: 20_000 }).toHaveLength(1);
      });
      await query('COMMIT');
      expect((await opening).shards.numbers).toEqual([0]);
    });
  });

  it('start with fewer shards if others own the rest', async () => {
    const url = await newPostgres();
    await open(url, some(3, 4));
    expect((await open(url, some(3, 4))).shards.numbers).toEqual([3]);
  });

  it('wait if no shard is free, and each takes as many as it may once a killed process frees some', async () => {
    const url = await newPostgres();
    const child = startChild('own-shards.ts', [url, '4', '6']);
    expect(await child.line()).toBe('0,1,2,3');
    const beside = await open(url, some(2, 6));
    expect(beside.shards.numbers).toEqual([4, 5]);
    const spares = [1, 2, 3].map(() => openAfter(url, some(2, 6)));
    for (const { waitsFor } of spares) {
      expect((await waitsFor).split(' and ')).toEqual(
        expect.arrayContaining([expect.stringContaining(`process ${child.process.pid}`)]),
      );
    }
    child.process.kill('SIGKILL');
    const { promise: two, resolve } = Promise.withResolvers<void>();
    const opened: Store[] = [];
    for (const { opening } of spares) {
      void opening.then((store) => {
        if (opened.push(store) === 2) resolve();
      });
    }
    await two;
    expect(numbersOf(opened)).toEqual([0, 1, 2, 3]);
    await beside.close();
    expect(numbersOf(await Promise.all(spares.map(({ opening }) => opening)))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('use the owners’ number of shards while any owner lives, unless their own is fixed', async () => {
    const url = await newPostgres();
    const first = await open(url, some(1, 2, false));
    const second = await open(url, some(1, 4, false));
    expect(second.shards).toEqual({ numbers: [1], of: 2 });
    await first.close();
    expect((await open(url, some(1, 4, false))).shards).toEqual({ numbers: [0], of: 2 });
    await second.close();
    expect((await open(url, some(1, 3, false))).shards).toEqual({ numbers: [1], of: 2 });
  });

  it('wait with a fixed number until all owners with another number have ended', async () => {
    const url = await newPostgres();
    const [first, second] = [await open(url, some(1, 2)), await open(url, some(1, 2))];
    const { waitsFor, opening } = openAfter(url, some(4, 4));
    expect(await waitsFor).toContain('process');
    await first.close();
    await second.close();
    expect((await opening).shards).toEqual({ numbers: [0, 1, 2, 3], of: 4 });
  });

  it('learn of shards that stay vacant, and whether they have room for them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const url = await newPostgres();
    const reported: [string, VacantShards][] = [];
    const tell = (name: string) => ({ onVacant: (vacant: VacantShards) => void reported.push([name, vacant]) });
    const gone = await open(url, some(2, 4));
    await open(url, some(1, 4), tell('full'));
    await open(url, some(3, 4), tell('roomy'));
    const beat = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) {
        const before = (await askedAt(url)).slice(-2);
        vi.advanceTimersByTime(BEAT_EVERY_MS);
        const isHeard = async () => (await askedAt(url)).slice(-2).map((at, index) => at !== before[index]);
        await expect.poll(isHeard, { timeout: 20_000 }).not.toContain(false);
      }
    };
    await beat(6);
    expect(reported).toEqual([]);
    await gone.close();
    await beat(8);
    await expect
      .poll(() => reported.toSorted())
      .toEqual([
        ['full', { numbers: [0, 1], isFirst: true, hasRoom: false }],
        ['roomy', { numbers: [0, 1], isFirst: false, hasRoom: true }],
      ]);
    await open(url, some(2, 4));
    await beat(1);
    const served = (hasRoom: boolean) => ({ numbers: [], hasRoom });
    await expect
      .poll(() => reported.slice(2).toSorted())
      .toMatchObject([
        ['full', served(false)],
        ['roomy', served(true)],
      ]);
  });

  it('take turns for each number, and wait no longer if a process has ended meanwhile', async () => {
    const url = await newPostgres();
    const [first, second] = [await open(url, some(1, 2)), await open(url, some(1, 2))];
    const never = new AbortController().signal;
    const order: string[] = [];
    const turn = async (store: Store, name: string, number: number, apartMs: number): Promise<void> => {
      await store.takeSlot?.(number, apartMs, never);
      order.push(name);
    };
    await turn(first, 'first', 0, 3_600_000);
    const following = turn(second, 'second', 0, 0);
    const again = turn(first, 'first again', 0, 0);
    await turn(second, 'another number', 1, 0);
    expect(order).toEqual(['first', 'another number']);
    await first.close();
    await expect(again).rejects.toThrow('closed');
    await meddlePostgres(url, async (query) => {
      await query('UPDATE easel_turns SET until = clock_timestamp() WHERE number = 0');
    });
    await following;
    expect(order).toEqual(['first', 'another number', 'second']);
  });
});

it('a store in a file cannot be shared', async () => {
  await expect(open('sqlite://nowhere/at.sqlite', some(1, 2))).rejects.toThrow('cannot be shared');
});
