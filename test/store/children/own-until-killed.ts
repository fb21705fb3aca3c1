import { readFileSync, statSync, writeSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { makeBackup } from '../../../src/backups/make-backup.ts';
import { insertBeside } from '../../../src/store/insert-beside.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { backUpStore, integrityFaults } from '../../../src/store/sqlite/backup.ts';
import type { Store } from '../../../src/store/store.ts';
import { copyBeforeRelease, recordRelease } from '../../../src/store/versions.ts';
import { toy } from '../../support/toy-collection.ts';

/**
 * Owns a store, does something with it, and prints how many of its files it still locks. Writes at each SIGUSR2, and
 * prints what the store acknowledged.
 */
const [path = '', deed = ''] = process.argv.slice(2);
const url = `sqlite://${path}`;
const numbersSchema = z.object({ number: z.int(), filling: z.string() });
const free = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'easel-store-')), 'copy.sqlite');

const DEEDS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  'wrote much': async (store) => {
    const numbers = store.collection(toy('numbers', numbersSchema));
    for (let number = 0; number < 400; number++) await numbers.set('filling', { number, filling: 'x'.repeat(20_000) });
  },
  'was backed up by schedule': async () =>
    makeBackup({ storePath: path, path: await free() }, new AbortController().signal),
  'was backed up by itself': async () => backUpStore(path, await free()),
  'was copied before an upgrade': async (store) => {
    await recordRelease(store, { version: '1.0.0', startedAtMs: 0 });
    await store.collection(toy('things', z.string())).set('a', 'of the old version');
    await store.close();
    const newer = await openStore(url);
    newer.collection(toy('things', z.string(), { migrations: [(record) => record] }));
    await copyBeforeRelease(newer, '1.1.0');
    return newer;
  },
  'was read beside itself': async () => (await openStore(url, { exclusive: false })).close(),
  'refused to be opened twice': async () => openStore(url).catch(() => undefined),
  'was checked': async () => integrityFaults(path),
  'got a record beside itself': async (store) =>
    insertBeside(url, store.collection(toy('notes', z.string())).put('a', 'from outside')),
  'tested itself': async (store) => store.selfTest(),
};

const first = await openStore(url);
await first.collection(toy('numbers', numbersSchema)).set('before', { number: 0, filling: '' });
const outcome = await DEEDS[deed]?.(first);
const store = deed === 'was copied before an upgrade' ? (outcome as Store) : first;
const numbers = store.collection(toy('numbers', numbersSchema));

const held = readFileSync('/proc/locks', 'utf8').split('\n');
const locked = ['', '-shm', '-lock'].filter((suffix) => {
  const { ino } = statSync(path + suffix);
  return held.some((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `));
});
writeSync(1, `${JSON.stringify(locked)}\n`);

let next = 1;
process.on('SIGUSR2', async () => {
  const number = next++;
  const outcome = await numbers.set(`after-${number}`, { number, filling: '' }).then(() => 'kept', String);
  writeSync(1, `${outcome}\n`);
});
setInterval(() => undefined, 60_000);
