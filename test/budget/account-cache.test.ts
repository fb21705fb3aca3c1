import { expect, it } from 'vitest';
import { betweenFailures } from '../../src/budget/books/account-cache.ts';

it('a decision starts again after a commit failed elsewhere, and is refused if that goes on', async () => {
  const store = { failures: 0 };
  const attempts: number[] = [];
  const failing = (most: number) => async (hasFailed: () => boolean) => {
    attempts.push(store.failures);
    if (store.failures < most) store.failures += 1;
    return hasFailed() ? undefined : 'decided';
  };
  expect(await betweenFailures(store, failing(2))).toBe('decided');
  expect(attempts).toEqual([0, 1, 2]);
  attempts.length = 0;
  await expect(betweenFailures(store, failing(1_000))).rejects.toThrow('commits keep failing');
  expect(attempts).toHaveLength(5);
});
