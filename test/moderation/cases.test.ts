import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../../src/log.ts';
import { createCases } from '../../src/moderation/cases.ts';
import { createKeyedLocks } from '../../src/store/locks.ts';
import type { Collection } from '../../src/store/store.ts';
import { BreakingCollection, MemoryCollection } from '../budget/memory-collection.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { storeOver } from '../support/memory-database.ts';
import { WatchedDatabase } from '../support/watched-database.ts';

const schema = z.strictObject({ isOpen: z.boolean(), text: z.string() });
type Case = z.output<typeof schema>;

const LOOK_MS = 1_000;
const open = (text = ''): Case => ({ isOpen: true, text });
const closed = (text = ''): Case => ({ isOpen: false, text });

class World {
  readonly clock = new FakeClock();
  readonly kept = new MemoryCollection(schema);
  readonly collection = new BreakingCollection(this.kept);
  /** What was done for whom, in its order. */
  readonly followed: string[] = [];
  follow: (one: Case) => Promise<void> = async () => undefined;

  start(collection: Collection<Case> = this.collection) {
    const cases = createCases<Case>({
      ...{ name: 'case', collection, locks: createKeyedLocks(), clock: this.clock },
      ...{ log: createLog('silent'), lookIntervalMs: LOOK_MS, isOpen: ({ isOpen }) => isOpen },
      follow: (one) => {
        this.followed.push(one.text);
        return this.follow(one);
      },
    });
    return { cases, put: (key: string, one: Case) => cases.change(key, () => ({ after: one, outcome: undefined })) };
  }

  async lookFor(cases: ReturnType<World['start']>['cases'], looks: number): Promise<void> {
    const stop = new AbortController();
    const running = cases.run(stop.signal).catch((error: unknown) => error);
    // The first look is at once.
    for (let look = 0; look < looks; look++) await this.clock.advance(look === 0 ? 0 : LOOK_MS);
    stop.abort(new Error('stop'));
    await running;
  }
}

describe('an open case', () => {
  it('is looked at again and again, and a closed one never', async () => {
    const world = new World();
    const { cases, put } = world.start();
    await put('a', open('a'));
    await put('b', closed('b'));
    await world.lookFor(cases, 3);
    expect(world.followed).toEqual(['a', 'a', 'a']);
  });

  it('is found by the next start', async () => {
    const world = new World();
    await world.kept.set('a', open('a'));
    await world.kept.set('b', closed('b'));
    const { cases } = world.start();
    await cases.load();
    expect([...cases.open.keys()]).toEqual(['a']);
  });

  it('is tried again after a failure, and keeps nobody else waiting', async () => {
    const world = new World();
    const { cases, put } = world.start();
    await put('a', open('a'));
    await put('b', open('b'));
    world.follow = async ({ text }) => {
      if (text === 'a') throw new Error('this one stumbles');
    };
    await world.lookFor(cases, 2);
    expect(world.followed).toEqual(['a', 'b', 'a', 'b']);
  });

  it('is open also where the write that made it so seemed to fail', async () => {
    const world = new World();
    const { cases, put } = world.start();
    world.collection.breakNextWrite = 'after';
    await expect(put('a', open('a'))).rejects.toThrow('broken');
    await cases.carryOut('a');
    expect(world.followed).toEqual(['a']);
    expect(cases.open.has('a')).toBe(true);
  });

  it('is closed where the write that closed it seemed to fail', async () => {
    const world = new World();
    const { cases, put } = world.start();
    await put('a', open('a'));
    world.collection.breakNextWrite = 'after';
    await expect(put('a', closed('a'))).rejects.toThrow('broken');
    await cases.carryOut('a');
    expect(world.followed).toEqual([]);
    expect(cases.open.has('a')).toBe(false);
  });

  it('is carried out by one at a time', async () => {
    const world = new World();
    const { cases, put } = world.start();
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
    const { cases, put } = world.start();
    await put('a', closed(''));
    const letters = ['x', 'y', 'z'];
    await Promise.all(
      letters.map((letter) =>
        cases.change('a', (now) => ({ after: closed(`${now?.text}${letter}`), outcome: undefined })),
      ),
    );
    expect((await cases.find('a'))?.text).toBe('xyz');
  });

  it('that are old go, and are not looked at any more', async () => {
    const world = new World();
    const { cases, put } = world.start();
    await put('a', open('old'));
    await put('b', open('young'));
    await cases.sweep(({ text }) => text === 'old');
    expect(await world.kept.keys()).toEqual(['b']);
    expect([...cases.open.keys()]).toEqual(['b']);
  });

  it('that have become young since their page was read stay', async () => {
    const world = new World();
    const { cases, put } = world.start();
    await put('a', closed('old'));
    await Promise.all([put('a', closed('young')), cases.sweep(({ text }) => text === 'old')]);
    expect(await cases.find('a')).toEqual(closed('young'));
  });

  it('are loaded some at a time: those of a page are open before the next is read', async () => {
    const database = new WatchedDatabase();
    const collection = (await storeOver(database)).collection('cases', schema);
    for (let index = 0; index < 5_000; index++) {
      database.texts.set(`cases:${index}`, JSON.stringify(index % 2 === 0 ? open() : closed()));
    }
    const { cases } = new World().start(collection);
    const openAtPage: number[] = [];
    database.onPage = () => openAtPage.push(cases.open.size);
    await cases.load();
    expect(cases.open.size).toBe(2_500);
    expect(openAtPage.length).toBeGreaterThanOrEqual(10);
    expect(openAtPage).toEqual([...new Set(openAtPage)].sort((a, b) => a - b));
  });
});
