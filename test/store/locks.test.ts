import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createKeyedLocks } from '../../src/store/locks.ts';

describe('keyed locks', () => {
  it('run the work of one key one at a time, in the order of the calls', async () => {
    const locks = createKeyedLocks();
    const seen: string[] = [];
    await Promise.all(
      [3, 1, 2].map((turns, index) =>
        locks.run('a', async () => {
          seen.push(`${index} begins`);
          for (let turn = 0; turn < turns; turn++) await nextTurn();
          seen.push(`${index} ends`);
        }),
      ),
    );
    expect(seen).toEqual(['0 begins', '0 ends', '1 begins', '1 ends', '2 begins', '2 ends']);
  });

  it('do not make different keys wait for each other', async () => {
    const locks = createKeyedLocks();
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = locks.run('a', () => promise);
    expect(await locks.run('b', async () => 'done')).toBe('done');
    resolve();
    await slow;
  });

  it('pass on results and errors, and continue after an error', async () => {
    const locks = createKeyedLocks();
    const failing = locks.run('a', () => Promise.reject(new Error('broken')));
    const throwing = locks.run('a', () => {
      throw new Error('thrown at once');
    });
    const next = locks.run('a', async () => 7);
    await expect(failing).rejects.toThrow('broken');
    await expect(throwing).rejects.toThrow('thrown at once');
    expect(await next).toBe(7);
  });

  it('forget unused keys', async () => {
    const locks = createKeyedLocks();
    const { promise, resolve } = Promise.withResolvers<void>();
    const all = Array.from({ length: 30 }, (_, index) => locks.run(`key-${index % 10}`, () => promise));
    expect(locks.size).toBe(10);
    resolve();
    await Promise.all(all);
    await locks.run('key-1', () => Promise.reject(new Error('broken'))).catch(() => undefined);
    expect(locks.size).toBe(0);
  });
});
