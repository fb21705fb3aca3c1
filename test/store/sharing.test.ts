import { describe, expect, it } from 'vitest';
import { partOf, wholePartOf } from '../../src/store/sharing.ts';

/** Every way in which three processes can have eight shards among them, one of them perhaps nobody's. */
const divisions = Array.from({ length: 3 ** 8 }, (_, code) =>
  [0, 1, 2].map((owner) => ({
    numbers: [0, 1, 2, 3, 4, 5, 6, 7].filter((shard) => Math.floor(code / 3 ** shard) % 3 === owner),
    of: 8,
  })),
).filter((processes) => processes.every(({ numbers }) => numbers.length > 0));

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

describe('a limit that several processes share', () => {
  it.each([3, 8, 20, 50, 501])(
    'of %d is never passed by all together, and used up where all shards are owned',
    (limit) => {
      for (const processes of divisions) {
        expect(sumOf(processes.map((shards) => partOf(limit, shards)))).toBeCloseTo(limit);
        // Of so few, one that every process has at the least may be one too many.
        if (limit >= 8) expect(sumOf(processes.map((shards) => wholePartOf(limit, shards)))).toBe(limit);
      }
    },
  );

  it('is divided so that nobody has more than another by more than one for each shard', () => {
    for (const of of [1, 2, 7, 50]) {
      const parts = Array.from({ length: of }, (_, shard) => wholePartOf(50, { numbers: [shard], of }));
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }
  });

  it('leaves one to each of more processes than the limit has', () => {
    const parts = Array.from({ length: 9 }, (_, shard) => wholePartOf(3, { numbers: [shard], of: 9 }));
    expect(parts).toEqual(parts.map(() => 1));
  });

  it('is all of one process that owns all shards', () => {
    expect(wholePartOf(20, { numbers: [0], of: 1 })).toBe(20);
    expect(partOf(20, { numbers: [0, 1], of: 2 })).toBe(20);
  });
});
