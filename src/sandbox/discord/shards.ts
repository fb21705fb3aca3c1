/**
 * The shard to which Discord hands what happens in a server; direct messages (null) go to the first.
 * https://discord.com/developers/docs/events/gateway#sharding
 */
export const shardOf = (guildId: string | null, shards: number): number =>
  guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(shards));
