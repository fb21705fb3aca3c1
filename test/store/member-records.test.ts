import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { memberRecords } from '../../src/store/member-records.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { toy } from '../support/toy-collection.ts';

const OWNER = { guildId: '1', memberId: '2' };
const ofId = (id: string) => ({ ...OWNER, id });
const schema = z.object({ count: z.int(), isOver: z.boolean().optional() });

let database: MemoryDatabase;
let records: ReturnType<typeof memberRecords<typeof schema>>;
beforeEach(async () => {
  database = new MemoryDatabase();
  const store = await storeOver(database);
  records = memberRecords(
    store,
    { ...toy('things', schema), serverOf: 'key', locks: 'owner' },
    { most: 3, isOver: ({ isOver = false }) => isOver },
  );
});
const add = (id: string) => records.change(ofId(id), (before) => ({ count: (before?.count ?? 0) + 1 }));

describe('member records', () => {
  it('apply every one of many concurrent changes', async () => {
    await Promise.all(Array.from({ length: 20 }, () => add('a')));
    expect(await records.get(ofId('a'))).toEqual({ count: 20 });
  });

  it('are bounded for each owner, and an existing one can always be changed', async () => {
    const added = await Promise.all(['a', 'b', 'c', 'd'].map(add));
    expect(added.map((one) => one === undefined)).toEqual([false, false, false, true]);
    expect(await add('a')).toEqual({ before: { count: 1 }, after: { count: 2 } });
    expect((await records.list(OWNER)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(await records.list({ ...OWNER, memberId: '3' })).toEqual([]);
  });

  it('are not read once they are over', async () => {
    await add('a');
    await records.change(ofId('b'), () => ({ count: 5, isOver: true }));
    expect(await records.get(ofId('b'))).toBeUndefined();
    expect(await records.list(OWNER)).toHaveLength(1);
    expect(await add('b')).toEqual({ before: undefined, after: { count: 1 } });
  });

  it('are all deleted with their owner, even unreadable ones', async () => {
    await add('a');
    database.texts.set('things:1:2:b', 'no record');
    database.texts.set('things:1:3:a', JSON.stringify({ count: 1 }));
    await records.forget(OWNER);
    expect([...database.texts.keys()]).toEqual(['things:1:3:a']);
  });
});
