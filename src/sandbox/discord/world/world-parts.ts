import { PermissionFlagsBits as P } from 'discord.js';

/** A permission bit set as Discord writes it. */
export const bits = (...flags: bigint[]): string => String(flags.reduce((sum, bit) => sum | bit, 0n));

export const everybody = bits(
  P.ViewChannel,
  P.SendMessages,
  P.SendMessagesInThreads,
  P.EmbedLinks,
  P.AttachFiles,
  P.AddReactions,
  P.ReadMessageHistory,
  P.UseApplicationCommands,
);
export const ofBot = bits(
  P.ViewChannel,
  P.SendMessages,
  P.SendMessagesInThreads,
  P.EmbedLinks,
  P.AttachFiles,
  P.ReadMessageHistory,
);
export const ofManager = bits(P.ManageGuild, P.ManageMessages);
export const ofModerator = bits(P.ManageMessages, P.ManageThreads, P.ModerateMembers);

/** Hides a channel from everyone but these roles. */
export const onlyFor = (guildId: string, ...roleIds: string[]) => [
  { id: guildId, type: 'role' as const, deny: bits(P.ViewChannel) },
  ...roleIds.map((id) => ({ id, type: 'role' as const, allow: bits(P.ViewChannel) })),
];

const JOINED_AT = Date.UTC(2026, 0, 15);
export const joined = (userId: string, ...roleIds: string[]) => ({ userId, roleIds, joinedAt: JOINED_AT });
