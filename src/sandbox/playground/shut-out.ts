import { PermissionFlagsBits } from 'discord.js';
import { rulingChannel } from '../discord/permissions.ts';
import type { DiscordSandbox } from '../discord/sandbox.ts';
import type { Channel, Guild, World } from '../discord/world/world-schema.ts';

const isDenial =
  ({ application }: World) =>
  (one: Channel['overwrites'][number]) =>
    one.type === 'member' &&
    one.id === application.botUserId &&
    (BigInt(one.deny) & PermissionFlagsBits.ViewChannel) !== 0n;

/** Whether the channel's own settings hide it from the bot. */
export const isShutOut = (world: World, guild: Guild, channel: Channel): boolean =>
  rulingChannel(guild, channel).overwrites.some(isDenial(world));

/** Hides a channel from the bot, as a moderator would in the channel's settings, or shows it again. */
export const shutOut = (discord: DiscordSandbox, channelId: string, on: boolean): void =>
  discord.changeWorld((world) => {
    for (const guild of world.guilds) {
      const found = guild.channels.find(({ id }) => id === channelId);
      if (!found) continue;
      const channel = rulingChannel(guild, found);
      channel.overwrites = channel.overwrites.filter((one) => !isDenial(world)(one));
      if (!on) continue;
      const deny = String(PermissionFlagsBits.ViewChannel);
      channel.overwrites.push({ id: world.application.botUserId, type: 'member', allow: '0', deny });
    }
  });
