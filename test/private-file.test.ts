import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { keepPrivate } from '../src/private-file.ts';
import { openStore } from '../src/store/open-store.ts';
import { startChild } from './store/child.ts';
import { tempFolder } from './store/temp-folder.ts';
import { toy } from './support/toy-collection.ts';

const usual = process.umask();
afterEach(() => {
  process.umask(usual);
});

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

async function openAndUse(path: string): Promise<void> {
  const store = await openStore(`sqlite://${path}`);
  onTestFinished(() => store.close());
  await store.collection(toy('accounts', z.object({ credits: z.int() }))).set('guild', { credits: 7 });
}

const FILES = ['', '-wal', '-shm', '-lock'];

describe('a store can only be read by its owner', () => {
  it.each(['000', '022', '077', '177', '777'])('with the umask %s', async (umask) => {
    const path = join(await tempFolder(), 'data', 'easel.sqlite');
    process.umask(Number.parseInt(umask, 8));
    await openAndUse(path);
    expect(await modeOf(dirname(path))).toBe('700');
    for (const suffix of FILES) expect(await modeOf(`${path}${suffix}`), suffix).toBe('600');
  });

  it('if others could read it before, including what a crash left', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const child = startChild('write-for-ever.ts', [`sqlite://${path}`]);
    await child.line();
    child.process.kill('SIGKILL');
    await child.ended;
    for (const suffix of FILES) await chmod(`${path}${suffix}`, 0o644);
    await openAndUse(path);
    for (const suffix of FILES) expect(await modeOf(`${path}${suffix}`), suffix).toBe('600');
  });

  it('and an existing folder stays unchanged, because it may hold other files', async () => {
    const folder = join(await tempFolder(), 'shared');
    await mkdir(folder);
    await chmod(folder, 0o755);
    await openAndUse(join(folder, 'easel.sqlite'));
    expect(await modeOf(folder)).toBe('755');
  });
});

it('only removes rights, so what is read-only stays so', async () => {
  const path = join(await tempFolder(), 'file');
  await writeFile(path, '');
  await chmod(path, 0o444);
  await keepPrivate(path);
  expect(await modeOf(path)).toBe('400');
});
