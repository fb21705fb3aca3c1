import { describe, expect, it } from 'vitest';
import { createFairQueue } from '../../src/engine/fair-queue.ts';

/** `a1-x` is entry x of member 1 of server a. */
const queueOf = (...entries: string[]) => {
  const queue = createFairQueue<string>(
    (entry) => entry.slice(0, 1),
    (entry) => entry.slice(1, 2),
  );
  for (const entry of entries) queue.add(entry);
  return queue;
};

const taken = (queue: ReturnType<typeof queueOf>): string[] =>
  Array.from({ length: queue.size }, () => queue.take()).filter((entry) => entry !== undefined);

describe('a fair queue', () => {
  it('lets servers take turns, and members within each server', () => {
    const queue = queueOf('a1-x', 'a1-y', 'a1-z', 'a2-x', 'b1-x', 'b1-y');
    expect(taken(queue)).toEqual(['a1-x', 'b1-x', 'a2-x', 'b1-y', 'a1-y', 'a1-z']);
    expect(queue.size).toBe(0);
    expect(queue.take()).toBeUndefined();
  });

  it('gives later servers their turn before the rest of a long queue', () => {
    const queue = queueOf('a1-x', 'a1-y', 'a1-z');
    expect(queue.take()).toBe('a1-x');
    queue.add('b1-x');
    expect(taken(queue)).toEqual(['a1-y', 'b1-x', 'a1-z']);
  });

  it('skips a server that may not go, which keeps its turn', () => {
    const queue = queueOf('a1-x', 'b1-x', 'b1-y');
    expect(queue.take((server) => server !== 'a')).toBe('b1-x');
    expect(queue.take(() => false)).toBeUndefined();
    expect(taken(queue)).toEqual(['a1-x', 'b1-y']);
  });

  it('counts the entries, in total and of one server', () => {
    const queue = queueOf('a1-x', 'b1-x', 'b2-x');
    expect([queue.size, queue.sizeOf('a'), queue.sizeOf('b'), queue.sizeOf('c')]).toEqual([3, 1, 2, 0]);
  });

  it('removes an entry from any position, and forgets a server without entries', () => {
    const queue = queueOf('a1-x', 'b1-x', 'b1-y');
    queue.remove('a1-x');
    queue.remove('b1-y');
    queue.remove('c1-x');
    queue.remove('b1-z');
    expect(queue.size).toBe(1);
    expect(taken(queue)).toEqual(['b1-x']);
  });

  it('keeps the order of entries added between others, and removes any of them', () => {
    const queue = queueOf('a1-1', 'a1-2', 'a1-3', 'a1-4');
    expect(queue.take()).toBe('a1-1');
    queue.add('a1-5');
    queue.add('a1-6');
    queue.remove('a1-3');
    queue.remove('a1-5');
    expect(queue.size).toBe(3);
    expect(queue.take()).toBe('a1-2');
    queue.add('a1-7');
    expect(taken(queue)).toEqual(['a1-4', 'a1-6', 'a1-7']);
  });
});
