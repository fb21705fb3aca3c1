import { LRUCache } from 'lru-cache';

/**
 * A cache of the `max` entries that were used last. Given `max`, the library reserves memory for all entries, which
 * costs each start milliseconds. Given sizes instead, entries cost memory only when they are added.
 */
export const createLruCache = <Value extends object | number | string>(max: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
