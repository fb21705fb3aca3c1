import { PermissionFlagsBits } from 'discord.js';

/** What Easel needs in a server. */
const NEEDED =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.AttachFiles |
  // To read a result's file from its own message, if the service no longer has it.
  PermissionFlagsBits.ReadMessageHistory;

/** The link with which people add the bot to their server. */
export const inviteLink = (applicationId: string, permissions = NEEDED): string =>
  `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${permissions}`;

/** The link with which a manager also lets Easel create channels in a server where it already is. */
export const channelsLink = (applicationId: string, guildId: string): string =>
  `${inviteLink(applicationId, NEEDED | PermissionFlagsBits.ManageChannels)}&guild_id=${guildId}&disable_guild_select=true`;
