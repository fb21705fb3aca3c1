import { writeSync } from 'node:fs';
import { z } from 'zod';
import { openStore } from '../../../src/store/open-store.ts';
import { toy } from '../../support/toy-collection.ts';

/** Writes numbers, several keys at a time, and prints each one once the store has acknowledged it. */
const [url = '', from = '0'] = process.argv.slice(2);
const store = await openStore(url);
const numbers = store.collection(toy('numbers', z.object({ number: z.int(), filling: z.string() })));
for (let number = Number(from); ; number += 4) {
  const batch = [number, number + 1, number + 2, number + 3];
  await Promise.all(
    batch.map(async (one) => {
      await numbers.set(`key-${one % 40}`, { number: one, filling: 'x'.repeat(one % 3000) });
      writeSync(1, `${one}\n`);
    }),
  );
}
