import { expect, it } from 'vitest';
import { z } from 'zod';
import { eraseByRule } from '../../src/store/erase.ts';
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
