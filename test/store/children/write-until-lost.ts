import { writeSync } from 'node:fs';
import { z } from 'zod';
import { openStore } from '../../../src/store/open-store.ts';
import { toy } from '../../support/toy-collection.ts';

/** Counts in one record and prints each acknowledged number. Prints the error when it may no longer write. */
const [url = ''] = process.argv.slice(2);
const store = await openStore(url);
const numbers = store.collection(toy('numbers', z.int()));
try {
  for (let number = 0; ; number++) {
    await numbers.set('last', number);
    writeSync(1, `${number}\n`);
  }
} catch (error) {
  writeSync(1, `${String(error)}\n${String(await store.lost)}\n`);
}
await store.close();
