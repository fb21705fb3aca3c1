import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sweepPages } from '../../src/store/pages.ts';
import { storeOver } from '../support/memory-database.ts';
import { toy } from '../support/toy-collection.ts';
import { WatchedDatabase } from '../support/watched-database.ts';

const schema = z.object({ isOld: z.boolean() });

async function start(count: number, isOld: (index: number) => boolean) {
  const database = new WatchedDatabase();
  const things = (await storeOver(database)).collection(toy('things', schema));
  for (let index = 0; index < count; index++) {
    database.texts.set(`things:${String(index).padStart(6, '0')}`, JSON.stringify({ isOld: isOld(index) }));
  }
  return {
    database,
    things,
    sweep: () =>
      sweepPages(
        things,
        (one) => one.isOld,
        (key) => things.delete(key),
      ),
  };
}

describe('a sweep', () => {
  it('deletes all old records and no others', async () => {
    const { database, sweep } = await start(1_050, (index) => index % 3 > 0);
    await sweep();
    expect(database.texts.size).toBe(350);
    expect([...database.texts.values()].filter((text) => text.includes('true'))).toEqual([]);
  });

  it('deletes one page’s records before it reads the next page', async () => {
    const { database, sweep } = await start(1_050, () => true);
    const left: number[] = [];
    database.onPage = () => left.push(database.texts.size);
    await sweep();
    expect(Math.max(...database.ranges.map(({ most }) => most))).toBeLessThanOrEqual(100);
    expect(left).toEqual(Array.from({ length: 11 }, (_, page) => 1_050 - 100 * page));
  });

  it('deletes a page’s records in shared commits', async () => {
    const { database, sweep } = await start(300, () => true);
    await sweep();
    expect(database.commits.length).toBeLessThanOrEqual(2 * 3);
  });
});
