/**
 * The servers whose records a process may write: those that Discord hands to these shards, where a server's shard is its id
 * without the last 22 bits, modulo `of` (https://discord.com/developers/docs/events/gateway#sharding).
 */
export interface Shards {
  numbers: readonly number[];
  of: number;
}

/** One process serves all servers. */
export const ALL_SERVERS: Shards = { numbers: [0], of: 1 };

/** Whether a server, by its id, is among those of `shards`. */
export function ownsServer({ numbers, of }: Shards, guildId: string): boolean {
  return numbers.includes(Number((BigInt(guildId) >> 22n) % BigInt(of)));
}
