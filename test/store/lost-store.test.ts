import { copyFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { type Store, StoreError } from '../../src/store/store.ts';
import { toy } from '../support/toy-collection.ts';
import { meddle, tempFolder } from './temp-folder.ts';

const schema = z.object({ credits: z.int() });

async function open(path: string, options: { exclusive?: boolean } = {}): Promise<Store> {
  const store = await openStore(`sqlite://${path}`, options);
  onTestFinished(() => store.close());
  return store;
}

/** Creates a store that was in use and was closed. */
async function usedStore(): Promise<string> {
  const path = join(await tempFolder(), 'easel.sqlite');
  const store = await open(path);
  await store.collection(toy('accounts', schema)).set('guild', { credits: 7 });
  await store.close();
  return path;
}

const EITHER = [{ exclusive: true }, { exclusive: false }] as const;

describe('a lost store does not look like a new one', () => {
  it.each(EITHER)('when its file was emptied (%o)', async (options) => {
    const path = await usedStore();
    await truncate(path);
    await expect(open(path, options)).rejects.toThrow(/file is empty \(0 bytes\).*npm run store -- restore/);
    expect((await stat(path)).size).toBe(0);
  });

  it('when only an empty file exists, as after a full disk', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    await writeFile(path, '');
    await expect(open(path)).rejects.toThrow(StoreError);
  });

  it.each(EITHER)('when its file is missing and its lock still exists (%o)', async (options) => {
    const path = await usedStore();
    await rm(path);
    await expect(open(path, options)).rejects.toThrow(/a store was here.*npm run store -- restore/);
    await expect(open(path, options)).rejects.toThrow(StoreError);
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('when only its write-ahead log exists, and keeps the log', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    await writeFile(`${path}-wal`, 'what was written last');
    await expect(open(path)).rejects.toThrow('a store was here');
    expect((await stat(`${path}-wal`)).size).toBeGreaterThan(0);
  });

  it('until the operator removes the remaining files, and then a new one is created', async () => {
    const path = await usedStore();
    await rm(path);
    await rm(`${path}-lock`);
    const store = await open(path);
    expect(await store.collection(toy('accounts', schema)).get('guild')).toBeUndefined();
  });

  it('and a reader creates none', async () => {
    const folder = await tempFolder();
    await expect(open(join(folder, 'easel.sqlite'), { exclusive: false })).rejects.toThrow('there is no store');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a new store', () => {
  it('is created again after a start that was killed before the file existed', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    await writeFile(`${path}-making`, 'the beginning of a file');
    await writeFile(`${path}-lock`, '');
    await (await open(path)).selfTest();
    expect((await readdir(join(path, '..'))).filter((name) => name.includes('making'))).toEqual([]);
  });

  it('has a complete file from the first moment, without leftovers', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    await open(path);
    expect((await readdir(join(path, '..'))).sort()).toEqual(
      ['', '-lock', '-shm', '-wal'].map((suffix) => `easel.sqlite${suffix}`),
    );
  });
});

it('a clean stop leaves a complete file, even while another process has it open', async () => {
  const path = join(await tempFolder(), 'easel.sqlite');
  const store = await open(path);
  await store.collection(toy('accounts', schema)).set('guild', { credits: 7 });
  await meddle(path, async (query) => {
    await query('SELECT * FROM records');
    await store.close();
    const moved = `${path}-moved`;
    await copyFile(path, moved);
    const there = await open(moved);
    expect(await there.collection(toy('accounts', schema)).get('guild')).toEqual({ credits: 7 });
  });
});
