import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Write } from '../../src/store/database/database.ts';
import { StoreError } from '../../src/store/store.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { toy } from '../support/toy-collection.ts';

const LIMIT_MS = 1000;
const schema = z.object({ count: z.int() });

/** A database whose next commit can be delayed or made to fail. */
class StallingDatabase extends MemoryDatabase {
  readonly commits: (readonly Write[])[] = [];
  #next: Promise<void> | undefined;

  /** @returns a function that lets the commit land, or fail with the given reason. */
  stallNextCommit(): (failure?: Error) => void {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => undefined);
    this.#next = promise;
    return (failure) => (failure ? reject(failure) : resolve());
  }

  override async commit(writes: readonly Write[]): Promise<void> {
    this.commits.push(writes);
    const waiting = this.#next;
    this.#next = undefined;
    await waiting;
    await super.commit(writes);
  }
}

const openThings = async () => {
  const database = new StallingDatabase();
  const store = await storeOver(database, LIMIT_MS);
  const things = store.collection(toy('things', schema, { cached: 100 }));
  return { database, store, things };
};
/** Resolves after this many commits were requested. */
const onItsWay = async ({ commits }: StallingDatabase, count = 1): Promise<void> => {
  while (commits.length < count) await nextTurn();
};
type Outcomes = PromiseSettledResult<unknown>[];
const statuses = (outcomes: Outcomes): string[] => outcomes.map(({ status }) => status);

describe('commits requested while another is running', () => {
  it('share the next one and land all or nothing', async () => {
    const { database, things } = await openThings();
    const land = database.stallNextCommit();
    const first = things.set('k1', { count: 1 });
    await onItsWay(database);
    const writes = Promise.all([first, ...[2, 3, 4, 5].map((count) => things.set(`k${count}`, { count }))]);
    land();
    await writes;
    expect(database.commits.map((commit) => commit.map(([key]) => key))).toEqual([
      ['things:k1'],
      ['things:k2', 'things:k3', 'things:k4', 'things:k5'],
    ]);
  });

  it('share it with those of the same turn of the event loop', async () => {
    const { database, things } = await openThings();
    await Promise.all([1, 2, 3].map((count) => things.set(`k${count}`, { count })));
    expect(database.commits).toHaveLength(1);
  });

  it('fail with the previous one, because they may build on it, and are not read', async () => {
    const { database, things } = await openThings();
    await things.set('a', { count: 1 });
    const fail = database.stallNextCommit();
    const first = things.set('a', { count: 2 });
    await onItsWay(database, 2);
    const outcomes = Promise.allSettled([first, things.set('b', { count: 3 })]);
    expect(await things.get('a')).toEqual({ count: 2 });
    fail(new Error('the disk is gone'));
    expect(statuses(await outcomes)).toEqual(['rejected', 'rejected']);
    expect(await things.get('a')).toEqual({ count: 1 });
    expect(await things.get('b')).toBeUndefined();
    await things.set('b', { count: 4 });
    expect([...database.texts]).toEqual([
      ['things:a', '{"count":1}'],
      ['things:b', '{"count":4}'],
    ]);
  });

  it('are refused when more wait than a healthy disk lets gather', async () => {
    const { database, store, things } = await openThings();
    const land = database.stallNextCommit();
    const many = Array.from({ length: 10_000 }, (_, count) => things.put(`k${count}`, { count }));
    const first = store.commit(many);
    await onItsWay(database);
    const outcomes = Promise.allSettled([first, ...[2, 3, 4].map(() => store.commit(many))]);
    land();
    expect(statuses(await outcomes)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    // One transaction is bounded too.
    expect(database.commits).toHaveLength(3);
  });
});

describe('a store that hangs', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends every call after its time limit', async () => {
    const { database, store } = await openThings();
    const never = () => new Promise<never>(() => undefined);
    database.read = never;
    database.page = never;
    database.commit = never;
    const things = store.collection(toy('others', schema));
    const calls = [things.get('a'), things.set('b', { count: 1 }), things.delete('c'), things.page({ most: 10 })];
    const outcomes = Promise.allSettled(calls);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreError) });
    }
  });

  it('refuses to read or write a key whose write may still land', async () => {
    const { database, things } = await openThings();
    const land = database.stallNextCommit();
    const write = expect(things.set('a', { count: 1 })).rejects.toThrow('no answer within 1000 ms');
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    await write;
    await expect(things.get('a')).rejects.toThrow('an earlier write has not ended');
    await expect(things.set('b', { count: 1 })).rejects.toThrow('an earlier write has not ended');
    expect(await things.get('b')).toBeUndefined();
    land();
    await vi.advanceTimersByTimeAsync(0);
    expect(await things.get('a')).toEqual({ count: 1 });
    await things.set('b', { count: 2 });
    expect(database.commits).toHaveLength(2);
  });

  it('is lost once a write stays unanswered, because other writes wait for it', async () => {
    const { database, store, things } = await openThings();
    let lost: StoreError | undefined;
    void store.lost.then((error) => {
      lost = error;
    });
    const land = database.stallNextCommit();
    const write = expect(things.set('a', { count: 1 })).rejects.toThrow('no answer');
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    await write;
    await vi.advanceTimersByTimeAsync(59_999);
    expect(lost).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(lost?.message).toContain('no longer answers');
    await expect(things.set('b', { count: 1 })).rejects.toThrow('no longer answers');
    land();
  });

  it('is not lost if a late write lands in time', async () => {
    const { database, store, things } = await openThings();
    const onLost = vi.fn();
    void store.lost.then(onLost);
    const land = database.stallNextCommit();
    const write = expect(things.set('a', { count: 1 })).rejects.toThrow('no answer');
    await vi.advanceTimersByTimeAsync(LIMIT_MS + 59_000);
    await write;
    land();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onLost).not.toHaveBeenCalled();
    await things.set('b', { count: 2 });
  });

  it('never starts a write whose time ran out while it waited', async () => {
    const { database, things } = await openThings();
    const land = database.stallNextCommit();
    const first = things.set('a', { count: 1 });
    await vi.advanceTimersByTimeAsync(0);
    const outcomes = Promise.allSettled([first, things.set('b', { count: 2 })]);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(statuses(await outcomes)).toEqual(['rejected', 'rejected']);
    land();
    await vi.advanceTimersByTimeAsync(0);
    expect([...database.texts.keys()]).toEqual(['things:a']);
  });
});

describe('a collection with a cache', () => {
  it('reads each record from the database once, and none that it wrote', async () => {
    const { database, things } = await openThings();
    await things.set('b', { count: 2 });
    database.texts.set('things:a', '{"count":1}');
    const read = vi.spyOn(database, 'read');
    for (let round = 0; round < 3; round++) {
      expect(await things.get('a')).toEqual({ count: 1 });
      expect(await things.get('b')).toEqual({ count: 2 });
      expect(await things.get('none')).toBeUndefined();
    }
    expect(read.mock.calls).toEqual([['things:a'], ['things:none']]);
  });

  it('does not cache a value that was overwritten during the read', async () => {
    const { database, things } = await openThings();
    database.texts.set('things:a', '{"count":1}');
    const slow = Promise.withResolvers<void>();
    const read = database.read.bind(database);
    database.read = async (key) => {
      const text = await read(key);
      await slow.promise;
      return text;
    };
    const reading = things.get('a');
    await things.set('a', { count: 2 });
    slow.resolve();
    await reading;
    expect(await things.get('a')).toEqual({ count: 2 });
  });
});
