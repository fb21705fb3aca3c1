import { defaultWorld } from '../../src/sandbox/discord/world/world.ts';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import { type Guild, guild as guildSchema } from '../../src/sandbox/discord/world/world-schema.ts';

/** Copies of one server with consecutive ids, so that the shards get them in turn. */
export function manyServers(count: number, shards: number) {
  const world = defaultWorld();
  const text = JSON.stringify(world.guilds.find(({ id }) => id === ids.annex.guild));
  const servers = Array.from({ length: count }, (_, index) => {
    const moved = text.replaceAll(/"14\d{17}"/g, (id) => `"${BigInt(id.slice(1, -1)) + (BigInt(index) << 22n)}"`);
    return guildSchema.parse(JSON.parse(moved));
  });
  /** https://discord.com/developers/docs/events/gateway#sharding */
  const shardOf = ({ id }: Guild): number => Number((BigInt(id) >> 22n) % BigInt(shards));
  return { servers, world: { ...world, guilds: servers }, shardOf };
}
