import { chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { type Collection, StoreError } from '../../src/store/store.ts';
import { allOf, keysOf } from '../support/all-records.ts';
import { toy } from '../support/toy-collection.ts';
import { startChild } from './child.ts';
import { meddle, stateOfFile, strangersFile, tempFolder } from './temp-folder.ts';

const schema = z.object({ credits: z.int() });

async function expectRefusal(work: Promise<unknown>, reason: string): Promise<void> {
  const error: unknown = await work.then(
    (value) => `no error but ${JSON.stringify(value)}`,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toContain(reason);
  expect(String(error)).not.toContain('easel-store-');
}

async function openAccounts(path: string): Promise<Collection<{ credits: number }>> {
  const store = await openStore(`sqlite://${path}`, { callTimeoutMs: 1000 });
  onTestFinished(() => store.close().catch(() => undefined));
  const accounts = store.collection(toy('accounts', schema));
  await accounts.set('guild', { credits: 7 });
  return accounts;
}

describe('opening a broken store', () => {
  it('refuses a file of garbage and leaves it unchanged', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const rubbish = 'this is somebody’s diary\n'.repeat(500);
    await writeFile(path, rubbish);
    await expectRefusal(openStore(`sqlite://${path}`), 'not a SQLite database');
    expect(await readFile(path, 'utf8')).toBe(rubbish);
  });

  it.each([{ exclusive: true }, { exclusive: false }])(
    'leaves another program’s file unchanged (%o)',
    async (options) => {
      const path = await strangersFile();
      const before = await stateOfFile(path);
      await expectRefusal(openStore(`sqlite://${path}`, options), 'the database of another program');
      expect(await stateOfFile(path)).toEqual(before);
    },
  );

  it('tells a store from before the first release from another program’s file', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    await (await openStore(`sqlite://${path}`)).close();
    await meddle(path, async (query) => void (await query('PRAGMA application_id = 0')));
    const before = await stateOfFile(path);
    await expectRefusal(openStore(`sqlite://${path}`), 'from before the first release');
    expect(await stateOfFile(path)).toEqual(before);
  });

  it('refuses a folder', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    await mkdir(path);
    await expectRefusal(openStore(`sqlite://${path}`), 'the file cannot be opened');
  });

  it('refuses a path below a file', async () => {
    const file = join(await tempFolder(), 'file');
    await writeFile(file, '');
    await expectRefusal(openStore(`sqlite://${file}/easel.sqlite`), 'is a file, not a folder');
  });

  it('refuses a folder or file that cannot be written to', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'easel.sqlite');
    await (await openStore(`sqlite://${path}`)).close();
    await chmod(path, 0o444);
    await chmod(`${path}-lock`, 0o666);
    await chmod(folder, 0o777);
    expect(await startChild('open-as-nobody.ts', [`sqlite://${path}`]).line()).toContain('cannot be written to');
    await chmod(folder, 0o555);
    expect(await startChild('open-as-nobody.ts', [`sqlite://${folder}/new/easel.sqlite`]).line()).toContain(
      'StoreError: the store cannot be opened: Easel may not use the folder',
    );
    await chmod(folder, 0o755);
  });
});

describe('a store that breaks while open never reads as empty', () => {
  it('when its table is dropped', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const accounts = await openAccounts(path);
    await meddle(path, async (query) => {
      await query('DROP TABLE records');
    });
    await expectRefusal(accounts.get('guild'), 'accounts');
    await expectRefusal(accounts.get('never-written'), 'accounts');
    await expectRefusal(accounts.set('guild', { credits: 8 }), 'cannot be written');
    await expectRefusal(accounts.delete('guild'), 'accounts');
    await expectRefusal(keysOf(accounts), 'accounts');
    await expectRefusal(allOf(accounts), 'accounts');
  });

  it('when its pages are overwritten', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const store = await openStore(`sqlite://${path}`);
    const before = store.collection(toy('accounts', schema));
    const keys = Array.from({ length: 2_000 }, (_, index) => `guild-${String(index).padStart(4, '0')}`);
    await store.commit(keys.map((key) => before.put(key, { credits: 7 })));
    await store.close();
    const size = (await readFile(path)).length;
    const file = await open(path, 'r+');
    await file.write(Buffer.alloc(size / 2, 0xa5), 0, size / 2, size / 2);
    await file.close();
    const readAll = async (): Promise<unknown> => {
      const again = await openStore(`sqlite://${path}`);
      onTestFinished(() => again.close());
      return allOf(again.collection(toy('accounts', schema)));
    };
    await expectRefusal(readAll(), 'damaged');
  });

  it('when another process locks it, and works again afterwards', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const accounts = await openAccounts(path);
    await meddle(path, async (query) => {
      await query('BEGIN IMMEDIATE');
      await expectRefusal(accounts.set('guild', { credits: 8 }), 'another process has locked the file');
      expect(await accounts.get('guild')).toEqual({ credits: 7 });
      await query('ROLLBACK');
    });
    await accounts.set('guild', { credits: 9 });
    expect(await accounts.get('guild')).toEqual({ credits: 9 });
  });

  it('when its file is removed or replaced, and acknowledges nothing more', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const accounts = await openAccounts(path);
    await rename(path, `${path}.moved`);
    await expectRefusal(accounts.set('guild', { credits: 8 }), 'removed or replaced');
    await writeFile(path, '');
    await expectRefusal(accounts.set('guild', { credits: 8 }), 'removed or replaced');
    await rm(path);
    await rename(`${path}.moved`, path);
    await accounts.set('guild', { credits: 9 });
  });

  it('when the disk is full, and still reads what it acknowledged', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const limitFileSize = ['sh', '-c', 'ulimit -f 600; exec "$0" "$@"'];
    const said = await startChild('fill-disk.ts', [`sqlite://${path}`], limitFileSize).line();
    const { kept, read, refusal } = z
      .object({ kept: z.int(), read: z.int(), refusal: z.string() })
      .parse(JSON.parse(said ?? ''));
    expect(refusal).toMatch(/the disk (is full|has an error)/);
    expect(kept).toBeGreaterThan(0);
    expect(read).toBe(kept);
  });
});
