import { writeSync } from 'node:fs';
import { z } from 'zod';
import { openStore } from '../../../src/store/open-store.ts';
import { copyBeforeRelease } from '../../../src/store/versions.ts';
import { toy } from '../../support/toy-collection.ts';

/** Starts a newer version on the store, which copies it first. Prints how that went. */
const [url = ''] = process.argv.slice(2);
const store = await openStore(url);
const migrations = [(record: unknown) => record];
store.collection(toy('things', z.object({ text: z.string() }), { migrations }));
writeSync(1, 'copying\n');
const outcome = await copyBeforeRelease(store, '1.1.0').then(() => 'copied', String);
await store.close();
writeSync(1, `${outcome}\n`);
