import { PermissionFlagsBits } from 'discord.js';
import { refusals } from './errors.ts';
import { attachmentLimits } from './limits.ts';
import { channelPermissions } from './permissions.ts';
import type { Channel, Guild, Member, Person, World } from './world/world-schema.ts';

/** A server's channel or thread. */
export interface GuildLocation {
  kind: 'guild';
  channelId: string;
  guild: Guild;
  channel: Channel;
}

/** Where messages are: a server's channel or thread, or a direct message. */
export type Location = GuildLocation | { kind: 'direct'; channelId: string; userId: string };

export const inGuild = (guild: Guild, channel: Channel): GuildLocation => ({
  kind: 'guild',
  channelId: channel.id,
  guild,
  channel,
});

export const findLocation = (world: World, channelId: string): Location | undefined => {
  for (const guild of world.guilds) {
    const channel = guild.channels.find((one) => one.id === channelId);
    if (channel) return inGuild(guild, channel);
  }
  const direct = world.directChannels.find((one) => one.id === channelId);
  return direct ? { kind: 'direct', channelId, userId: direct.userId } : undefined;
};

/** @throws DiscordRefusal 404 code 10003 */
export const locationOf = (world: World, channelId: string): Location => {
  const location = findLocation(world, channelId);
  if (!location) throw refusals.unknownChannel();
  return location;
};

export const guildOf = (world: World, guildId: string): Guild | undefined =>
  world.guilds.find((one) => one.id === guildId);

export const personOf = (world: World, userId: string): Person | undefined =>
  world.people.find((one) => one.id === userId);

export const memberOf = (guild: Guild, userId: string): Member | undefined =>
  guild.members.find((one) => one.userId === userId);

/** In a direct message, both sides have every permission that makes sense there. */
const DIRECT_PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.MentionEveryone |
  PermissionFlagsBits.UseApplicationCommands |
  PermissionFlagsBits.ReadMessageHistory;

export const permissionsIn = (world: World, location: Location, userId: string): bigint => {
  if (location.kind === 'guild') return channelPermissions(location.guild, location.channel, userId);
  return userId === location.userId || userId === world.application.botUserId ? DIRECT_PERMISSIONS : 0n;
};

/** The largest file in bytes that the bot may post there with its own token. */
export const uploadLimitBytes = (location: Location): number => {
  const [smallest] = attachmentLimits.bytesByTier;
  if (location.kind === 'direct') return smallest;
  const { guild } = location;
  return guild.uploadLimitBytes ?? attachmentLimits.bytesByTier[guild.boostTier] ?? smallest;
};
