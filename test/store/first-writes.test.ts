import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { toy } from '../support/toy-collection.ts';
import { tempFolder } from './temp-folder.ts';

it('a record written or deleted during a read exists or not, and is never unreadable', async () => {
  const store = await openStore(`sqlite://${join(await tempFolder(), 'easel.sqlite')}`);
  onTestFinished(() => store.close());
  const things = store.collection(toy('things', z.object({ count: z.int() })));
  const looks: Promise<unknown>[] = [];
  for (let count = 0; count < 200; count++) {
    const key = `thing-${count}`;
    looks.push(things.get(key));
    const written = things.set(key, { count });
    looks.push(things.get(key), things.get(key), written);
    await written;
    looks.push(things.get(key), things.delete(key), things.get(key));
  }
  const outcomes = await Promise.allSettled(looks);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
});
