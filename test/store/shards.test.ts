import { describe, expect, it } from 'vitest';
import { ALL_SERVERS, ownsServer } from '../../src/store/shards.ts';

/** The example of Discord's documentation of sharding would be shard 0 of 2 for an even id without its last 22 bits. */
const idAt = (withoutLast22Bits: bigint): string => String((withoutLast22Bits << 22n) | 77n);

describe('a process owns the servers', () => {
  it('that Discord hands to its shards', () => {
    const shards = { numbers: [1, 3], of: 4 };
    const servers = [40_000_000_000n, 40_000_000_001n, 40_000_000_002n, 40_000_000_003n].map(idAt);
    expect(servers.map((guildId) => ownsServer(shards, guildId))).toEqual([false, true, false, true]);
  });

  it('of all, where there is one shard', () => {
    expect(ownsServer(ALL_SERVERS, idAt(40_000_000_003n))).toBe(true);
  });
});
