import { writeSync } from 'node:fs';
import { openStore } from '../../../src/store/open-store.ts';

/** Owns up to a number of shards, prints which, and keeps running. */
const [url = '', most, of] = process.argv.slice(2);
const store = await openStore(url, { shards: { most: Number(most), of: Number(of), isFixed: true } });
writeSync(1, `${store.shards.numbers.join()}\n`);
setInterval(() => undefined, 1 << 30);
