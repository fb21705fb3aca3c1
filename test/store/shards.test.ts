import { describe, expect, it } from 'vitest';
import { ALL_SERVERS, ownsServer, shareOf, wholeShareOf } from '../../src/store/database/shards.ts';

/** By Discord's sharding formula: the id without its last 22 bits, modulo the number of shards. */
const idAt = (withoutLast22Bits: bigint): string => String((withoutLast22Bits << 22n) | 77n);

describe('a process owns the servers', () => {
  it('that Discord assigns to its shards', () => {
    const shards = { numbers: [1, 3], of: 4 };
    const servers = [40_000_000_000n, 40_000_000_001n, 40_000_000_002n, 40_000_000_003n].map(idAt);
    expect(servers.map((guildId) => ownsServer(shards, guildId))).toEqual([false, true, false, true]);
  });

  it('all of them if there is one shard', () => {
    expect(ownsServer(ALL_SERVERS, idAt(40_000_000_003n))).toBe(true);
  });
});

/** Every way in which three processes can divide eight shards among them, with or without vacant ones. */
const divisions = Array.from({ length: 3 ** 8 }, (_, code) =>
  [0, 1, 2].map((owner) => ({
    numbers: [0, 1, 2, 3, 4, 5, 6, 7].filter((shard) => Math.floor(code / 3 ** shard) % 3 === owner),
    of: 8,
  })),
).filter((processes) => processes.every(({ numbers }) => numbers.length > 0));

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

describe('a limit shared by several processes', () => {
  it.each([3, 8, 20, 50, 501])(
    'of %d is never exceeded by all together, and fully used if all shards are owned',
    (limit) => {
      for (const processes of divisions) {
        expect(sumOf(processes.map((shards) => shareOf(limit, shards)))).toBeCloseTo(limit);
        // Below that, the minimum of one for each process may exceed the limit by one.
        if (limit >= 8) expect(sumOf(processes.map((shards) => wholeShareOf(limit, shards)))).toBe(limit);
      }
    },
  );

  it('is divided evenly, within one for each shard', () => {
    for (const count of [1, 2, 7, 50]) {
      const parts = Array.from({ length: count }, (_, shard) => wholeShareOf(50, { numbers: [shard], of: count }));
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }
  });

  it('gives one to each of more processes than the limit', () => {
    const parts = Array.from({ length: 9 }, (_, shard) => wholeShareOf(3, { numbers: [shard], of: 9 }));
    expect(parts).toEqual(parts.map(() => 1));
  });

  it('belongs entirely to one process that owns all shards', () => {
    expect(wholeShareOf(20, { numbers: [0], of: 1 })).toBe(20);
    expect(shareOf(20, { numbers: [0, 1], of: 2 })).toBe(20);
  });
});
