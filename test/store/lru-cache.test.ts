import { expect, it } from 'vitest';
import { createLruCache } from '../../src/store/lru-cache.ts';

it('keeps the entries that were used last, and no more than its maximum', () => {
  const cache = createLruCache<number>(2);
  cache.set('a', 1).set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c']);
});
