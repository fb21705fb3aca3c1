import { expect, it } from 'vitest';
import { z } from 'zod';
import { neverLost } from '../../src/store/database/database.ts';
import { ALL_SERVERS } from '../../src/store/database/shards.ts';
import { createStore } from '../../src/store/open-store.ts';
import { RecordError } from '../../src/store/store.ts';
import { MemoryDatabase } from '../support/memory-database.ts';
import { toy } from '../support/toy-collection.ts';

const schema = z.object({ count: z.int() });

const openThings = async () => {
  const database = new MemoryDatabase();
  const reported: string[] = [];
  const store = await createStore({
    database,
    ownership: { shards: ALL_SERVERS, lost: neverLost(), release: async () => undefined },
    callTimeoutMs: 1_000,
    onUnreadable: ({ collection, key, why }) => reported.push(`${collection} ${key}: ${why}`),
  });
  return { database, store, things: store.collection(toy('things', schema)), reported };
};

it('counts an unreadable record and reports it once, with the reason, and still reads the others', async () => {
  const { database, store, things, reported } = await openThings();
  await things.set('good', { count: 1 });
  database.texts.set('things:bad', '{"count":"secret"}');
  expect(store.unreadable()).toEqual({});
  for (let times = 0; times < 2; times++) {
    await expect(things.get('bad')).rejects.toThrow(RecordError);
    expect(await things.page({ most: 10 })).toMatchObject({ records: [['good', { count: 1 }]], unreadable: ['bad'] });
  }
  expect(store.unreadable()).toEqual({ things: 1 });
  expect(reported).toEqual([expect.stringMatching(/^things bad: .*at count: /)]);
  expect(reported[0]).not.toContain('secret');
  expect(database.texts.get('things:bad')).toBe('{"count":"secret"}');
});

it('stops counting a record that is written again or deleted', async () => {
  const { database, store, things } = await openThings();
  for (const key of ['a', 'b', 'c']) database.texts.set(`things:${key}`, 'nonsense');
  await things.page({ most: 10 });
  expect(store.unreadable()).toEqual({ things: 3 });
  await things.set('a', { count: 1 });
  await store.commit([things.drop('b')]);
  expect(store.unreadable()).toEqual({ things: 1 });
});
