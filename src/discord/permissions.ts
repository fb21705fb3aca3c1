import { PermissionFlagsBits } from 'discord.js';

/** What the bot lacks in a channel to deliver a result there; nothing when it may do all it needs. */
export function lackingHere(appPermissions: bigint): 'see' | 'send' | 'attach' | undefined {
  const may = (permission: bigint): boolean =>
    (appPermissions & PermissionFlagsBits.Administrator) !== 0n || (appPermissions & permission) === permission;
  if (!may(PermissionFlagsBits.ViewChannel)) return 'see';
  if (!may(PermissionFlagsBits.SendMessages) && !may(PermissionFlagsBits.SendMessagesInThreads)) return 'send';
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

/** Exactly what the bot needs in a server: the invite link asks for these and no more. */
export const NEEDED_PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.AttachFiles;
