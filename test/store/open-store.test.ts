import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { type Store, StoreError } from '../../src/store/store.ts';
import { meddle, tempFolder } from './temp-folder.ts';

const jobSchema = z.object({ prompt: z.string(), credits: z.int() });

async function freshStore(): Promise<{ store: Store; path: string }> {
  const path = join(await tempFolder(), 'made', 'on the way', 'easel.sqlite');
  const store = await openStore(`sqlite://${path}`);
  onTestFinished(() => store.close());
  return { store, path };
}

describe('a store', () => {
  it('makes its folder and keeps records through a restart', async () => {
    const { store, path } = await freshStore();
    await store.collection('jobs', jobSchema).set('a', { prompt: ':base64:"\u0000\n%_\'', credits: 3 });
    await store.close();
    const again = await openStore(`sqlite://${path}`);
    onTestFinished(() => again.close());
    expect(await again.collection('jobs', jobSchema).get('a')).toEqual({ prompt: ':base64:"\u0000\n%_\'', credits: 3 });
  });

  it('gives undefined for a key that was never written, and says whether a deletion found one', async () => {
    const jobs = (await freshStore()).store.collection('jobs', jobSchema);
    expect(await jobs.get('a')).toBeUndefined();
    expect(await jobs.delete('a')).toBe(false);
    await jobs.set('a', { prompt: 'x', credits: 1 });
    expect(await jobs.delete('a')).toBe(true);
    expect(await jobs.get('a')).toBeUndefined();
  });

  it('keeps collections apart, also where one name begins like the other or a key like a name', async () => {
    const { store } = await freshStore();
    const jobs = store.collection('jobs', jobSchema);
    const more = store.collection('jobs_more', jobSchema);
    await jobs.set('a', { prompt: 'one', credits: 1 });
    await jobs.set('jobs:a', { prompt: 'two', credits: 2 });
    await more.set('a', { prompt: 'three', credits: 3 });
    expect((await jobs.keys()).sort()).toEqual(['a', 'jobs:a']);
    expect(await jobs.get('a')).toEqual({ prompt: 'one', credits: 1 });
    expect(await more.keys()).toEqual(['a']);
  });

  it('lists every record once, over many pages', async () => {
    const jobs = (await freshStore()).store.collection('jobs', jobSchema);
    const keys = Array.from({ length: 2501 }, (_, index) => `key-${index}`);
    await Promise.all(keys.map((key, credits) => jobs.set(key, { prompt: 'x', credits })));
    expect((await jobs.keys()).sort()).toEqual(keys.toSorted());
    const { records, unreadable } = await jobs.all();
    expect(unreadable).toEqual([]);
    expect(new Map(records).get('key-2500')).toEqual({ prompt: 'x', credits: 2500 });
  });

  it('gives one collection for one name, and refuses two shapes or a wild name', async () => {
    const { store } = await freshStore();
    expect(store.collection('jobs', jobSchema)).toBe(store.collection('jobs', jobSchema));
    expect(() => store.collection('jobs', z.object({}))).toThrow('another schema');
    expect(() => store.collection('jobs; DROP TABLE jobs', jobSchema)).toThrow(StoreError);
  });

  it('passes its self test and leaves nothing of it behind, also when several run at once', async () => {
    const { store, path } = await freshStore();
    await Promise.all([store.selfTest(), store.selfTest(), store.selfTest()]);
    await meddle(path, async (query) => {
      expect(await query('SELECT * FROM self_test')).toEqual([]);
    });
  });

  it('writes ahead and waits for the disk', async () => {
    const { path } = await freshStore();
    await meddle(path, async (query) => {
      expect(await query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    });
  });

  it('ends what was begun before it closes, may be closed twice, and refuses work afterwards', async () => {
    const { store, path } = await freshStore();
    const jobs = store.collection('jobs', jobSchema);
    const writes = Array.from({ length: 20 }, (_, index) => jobs.set(`key-${index}`, { prompt: 'x', credits: index }));
    await Promise.all([store.close(), store.close(), ...writes]);
    await store.close();
    await expect(jobs.get('key-1')).rejects.toThrow('the store is closed');
    await expect(jobs.set('key-1', { prompt: 'x', credits: 1 })).rejects.toThrow('the store is closed');
    await expect(store.selfTest()).rejects.toThrow(StoreError);
    await expect(access(`${path}-wal`)).rejects.toThrow('ENOENT');
  });

  it('is not opened once the signal has aborted', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const opening = openStore(`sqlite://${path}`, { signal: AbortSignal.abort(new Error('stopping')) });
    await expect(opening).rejects.toThrow('given up');
  });
});

describe('a record that cannot be read', () => {
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

  it.each(rubbish)('%s: is an error, is named in the list, and stays as it is', async (_, value) => {
    const { store, path } = await freshStore();
    const jobs = store.collection('jobs', jobSchema);
    await jobs.set('good', { prompt: 'x', credits: 1 });
    await meddle(path, async (query) => {
      await query('INSERT INTO jobs (key, value) VALUES (?, ?)', 'bad', value);
    });

    await expect(jobs.get('bad')).rejects.toThrow(StoreError);
    await expect(jobs.set('bad', { prompt: 'x', credits: 1 })).rejects.toThrow(StoreError);
    await expect(jobs.delete('bad')).rejects.toThrow(StoreError);
    expect(await jobs.all()).toEqual({ records: [['good', { prompt: 'x', credits: 1 }]], unreadable: ['bad'] });
    expect((await jobs.keys()).sort()).toEqual(['bad', 'good']);
    await meddle(path, async (query) => {
      expect(await query("SELECT value FROM jobs WHERE key = 'bad'")).toEqual([{ value }]);
    });
  });
});
