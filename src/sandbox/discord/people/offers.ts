import { PermissionFlagsBits } from 'discord.js';
import { InteractionContextType } from 'discord-api-types/v10';
import type { StoredCommand } from '../checks/commands.ts';
import { type GuildLocation, type Location, memberOf, permissionsIn } from '../locations.ts';
import { guildPermissions, has } from '../permissions.ts';
import type { Core } from '../state/core.ts';
import { isAgeRestricted } from '../wire/channels.ts';
import type { CommandOverride, Guild } from '../world/world-schema.ts';

/** The commands that Discord offers a person there. A server's own command hides a global one with the same name. */
export const offeredCommands = (core: Core, location: Location, userId: string): StoredCommand[] => {
  const { commands, world } = core.state;
  if (location.kind === 'direct') {
    return userId === location.userId
      ? commands.filter((one) => one.guildId === null && (one.contexts?.includes(InteractionContextType.BotDM) ?? true))
      : [];
  }
  const { guild } = location;
  const permissions = permissionsIn(world, location, userId);
  const needed = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.UseApplicationCommands;
  if (!has(permissions, needed) || !memberOf(guild, world.application.botUserId)) return [];
  const local = commands.filter((one) => one.guildId === guild.id);
  const global = commands.filter(
    (one) =>
      one.guildId === null &&
      (one.contexts?.includes(InteractionContextType.Guild) ?? true) &&
      !local.some((own) => own.name === one.name && own.type === one.type),
  );
  return [...local, ...global].filter((one) => mayUse(location, userId, permissions, one));
};

/**
 * Age-restricted commands need an age-restricted channel. Otherwise the server's settings decide, else the bot's
 * default.
 */
const mayUse = (location: GuildLocation, userId: string, permissions: bigint, command: StoredCommand): boolean => {
  const { guild, channel } = location;
  if (command.nsfw && !isAgeRestricted(guild, channel)) return false;
  if (has(guildPermissions(guild, userId), PermissionFlagsBits.Administrator)) return true;
  const own = guild.commandOverrides.filter((one) => one.command === command.name);
  const ofApplication = guild.commandOverrides.filter((one) => one.command === '*');
  const parentId = channel.thread ? channel.parentId : null;
  const channelIds = [channel.id, ...(parentId === null ? [] : [parentId])];
  if (!(channelRule(own, channelIds) ?? channelRule(ofApplication, channelIds) ?? true)) return false;
  const rule = personRule(guild, own, userId) ?? personRule(guild, ofApplication, userId);
  if (rule !== undefined) return rule;
  const wanted = command.default_member_permissions;
  if (wanted === null) return true;
  return BigInt(wanted) !== 0n && has(permissions, BigInt(wanted));
};

const channelRule = (overrides: CommandOverride[], channelIds: string[]): boolean | undefined => {
  const ofChannels = overrides.filter((one) => one.target === 'channel');
  const own = ofChannels.find((one) => channelIds.includes(one.id));
  return (own ?? ofChannels.find((one) => one.id === '*'))?.allowed;
};

/** A rule for the person beats rules for roles, which beat the rule for everyone. One role that allows is enough. */
const personRule = (guild: Guild, overrides: CommandOverride[], userId: string): boolean | undefined => {
  const own = overrides.find((one) => one.target === 'member' && one.id === userId);
  if (own) return own.allowed;
  const roleIds = memberOf(guild, userId)?.roleIds ?? [];
  const ofRoles = overrides.filter((one) => one.target === 'role');
  const held = ofRoles.filter((one) => roleIds.includes(one.id));
  if (held.length > 0) return held.some((one) => one.allowed);
  return ofRoles.find((one) => one.id === guild.id)?.allowed;
};
