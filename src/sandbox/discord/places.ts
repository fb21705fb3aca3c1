import { PermissionFlagsBits } from 'discord.js';
import { refusals } from './errors.ts';
import { attachmentLimits } from './limits.ts';
import { channelPermissions } from './permissions.ts';
import type { Channel, Guild, Member, Person, World } from './world/world-schema.ts';

/** A server's channel or thread, or a direct message. */
export type Place =
  | { kind: 'guild'; channelId: string; guild: Guild; channel: Channel }
  | { kind: 'direct'; channelId: string; userId: string };

export const findPlace = (world: World, channelId: string): Place | undefined => {
  for (const guild of world.guilds) {
    const channel = guild.channels.find((one) => one.id === channelId);
    if (channel) return { kind: 'guild', channelId, guild, channel };
  }
  const direct = world.directChannels.find((one) => one.id === channelId);
  return direct ? { kind: 'direct', channelId, userId: direct.userId } : undefined;
};

/** @throws DiscordRefusal 404 code 10003 */
export const placeOf = (world: World, channelId: string): Place => {
  const place = findPlace(world, channelId);
  if (!place) throw refusals.unknownChannel();
  return place;
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

export const permissionsIn = (world: World, place: Place, userId: string): bigint => {
  if (place.kind === 'guild') return channelPermissions(place.guild, place.channel, userId);
  return userId === place.userId || userId === world.application.botUserId ? DIRECT_PERMISSIONS : 0n;
};

/** The largest file in bytes that the bot may post there with its own token. */
export const uploadLimitBytes = (guild: Guild | undefined): number =>
  guild?.uploadLimitBytes ?? attachmentLimits.bytesByTier[guild?.boostTier ?? 0] ?? attachmentLimits.bytesByTier[0];
