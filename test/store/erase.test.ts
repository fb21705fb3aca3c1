import { expect, it } from 'vitest';
import { z } from 'zod';
import { eraseByRule, eraseServerByRule } from '../../src/store/erase.ts';
import { serversInKeys } from '../../src/store/pages.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { toy } from '../support/toy-collection.ts';

const ADA = { guildId: '1', memberId: '22' };
const schema = z.object({ byIds: z.array(z.string()) });
const things = toy('things', schema, {
  serverOf: 'key',
  locks: 'owner',
  keeps: {
    what: 'things',
    ends: { when: 'never' },
    erased: {
      goes: 'theirs',
      own: 'deleted',
      without: ({ byIds }, memberId) => {
        const others = byIds.filter((id) => id !== memberId);
        return others.length > 0 ? { byIds: others } : undefined;
      },
    },
  },
});

it('erasing deletes a member’s own records, and takes them out of others’ in this server', async () => {
  const database = new MemoryDatabase();
  const store = await storeOver(database);
  const records = store.collection(things);
  await records.set('1:22:own', { byIds: ['33'] });
  database.texts.set('things:1:22:broken', 'no record');
  await records.set('1:33:shared', { byIds: ['22', '44'] });
  await records.set('1:33:theirs', { byIds: ['22'] });
  await records.set('1:33:others', { byIds: ['44'] });
  await records.set('9:22:elsewhere', { byIds: ['22'] });
  await records.set('19:33:elsewhere', { byIds: ['22'] });
  for (let times = 0; times < 2; times++) await eraseByRule(store, things, ADA);
  expect([...database.texts.keys()].sort()).toEqual([
    'things:19:33:elsewhere',
    'things:1:33:others',
    'things:1:33:shared',
    'things:9:22:elsewhere',
  ]);
  expect(await records.get('1:33:shared')).toEqual({ byIds: ['44'] });
});

const listOf = async (found: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = [];
  for await (const one of found) all.push(one);
  return all;
};

it('erasing a server deletes all of its records, unreadable ones too, and none of a server whose id starts alike', async () => {
  const [short, long] = ['10000000000000000', '100000000000000000'];
  const database = new MemoryDatabase();
  const store = await storeOver(database);
  const records = store.collection(things);
  const inRecord = toy('named', z.object({ guildId: z.string() }), { serverOf: ({ guildId }) => guildId });
  for (const guildId of [short, long]) {
    for (const key of [guildId, `${guildId}:22`, `${guildId}-22`, `${guildId}:33:own`])
      await records.set(key, { byIds: [] });
    await store.collection(inRecord).set(`of-${guildId}`, { guildId });
  }
  database.texts.set(`things:${short}:broken`, 'no record');
  expect(await listOf(serversInKeys(records))).toEqual(expect.arrayContaining([short, long]));
  for (const definition of [things, inRecord]) await eraseServerByRule(store, definition, short);
  expect([...database.texts.keys()].filter((key) => new RegExp(`${short}(?!0)`).test(key))).toEqual([]);
  expect(database.texts.size).toBe(5);
  expect(await listOf(serversInKeys(records))).toEqual([long, long, long]);
  const kept = { ...things, keeps: { ...things.keeps, leaves: 'for a reason' } };
  await eraseServerByRule(store, kept, long);
  expect(database.texts.size).toBe(5);
});
