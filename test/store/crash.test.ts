import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { allOf } from '../support/all-records.ts';
import { toy } from '../support/toy-collection.ts';
import { startChild } from './child.ts';
import { tempFolder } from './temp-folder.ts';

const ROUNDS = 5;
const KEYS = 40;

it('an acknowledged write survives the sudden end of its process', async () => {
  const url = `sqlite://${join(await tempFolder(), 'easel.sqlite')}`;
  const acknowledged = new Map<string, number>();
  let next = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const child = startChild('write-for-ever.ts', [url, String(next)]);
    const enough = next + 60 + round * 37;
    for (let line = await child.line(); line !== undefined; line = await child.line()) {
      const number = Number(line);
      const key = `key-${number % KEYS}`;
      acknowledged.set(key, Math.max(number, acknowledged.get(key) ?? 0));
      next = Math.max(next, number + 1);
      if (number >= enough) child.process.kill('SIGKILL');
    }
    await child.ended;
    // Numbers written but not printed are at most one batch ahead.
    next += 8;

    const store = await openStore(url);
    await store.selfTest();
    const numbers = store.collection(toy('numbers', z.object({ number: z.int(), filling: z.string() })));
    for (const [key, number] of acknowledged) {
      expect((await numbers.get(key))?.number, `${key} after round ${round}`).toBeGreaterThanOrEqual(number);
    }
    expect((await allOf(numbers)).unreadable).toEqual([]);
    await store.close();
  }
  expect(acknowledged.size).toBe(KEYS);
});
