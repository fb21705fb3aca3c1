import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDrivenRecords } from '../../src/engine/driven-records.ts';
import { createLog } from '../../src/log.ts';
import type { Database } from '../../src/store/database/database.ts';
import { keysOf } from '../support/all-records.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { BreakingDatabase, storeOver } from '../support/memory-database.ts';
import { toy } from '../support/toy-collection.ts';
import { WatchedDatabase } from '../support/watched-database.ts';

const schema = z.strictObject({ isOpen: z.boolean(), text: z.string(), atMs: z.number().optional() });
type Case = z.output<typeof schema>;

const MINUTE_MS = 60_000;
const open = (text = ''): Case => ({ isOpen: true, text });
const closed = (text = ''): Case => ({ isOpen: false, text });

class World {
  readonly clock = new FakeClock();
  readonly database = new BreakingDatabase();
  /** What was done for which record, in order. */
  readonly followed: string[] = [];
  follow: (one: Case) => Promise<void> = async () => undefined;

  async start(database: Database = this.database) {
    const collection = (await storeOver(database)).collection(toy('cases', schema));
    const cases = createDrivenRecords<Case>({
      ...{ name: 'case', collection, clock: this.clock },
      ...{ log: createLog('silent'), guildOf: () => 'guild' },
      dueInMs: ({ isOpen, atMs = 0 }, nowMs) => (isOpen ? atMs - nowMs : undefined),
      follow: async (one) => {
        this.followed.push(one.text);
        await this.follow(one);
        return undefined;
      },
    });
    return {
      cases,
      collection,
      put: (key: string, one: Case) => cases.change(key, () => ({ after: one, outcome: undefined })),
    };
  }

  async runFor(cases: Awaited<ReturnType<World['start']>>['cases'], durationMs: number): Promise<void> {
    const stop = new AbortController();
    const running = cases.run(stop.signal);
    await nextTurn();
    await this.clock.advance(durationMs);
    stop.abort(new Error('stop'));
    await running;
  }
}

describe('an open case', () => {
  it('stays as it was if its new state may not be written', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    await put('a', open('before'));
    await cases.change('a', () => ({ after: closed('after'), commit: async () => false, outcome: undefined }));
    expect([await cases.find('a'), cases.open.get('a')]).toEqual([open('before'), open('before')]);
    await cases.change('b', () => ({ after: open('new'), commit: async () => false, outcome: undefined }));
    expect([...cases.open.keys()]).toEqual(['a']);
  });

  it('is retried as long as it stays due, and a closed one never', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    await put('a', open('a'));
    await put('b', closed('b'));
    await world.runFor(cases, MINUTE_MS);
    expect(new Set(world.followed)).toEqual(new Set(['a']));
    expect(world.followed.length).toBeGreaterThan(2);
  });

  it('is left alone until it is due, even after a restart', async () => {
    const world = new World();
    const atMs = world.clock.now() + 30 * MINUTE_MS;
    const { cases, collection, put } = await world.start();
    await collection.set('a', { ...open('a'), atMs });
    await cases.load();
    world.follow = () => put('a', closed('a'));
    await world.runFor(cases, 29 * MINUTE_MS);
    expect(world.followed).toEqual([]);
    await world.runFor(cases, MINUTE_MS);
    expect(world.followed).toEqual(['a']);
    expect(cases.open.size).toBe(0);
  });

  it('is followed when it is due, however often its own step changed it', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    await put('a', open('a'));
    world.follow = async () => {
      await put('a', { ...open('half'), atMs: 0 });
      await put('a', { ...open('later'), atMs: world.clock.now() + 2 * MINUTE_MS });
    };
    await world.runFor(cases, MINUTE_MS);
    expect(world.followed).toEqual(['a']);
    await world.runFor(cases, 2 * MINUTE_MS);
    expect(world.followed).toEqual(['a', 'later']);
  });

  it('that is changed while its step runs is followed again when the change says so', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    await put('a', { ...open('a'), atMs: world.clock.now() });
    const { promise, resolve } = Promise.withResolvers<void>();
    world.follow = async () => {
      if (world.followed.length === 1) await promise;
      else await put('a', closed('done'));
    };
    const carried = cases.carryOut('a');
    await nextTurn();
    await put('a', { ...open('changed'), atMs: world.clock.now() + 30_000 });
    resolve();
    await carried;
    await world.runFor(cases, MINUTE_MS);
    expect(world.followed).toEqual(['a', 'changed']);
    expect(cases.open.size).toBe(0);
  });

  it('is carried out by the engine if its caller did not do it', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    await put('a', open('a'));
    world.follow = () => put('a', closed('a'));
    await world.runFor(cases, MINUTE_MS);
    expect(world.followed).toEqual(['a']);
  });

  it('is found by the next start', async () => {
    const world = new World();
    const { cases, collection } = await world.start();
    await collection.set('a', open('a'));
    await collection.set('b', closed('b'));
    await cases.load();
    expect([...cases.open.keys()]).toEqual(['a']);
  });

  it('is retried after a failure and delays no other case', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    await put('a', open('a'));
    await put('b', open('b'));
    world.follow = async ({ text }) => {
      if (text === 'a') throw new Error('this one stumbles');
    };
    await world.runFor(cases, MINUTE_MS);
    const times = (text: string) => world.followed.filter((one) => one === text).length;
    expect(times('a')).toBeGreaterThan(2);
    expect(times('b')).toBe(times('a'));
  });

  it('stays open if the write that opened it seemed to fail', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    world.database.breakNextCommit = 'after';
    await expect(put('a', open('a'))).rejects.toThrow('broken');
    await cases.carryOut('a');
    expect(world.followed).toEqual(['a']);
    expect(cases.open.has('a')).toBe(true);
  });

  it('is closed if the write that closed it seemed to fail', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    await put('a', open('a'));
    world.database.breakNextCommit = 'after';
    await expect(put('a', closed('a'))).rejects.toThrow('broken');
    await cases.carryOut('a');
    expect(world.followed).toEqual([]);
    expect(cases.open.has('a')).toBe(false);
  });

  it('is carried out by one step at a time', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    await put('a', open('first'));
    world.follow = async ({ text }) => {
      if (text === 'first') await put('a', closed('second'));
    };
    await Promise.all([cases.carryOut('a'), cases.carryOut('a')]);
    expect(world.followed).toEqual(['first']);
  });
});

describe('cases', () => {
  it('are changed one after the other', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    await put('a', closed(''));
    const letters = ['x', 'y', 'z'];
    await Promise.all(
      letters.map((letter) =>
        cases.change('a', (now) => ({ after: closed(`${now?.text}${letter}`), outcome: undefined })),
      ),
    );
    expect((await cases.find('a'))?.text).toBe('xyz');
  });

  it('are deleted once they are old, and no longer checked', async () => {
    const world = new World();
    const { cases, collection, put } = await world.start();
    await put('a', open('old'));
    await put('b', open('young'));
    await cases.sweep(({ text }) => text === 'old');
    expect(await keysOf(collection)).toEqual(['b']);
    expect([...cases.open.keys()]).toEqual(['b']);
  });

  it('stay if they became young after their page was read', async () => {
    const world = new World();
    const { cases, put } = await world.start();
    await put('a', closed('old'));
    await Promise.all([put('a', closed('young')), cases.sweep(({ text }) => text === 'old')]);
    expect(await cases.find('a')).toEqual(closed('young'));
  });

  it('are loaded page by page: one page is open before the next is read', async () => {
    const database = new WatchedDatabase();
    for (let index = 0; index < 5_000; index++) {
      database.texts.set(`cases:${index}`, JSON.stringify(index % 2 === 0 ? open() : closed()));
    }
    const { cases } = await new World().start(database);
    const openAtPage: number[] = [];
    database.onPage = () => openAtPage.push(cases.open.size);
    await cases.load();
    expect(cases.open.size).toBe(2_500);
    expect(openAtPage.length).toBeGreaterThanOrEqual(10);
    expect(openAtPage).toEqual([...new Set(openAtPage)].sort((a, b) => a - b));
  });
});
