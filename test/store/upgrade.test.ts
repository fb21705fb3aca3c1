import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { integrityFaults } from '../../src/store/sqlite/backup.ts';
import { replacedName } from '../../src/store/sqlite/upgrade-copies.ts';
import type { Store } from '../../src/store/store.ts';
import { copyBeforeRelease, lastRelease, recordRelease } from '../../src/store/versions.ts';
import { VERSION } from '../../src/version.ts';
import { allOf } from '../support/all-records.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';
import { processOf } from '../support/processes.ts';
import { toy } from '../support/toy-collection.ts';
import { startChild } from './child.ts';
import { tempFolder } from './temp-folder.ts';

const schema = z.object({ text: z.string() });
/** Each newer version of the program adds one. */
const migrations = [(record: unknown) => record, (record: unknown) => record, (record: unknown) => record];

async function open(url: string): Promise<Store> {
  const store = await openStore(url);
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

/** A store as a program that knows this version of `things` starts on it, writes a record, and stops. */
async function runOnce(url: string, { version, format, text }: { version: string; format: number; text: string }) {
  const store = await open(url);
  const things = store.collection(toy('things', schema, { migrations: migrations.slice(0, format - 1) }));
  const kept = await copyBeforeRelease(store, version);
  await recordRelease(store, { version, startedAtMs: 0 });
  await things.set('a', { text });
  await store.close();
  return kept;
}

const FIRST = { version: '1.0.0', format: 1, text: 'one' };
const SECOND = { version: '1.1.0', format: 2, text: 'two' };

async function textsIn(url: string): Promise<unknown> {
  const store = await openStore(url, { exclusive: false });
  const { records } = await allOf(store.collection(toy('things', schema, { migrations })));
  await store.close();
  return records;
}

async function namesBeside(path: string): Promise<string[]> {
  return (await readdir(dirname(path))).filter((name) => !name.endsWith('-lock')).sort();
}

describe('the first start of a version that changes a format', () => {
  it('keeps the store as it was, once', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    expect(await runOnce(`sqlite://${path}`, FIRST)).toBeUndefined();
    const copy = `${path}-before-1.1.0`;
    expect(await runOnce(`sqlite://${path}`, SECOND)).toEqual({ path: copy, version: '1.0.0' });
    expect(await textsIn(`sqlite://${copy}`)).toEqual([['a', { text: 'one' }]]);
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
    expect(await runOnce(`sqlite://${path}`, { ...SECOND, text: 'three' })).toBeUndefined();
    expect(await textsIn(`sqlite://${copy}`)).toEqual([['a', { text: 'one' }]]);
  });

  it('is deleted after a time, and so is what a restore replaced', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    await runOnce(`sqlite://${path}`, FIRST);
    await runOnce(`sqlite://${path}`, SECOND);
    const [copy, replaced] = [`${path}-before-1.1.0`, replacedName(path, 5_000)];
    for (const name of [replaced, `${replaced}-wal`, `${path}.before-yesterday`]) await writeFile(name, '');
    await utimes(copy, 5, 5);
    const store = await open(`sqlite://${path}`);
    await store.sweepCopies(5_000);
    expect(await namesBeside(path)).toContain('easel.sqlite-before-1.1.0');
    await store.sweepCopies(5_001);
    await store.close();
    expect(await namesBeside(path)).toEqual(['easel.sqlite', 'easel.sqlite.before-yesterday']);
  });

  it('makes no copy of a new store, nor for a version that changes no format', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    expect(await runOnce(`sqlite://${path}`, SECOND)).toBeUndefined();
    expect(await runOnce(`sqlite://${path}`, { ...SECOND, version: '1.2.0' })).toBeUndefined();
    expect(await namesBeside(path)).toEqual(['easel.sqlite']);
  });

  it('keeps the two newest copies, and makes one again after a step back', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const url = `sqlite://${path}`;
    await runOnce(url, FIRST);
    await runOnce(url, { version: '1.9.0', format: 2, text: 'two' });
    await runOnce(url, { version: '1.10.0', format: 3, text: 'three' });
    await runOnce(url, { version: '1.11.0', format: 4, text: 'four' });
    expect(await namesBeside(path)).toEqual([
      'easel.sqlite',
      'easel.sqlite-before-1.10.0',
      'easel.sqlite-before-1.11.0',
    ]);
    await writeFile(path, await readFile(`${path}-before-1.11.0`));
    expect(await textsIn(url)).toEqual([['a', { text: 'three' }]]);
    await runOnce(url, { version: '1.10.0', format: 3, text: 'again' });
    await runOnce(url, { version: '1.11.0', format: 4, text: 'four' });
    expect(await textsIn(`${url}-before-1.11.0`)).toEqual([['a', { text: 'again' }]]);
  });

  it('changes nothing if there is no room for the copy, and says so', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const url = `sqlite://${path}`;
    await runOnce(url, { ...FIRST, text: 'x'.repeat(1_000_000) });
    const limitFileSize = ['sh', '-c', 'ulimit -f 600; exec "$0" "$@"'];
    const child = startChild('upgrade.ts', [url], limitFileSize);
    expect(await child.line()).toBe('copying');
    expect(await child.line()).toMatch(/^StoreError: the backup cannot be written: the disk (is full|has an error)/);
    await child.ended;
    expect(await namesBeside(path)).toEqual(['easel.sqlite']);
    expect(await runOnce(url, FIRST)).toBeUndefined();
  });

  it('killed amid the copy leaves nothing half, and the next start makes it again', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const url = `sqlite://${path}`;
    await runOnce(url, FIRST);
    const store = await open(url);
    const things = store.collection(toy('things', schema));
    const text = 'x'.repeat(10_000);
    for (let batch = 0; batch < 20; batch++) {
      await store.commit(Array.from({ length: 200 }, (_, number) => things.put(`thing-${batch}-${number}`, { text })));
    }
    await store.close();
    const child = startChild('upgrade.ts', [url]);
    expect(await child.line()).toBe('copying');
    const isHalf = async (): Promise<boolean> => (await namesBeside(path)).some((name) => name.includes('.part'));
    while (!(await isHalf())) await nextTurn();
    child.process.kill('SIGKILL');
    await child.ended;
    expect(await namesBeside(path)).not.toContain('easel.sqlite-before-1.1.0');

    await runOnce(url, SECOND);
    expect(await namesBeside(path)).toEqual(['easel.sqlite', 'easel.sqlite-before-1.1.0']);
    expect(await integrityFaults(`${path}-before-1.1.0`)).toEqual([]);
    expect(await textsIn(`${url}-before-1.1.0`)).toHaveLength(4_001);
  });
});

describe('an older Easel on a newer one’s store', () => {
  /** This program is the older one. */
  const newer = { ...SECOND, version: '99.0.0' };

  it('refuses it, and names the copy with the command that restores it', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    await runOnce(`sqlite://${path}`, { ...FIRST, version: VERSION });
    await runOnce(`sqlite://${path}`, newer);
    await runOnce(`sqlite://${path}`, { version: '99.1.0', format: 3, text: 'three' });
    const store = await open(`sqlite://${path}`);
    expect(() => store.collection(toy('things', schema))).toThrow(
      `go back to the copy from before the upgrade, without what happened since: npm run store -- restore ${path}-before-99.0.0 --forget`,
    );
    expect((await lastRelease(store))?.version).toBe('99.1.0');
  });

  it('names a backup if there is no copy', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    await runOnce(`sqlite://${path}`, newer);
    const store = await open(`sqlite://${path}`);
    expect(() => store.collection(toy('things', schema))).toThrow('or restore a backup from before the upgrade');
  });
});

describe.runIf(hasPostgres)('an upgrade in PostgreSQL', () => {
  it('keeps a table, and its command brings the records back', async () => {
    const url = await newPostgres();
    await runOnce(url, { ...FIRST, version: VERSION });
    expect(await runOnce(url, { ...SECOND, version: '99.0.0' })).toEqual({
      path: 'the table easel_records_before_99_0_0',
      version: VERSION,
    });
    const newerStore = await open(url);
    const refusal = (): unknown => newerStore.collection(toy('things', schema));
    expect(refusal).toThrow(/psql "\$STORE_URL" --single-transaction --command "TRUNCATE easel_records"/);
    const message = await (async () => refusal())().catch((error: Error) => error.message);
    await newerStore.close();
    const commands = [...String(message).matchAll(/--command "([^"]+)"/g)].map(([, command = '']) => command);
    expect(commands).toHaveLength(2);
    await meddlePostgres(url, async (query) => {
      for (const command of commands) await query(command);
    });
    expect(await textsIn(url)).toEqual([['a', { text: 'one' }]]);
    expect(await runOnce(url, { ...FIRST, version: VERSION, text: 'back' })).toBeUndefined();
  });

  it('of two processes that start together, keeps the copy of the first', async () => {
    const url = await newPostgres();
    await runOnce(url, FIRST);
    const [one, other] = [await processOf(url, [0], 2), await processOf(url, [1], 2)];
    for (const store of [one, other]) store.collection(toy('things', schema, { migrations }));
    await copyBeforeRelease(one, '1.1.0');
    await one.collection(toy('things', schema)).set('a', { text: 'two' });
    await copyBeforeRelease(other, '1.1.0');
    await meddlePostgres(url, async (query) => {
      expect(await query("SELECT value FROM easel_records_before_1_1_0 WHERE key = 'things:a'")).toEqual([
        { value: '{"text":"one"}' },
      ]);
      expect(await query("SELECT tablename FROM pg_tables WHERE tablename LIKE '%unfinished'")).toEqual([]);
    });
  });

  it('keeps the two newest tables', async () => {
    const url = await newPostgres();
    await runOnce(url, FIRST);
    for (const [format, version] of [
      [2, '1.9.0'],
      [3, '1.10.0'],
      [4, '1.11.0'],
    ] as const)
      await runOnce(url, { version, format, text: version });
    await meddlePostgres(url, async (query) => {
      const tables = await query(
        "SELECT tablename FROM pg_tables WHERE tablename LIKE 'easel_records_before_%' ORDER BY 1",
      );
      expect(tables.map(({ tablename }) => tablename)).toEqual([
        'easel_records_before_1_10_0',
        'easel_records_before_1_11_0',
      ]);
    });
  });

  it('deletes a table after a time, from the first sweep that saw it', async () => {
    const url = await newPostgres();
    await runOnce(url, FIRST);
    await runOnce(url, SECOND);
    const store = await open(url);
    const expectTables = (count: number) =>
      meddlePostgres(url, async (query) => {
        const tables = await query("SELECT FROM pg_tables WHERE tablename LIKE 'easel_records_before_%'");
        expect(tables).toHaveLength(count);
      });
    await store.sweepCopies(Number.MAX_SAFE_INTEGER);
    await store.sweepCopies(5);
    await expectTables(1);
    await store.sweepCopies(Number.MAX_SAFE_INTEGER);
    await expectTables(0);
  });
});
