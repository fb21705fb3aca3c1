import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { integrityFaults } from '../../src/store/sqlite/backup.ts';
import { keysOf } from '../support/all-records.ts';
import { toy } from '../support/toy-collection.ts';
import { startChild } from './child.ts';
import { tempFolder } from './temp-folder.ts';

/** What a process does with the store that it owns, as `children/own-until-killed.ts` names it. */
const DEEDS = [
  'nothing',
  'wrote much',
  'was backed up by schedule',
  'was backed up by itself',
  'was copied before an upgrade',
  'was read beside itself',
  'refused to be opened twice',
  'was checked',
  'got a record beside itself',
  'tested itself',
];

const schema = z.object({ number: z.int(), filling: z.string() });

/** Another program, such as the sqlite3 shell, looks at the file. As its last user it would remove the log. */
function lookFromOutside(path: string): void {
  const look = `
    const { DatabaseSync } = require('node:sqlite');
    const file = new DatabaseSync(process.argv[1]);
    file.prepare('SELECT count(*) FROM records').get();
    file.close();`;
  const { status, stderr } = spawnSync(process.execPath, ['--eval', look, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

describe.runIf(existsSync('/proc/locks'))('a store whose process', () => {
  it.each(DEEDS)('%s keeps its locks, so nothing is lost after a look from outside and a kill', async (deed) => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const owner = startChild('own-until-killed.ts', [path, deed]);
    expect(JSON.parse((await owner.line()) ?? '')).toEqual(['', '-shm', '-lock']);
    for (let count = 1; count <= 3; count++) {
      lookFromOutside(path);
      owner.process.kill('SIGUSR2');
      expect(await owner.line()).toBe('kept');
    }
    owner.process.kill('SIGKILL');
    await owner.ended;
    expect(await integrityFaults(path)).toEqual([]);
    const store = await openStore(`sqlite://${path}`);
    onTestFinished(() => store.close());
    const keys = await keysOf(store.collection(toy('numbers', schema)));
    expect(keys).toEqual(expect.arrayContaining(['after-1', 'after-2', 'after-3', 'before']));
  });
});

/** An open store that has written a record, which is still in its log. */
async function writtenStore() {
  const path = join(await tempFolder(), 'easel.sqlite');
  const store = await openStore(`sqlite://${path}`);
  onTestFinished(() => store.close().catch(() => undefined));
  const numbers = store.collection(toy('numbers', schema));
  await numbers.set('acknowledged', { number: 1, filling: '' });
  return { path, store, numbers };
}

describe('a write-ahead log', () => {
  const REPLACED = /easel\.sqlite-wal was removed or replaced while Easel ran; let no other program/;
  const losses: [what: string, lose: (log: string) => Promise<void>][] = [
    ['removed', (log) => rm(log)],
    [
      'replaced',
      async (log) => {
        await copyFile(log, `${log}-copy`);
        await rm(log);
        await copyFile(`${log}-copy`, log);
      },
    ],
    [
      'replaced by an empty one',
      async (log) => {
        await rm(log);
        await writeFile(log, '');
      },
    ],
  ];

  it.each(losses)('that is %s ends the store, and what was acknowledged is not lost', async (_, lose) => {
    const { path, store, numbers } = await writtenStore();
    await lose(`${path}-wal`);
    await expect(numbers.set('refused', { number: 2, filling: '' })).rejects.toThrow(REPLACED);
    expect((await store.lost).message).toMatch(REPLACED);
    await expect(numbers.get('acknowledged')).rejects.toThrow(REPLACED);
    await store.close();
    expect(await integrityFaults(path)).toEqual([]);
    const again = await openStore(`sqlite://${path}`);
    onTestFinished(() => again.close());
    expect(await keysOf(again.collection(toy('numbers', schema)))).toContain('acknowledged');
  });

  it('shrinks again after another program has read for long', async () => {
    const { path, numbers } = await writtenStore();
    const writeSome = async (): Promise<void> => {
      for (let number = 0; number < 200; number++) {
        // SQLite writes only pages that change.
        await numbers.set(`key-${number % 5}`, { number, filling: `${number} `.repeat(15_000) });
      }
    };
    const logBytes = async (): Promise<number> => (await stat(`${path}-wal`)).size;
    const reader = startChild('read-for-long.ts', [path]);
    expect(await reader.line()).toBe('reading');
    await writeSome();
    expect(await logBytes()).toBeGreaterThan(8_000_000);
    reader.process.kill('SIGKILL');
    await reader.ended;
    await writeSome();
    expect(await logBytes()).toBeLessThan(6_000_000);
  });
});
