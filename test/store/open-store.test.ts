import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { KeyvSqlite } from '@keyv/sqlite';
import sqlite3 from 'sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { RecordError, type Store, StoreError } from '../../src/store/store.ts';
import { allOf, keysOf } from '../support/all-records.ts';
import { toy } from '../support/toy-collection.ts';
import { meddle, tempFolder } from './temp-folder.ts';

/** SQLite's number for the mode that puts a commit on disk before acknowledging it. */
const FULL = 2;

const jobSchema = z.object({ prompt: z.string(), credits: z.int() });

async function freshStore(): Promise<{ store: Store; path: string }> {
  const path = join(await tempFolder(), 'made on the way', 'easel.sqlite');
  const store = await openStore(`sqlite://${path}`);
  onTestFinished(() => store.close());
  return { store, path };
}

describe('a store', () => {
  it('creates its folder and keeps records through a restart', async () => {
    const { store, path } = await freshStore();
    await store.collection(toy('jobs', jobSchema)).set('a', { prompt: ':base64:"\u0000\n%_\'', credits: 3 });
    await store.close();
    const again = await openStore(`sqlite://${path}`);
    onTestFinished(() => again.close());
    expect(await again.collection(toy('jobs', jobSchema)).get('a')).toEqual({
      prompt: ':base64:"\u0000\n%_\'',
      credits: 3,
    });
  });

  it('makes no folder above its own, and names the first that is missing', async () => {
    const folder = await tempFolder();
    for (const deep of ['mistyped/data', 'mistyped/deep/data']) {
      const opening = openStore(`sqlite://${join(folder, deep, 'easel.sqlite')}`);
      await expect(opening).rejects.toThrow('its path has no folder “mistyped”');
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('uses a write-ahead log and waits for the disk', async () => {
    // How long a commit waits is a setting of each connection, so ask the store's own.
    const reading = vi.spyOn(KeyvSqlite.prototype, 'on');
    const writing = vi.spyOn(sqlite3.Database.prototype, 'cacheStatements');
    onTestFinished(() => [reading, writing].forEach((spy) => void spy.mockRestore()));
    await freshStore();
    const [reader, writer] = [reading.mock.contexts.at(-1), writing.mock.contexts.at(-1)];
    if (!(reader instanceof KeyvSqlite && writer instanceof sqlite3.Database)) throw new Error('there are two');
    const settings = (query: (sql: string) => Promise<unknown>) =>
      Promise.all(['query_only', 'journal_mode', 'synchronous'].map((name) => query(`PRAGMA ${name}`)));
    expect(await settings((sql) => writer.all(sql))).toEqual([
      ...[[{ query_only: 0 }], [{ journal_mode: 'wal' }], [{ synchronous: FULL }]],
    ]);
    expect((await settings((sql) => reader.query(sql))).slice(0, 2)).toEqual([
      ...[[{ query_only: 1 }], [{ journal_mode: 'wal' }]],
    ]);
  });

  it('fails to open, instead of waiting for ever, if neither its first read nor its end is answered', async () => {
    const { store, path } = await freshStore();
    await store.close();
    const silence = new Promise<never>(() => undefined);
    const reads = vi.spyOn(KeyvSqlite.prototype, 'get').mockReturnValue(silence);
    const ends = vi.spyOn(KeyvSqlite.prototype, 'disconnect').mockReturnValue(silence);
    onTestFinished(() => [reads, ends].forEach((spy) => void spy.mockRestore()));
    await expect(openStore(`sqlite://${path}`, { callTimeoutMs: 200 })).rejects.toThrow('no answer within 200 ms');
  });

  it('is not kept in memory after it is closed', async () => {
    const connections = (): number =>
      queryObjects(KeyvSqlite, { format: 'count' }) + queryObjects(sqlite3.Database, { format: 'count' });
    const before = connections();
    const [path, rounds] = [join(await tempFolder(), 'easel.sqlite'), 8];
    for (let round = 0; round < rounds; round++) await (await openStore(`sqlite://${path}`)).close();
    // The last ones may still be on the stack.
    expect(connections() - before).toBeLessThan(rounds);
  });

  it('leaves no write-ahead log when it is closed', async () => {
    const { store, path } = await freshStore();
    await store.collection(toy('jobs', jobSchema)).set('a', { prompt: 'x', credits: 1 });
    await store.close();
    await expect(access(`${path}-wal`)).rejects.toThrow('ENOENT');
  });

  it('leaves nothing of a deleted record in the file', async () => {
    const { store, path } = await freshStore();
    const jobs = store.collection(toy('jobs', jobSchema));
    for (let count = 0; count < 50; count++)
      await jobs.set(`job-${count}`, { prompt: `my secret ${count}`, credits: 1 });
    for (let count = 0; count < 50; count++) await jobs.delete(`job-${count}`);
    await store.close();
    expect(await readFile(path, 'latin1')).not.toContain('my secret');
  });

  it('does not open once the signal has aborted', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const opening = openStore(`sqlite://${path}`, { signal: AbortSignal.abort(new Error('stopping')) });
    await expect(opening).rejects.toThrow('given up');
  });
});

it('reads a missing record once', async () => {
  const { store } = await freshStore();
  const jobs = store.collection(toy('jobs', jobSchema));
  const asked = (['get', 'has'] as const).map((name) => vi.spyOn(KeyvSqlite.prototype, name));
  onTestFinished(() => {
    for (const spy of asked) spy.mockRestore();
  });
  expect(await jobs.get('none')).toBeUndefined();
  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

describe('an unreadable record', () => {
  const rubbish: [what: string, value: unknown][] = [
    ['another shape', '{"prompt":5,"credits":1}'],
    ['a fraction of a credit', '{"prompt":"x","credits":0.5}'],
    ['no JSON', 'rubbish'],
    ['null in JSON', 'null'],
    ['an empty text', ''],
    ['what Keyv takes for expired', '{"value":{"prompt":"x","credits":1},"expires":1}'],
    ['nothing (NULL)', null],
    ['bytes', Buffer.from([1, 2, 3])],
  ];

  it.each(rubbish)('%s: throws an error, is listed, and stays unchanged', async (_, value) => {
    const { store, path } = await freshStore();
    const jobs = store.collection(toy('jobs', jobSchema));
    await jobs.set('good', { prompt: 'x', credits: 1 });
    await meddle(path, async (query) => {
      await query('INSERT INTO records (key, value) VALUES (?, ?)', 'jobs:bad', value);
    });

    await expect(jobs.get('bad')).rejects.toThrow(RecordError);
    await expect(jobs.delete('bad')).rejects.toThrow(StoreError);
    expect(await allOf(jobs)).toEqual({ records: [['good', { prompt: 'x', credits: 1 }]], unreadable: ['bad'] });
    expect((await keysOf(jobs)).sort()).toEqual(['bad', 'good']);
    await meddle(path, async (query) => {
      expect(await query("SELECT value FROM records WHERE key = 'jobs:bad'")).toEqual([{ value }]);
    });
  });
});

describe('a store from before the first release', () => {
  const earlier: [what: string, statements: string[]][] = [
    ['with a table for each collection', ['CREATE TABLE accounts (key TEXT PRIMARY KEY, value TEXT)']],
    ['with one table', ["CREATE VIEW self_test AS SELECT 'for a newer Easel' AS key, '' AS value"]],
  ];

  it.each(earlier)('%s is refused by name with what to do, and stays unchanged', async (_, statements) => {
    const { store, path } = await freshStore();
    await store.collection(toy('jobs', jobSchema)).set('a', { prompt: 'x', credits: 1 });
    await store.close();
    await meddle(path, async (query) => {
      for (const statement of ['PRAGMA user_version = 0', ...statements]) await query(statement);
    });
    for (const exclusive of [true, false]) {
      const opening = openStore(`sqlite://${path}`, { exclusive });
      await expect(opening).rejects.toThrow(/from before the first release.*Set STORE_URL to a new store/);
    }
    await meddle(path, async (query) => {
      expect(await query("SELECT value FROM records WHERE key = 'jobs:a'")).toHaveLength(1);
      expect(await query('PRAGMA user_version')).toEqual([{ user_version: 0 }]);
    });
  });
});

describe('a store from a newer Easel', () => {
  it('refuses a collection of a newer version by name and leaves it unchanged', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const newer = await openStore(`sqlite://${path}`);
    const migrations = [(record: unknown) => record];
    await newer.collection(toy('jobs', jobSchema, { migrations })).set('a', { prompt: 'x', credits: 1 });
    await newer.close();
    const older = await openStore(`sqlite://${path}`);
    onTestFinished(() => older.close());
    expect(() => older.collection(toy('jobs', jobSchema))).toThrow(
      'its jobs have version 2, and this Easel knows version 1',
    );
  });
});
