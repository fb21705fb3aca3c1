import { writeSync } from 'node:fs';
import { z } from 'zod';
import { openStore } from '../../../src/store/open-store.ts';
import { StoreError } from '../../../src/store/store.ts';
import { toy } from '../../support/toy-collection.ts';

/** Writes until the store refuses. Prints how many records it kept, how many it can still read, and the error. */
const [url = ''] = process.argv.slice(2);
const store = await openStore(url);
const records = store.collection(toy('records', z.object({ filling: z.string() })));
let kept = 0;
let refusal = 'nothing';
while (refusal === 'nothing') {
  try {
    await records.set(`key-${kept}`, { filling: 'x'.repeat(2000) });
    kept += 1;
  } catch (error) {
    refusal = error instanceof StoreError ? error.message : `not a StoreError: ${String(error)}`;
  }
}
let read = 0;
while (read < kept && (await records.get(`key-${read}`)) !== undefined) read += 1;
writeSync(1, `${JSON.stringify({ kept, read, refusal })}\n`);
