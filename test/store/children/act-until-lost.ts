import { writeSync } from 'node:fs';
import { z } from 'zod';
import { openStore } from '../../../src/store/open-store.ts';
import { toy } from '../../support/toy-collection.ts';

/**
 * Counts in one record. After each commit, proves ownership and prints the time, which stands for a call to Discord.
 */
const [url = ''] = process.argv.slice(2);
const store = await openStore(url);
const numbers = store.collection(toy('numbers', z.int()));
try {
  for (let number = 0; ; number++) {
    await numbers.set('last', number);
    await store.prove?.();
    writeSync(1, `${Date.now()}\n`);
  }
} catch {
  await store.lost;
}
await store.close();
