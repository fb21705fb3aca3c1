import { PermissionFlagsBits } from 'discord.js';
import type { Channel, Guild, Overwrite } from './world/world-schema.ts';

const ALL = Object.values(PermissionFlagsBits).reduce((sum, bit) => sum | bit, 0n);

/** A member's permissions in the server, before any channel's overwrites. */
export const guildPermissions = (guild: Guild, userId: string): bigint => {
  if (guild.ownerId === userId) return ALL;
  const member = guild.members.find((one) => one.userId === userId);
  if (!member) return 0n;
  const held = guild.roles
    .filter((role) => role.id === guild.id || member.roleIds.includes(role.id))
    .reduce((sum, role) => sum | BigInt(role.permissions), 0n);
  return held & PermissionFlagsBits.Administrator ? ALL : held;
};

/** The channel whose settings apply: a thread follows its parent. */
export const rulingChannel = (guild: Guild, channel: Channel): Channel =>
  (isThread(channel) ? guild.channels.find((one) => one.id === channel.parentId) : undefined) ?? channel;

const apply = (bits: bigint, overwrites: Overwrite[]): bigint => {
  const deny = overwrites.reduce((sum, one) => sum | BigInt(one.deny), 0n);
  const allow = overwrites.reduce((sum, one) => sum | BigInt(one.allow), 0n);
  return (bits & ~deny) | allow;
};

/**
 * A member's permissions in a channel: everyone's overwrite applies first, then those of the member's roles together,
 * then the member's own.
 */
export const channelPermissions = (guild: Guild, channel: Channel, userId: string): bigint => {
  const base = guildPermissions(guild, userId);
  if (base === ALL) return ALL;
  const member = guild.members.find((one) => one.userId === userId);
  if (!member) return 0n;
  const { overwrites } = rulingChannel(guild, channel);
  const ofRoles = overwrites.filter((one) => one.type === 'role');
  const everybody = apply(
    base,
    ofRoles.filter((one) => one.id === guild.id),
  );
  const byRoles = apply(
    everybody,
    ofRoles.filter((one) => one.id !== guild.id && member.roleIds.includes(one.id)),
  );
  return apply(
    byRoles,
    overwrites.filter((one) => one.type === 'member' && one.id === userId),
  );
};

export const isThread = (channel: Channel): boolean => channel.type === 11 || channel.type === 12;

/** Channels that only take messages in their posts. */
export const isForum = (channel: Channel): boolean => channel.type === 15 || channel.type === 16;

/** The permission needed to post there or, in a forum, to start a post. */
export const postingPermission = (channel: Channel): bigint =>
  isThread(channel) ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages;

export const has = (bits: bigint, wanted: bigint): boolean => (bits & wanted) === wanted;
