import { PermissionFlagsBits } from 'discord.js';
import type { ServerFacts } from '../interactions/interaction.ts';

/**
 * What the bot lacks in a channel to keep its promises there; nothing when it may do all it needs. Editing its own answer
 * needs no right to write, so most results would arrive without it. But where somebody deleted the answer the result needs
 * a new message, and after a long wait a reply tells its member that it is done: without the right both would be left out,
 * after the credits were spent. And whoever took it from the bot does not want its messages there.
 */
export function lackingHere({
  appPermissions,
  parentChannelId,
}: Pick<ServerFacts, 'appPermissions' | 'parentChannelId'>): 'see' | 'send' | 'attach' | undefined {
  const may = (permission: bigint): boolean =>
    (appPermissions & PermissionFlagsBits.Administrator) !== 0n || (appPermissions & permission) === permission;
  const isThread = parentChannelId !== undefined;
  if (!may(PermissionFlagsBits.ViewChannel)) return 'see';
  if (!may(isThread ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages)) return 'send';
  if (!may(PermissionFlagsBits.AttachFiles)) return 'attach';
  return undefined;
}

export function mayManageMessages(memberPermissions: bigint): boolean {
  return (memberPermissions & (PermissionFlagsBits.ManageMessages | PermissionFlagsBits.Administrator)) !== 0n;
}

/** Managers: who may change the server itself divides its budget. */
export function mayManageServer(memberPermissions: bigint): boolean {
  return (memberPermissions & (PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator)) !== 0n;
}

/** Whether a role alone lets its members view a channel, by what the server grants it and what the channel sets for it. */
export function mayViewChannel(granted: bigint, overwrite: { allow: bigint; deny: bigint } | undefined): boolean {
  const { Administrator, ViewChannel } = PermissionFlagsBits;
  if ((granted & Administrator) !== 0n) return true;
  const { allow, deny } = overwrite ?? { allow: 0n, deny: 0n };
  return (((granted & ~deny) | allow) & ViewChannel) !== 0n;
}

/** Exactly what the bot needs in a server: the invite link asks for these and no more. */
export const NEEDED_PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.AttachFiles |
  // To take a result from its own message where the service has it no longer.
  PermissionFlagsBits.ReadMessageHistory;
