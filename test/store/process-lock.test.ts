import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { acquireProcessLock } from '../../src/store/sqlite/process-lock.ts';
import { toy } from '../support/toy-collection.ts';
import { startChild } from './child.ts';
import { tempFolder } from './temp-folder.ts';

describe('the process lock', () => {
  it('refuses a second process and names the first', async () => {
    const path = join(await tempFolder(), 'easel.sqlite-lock');
    const child = startChild('hold-lock.ts', [path]);
    expect(await child.line()).toBe('held');
    const expected = `another Easel is running on this store (process ${child.process.pid})`;
    await expect(acquireProcessLock(path)).rejects.toThrow(expected);
    await expect(openStore(`sqlite://${path.replace(/-lock$/, '')}`)).rejects.toThrow(expected);
  });

  it('ends with its process, however that ended', async () => {
    const path = join(await tempFolder(), 'easel.sqlite-lock');
    const child = startChild('hold-lock.ts', [path]);
    expect(await child.line()).toBe('held');
    child.process.kill('SIGKILL');
    await child.ended;
    await (await acquireProcessLock(path))();
  });

  it('is taken once within a process and may be released twice', async () => {
    const path = join(await tempFolder(), 'easel.sqlite-lock');
    const giveBack = await acquireProcessLock(path);
    await expect(acquireProcessLock(path)).rejects.toThrow('another Easel is running on this store');
    await giveBack();
    await giveBack();
    expect(await startChild('hold-lock.ts', [path]).line()).toBe('held');
  });

  it('can be requested again after a refusal', async () => {
    const path = join(await tempFolder(), 'easel.sqlite-lock');
    const child = startChild('hold-lock.ts', [path]);
    await child.line();
    await expect(acquireProcessLock(path)).rejects.toThrow('another Easel');
    await expect(acquireProcessLock(path)).rejects.toThrow('another Easel');
    child.process.kill('SIGKILL');
    await child.ended;
    await (await acquireProcessLock(path))();
  });

  it('is not needed by a reader next to a running Easel', async () => {
    const path = join(await tempFolder(), 'easel.sqlite');
    const schema = z.object({ count: z.int() });
    const writer = await openStore(`sqlite://${path}`);
    await writer.collection(toy('things', schema)).set('a', { count: 1 });
    await writer.close();
    const child = startChild('hold-lock.ts', [`${path}-lock`]);
    await child.line();
    const reader = await openStore(`sqlite://${path}`, { exclusive: false });
    onTestFinished(() => reader.close());
    const things = reader.collection(toy('things', schema));
    expect(await things.get('a')).toEqual({ count: 1 });
    await expect(things.set('a', { count: 2 })).rejects.toThrow('for reading only');
  });
});
