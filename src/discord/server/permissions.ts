import { PermissionFlagsBits } from 'discord.js';
import type { ServerFacts } from '../interactions/interaction.ts';

/** Whether the permissions include this one, as an administrator's always do. */
export function allows(permissions: bigint, permission: bigint): boolean {
  return (permissions & (permission | PermissionFlagsBits.Administrator)) !== 0n;
}

/** Managers can change the server, so they divide its budget. */
export const mayManageServer = (permissions: bigint): boolean => allows(permissions, PermissionFlagsBits.ManageGuild);

/**
 * The first permission that the bot lacks in a channel for all it promises; undefined if it lacks none. It can edit its
 * own responses without the permission to send, so most results would still arrive. But a new message, if someone
 * deleted the response, and the notice after a long wait would not, after the credits were spent. And a server that
 * denies the permission doesn't want the bot's messages there.
 */
export function missingPermission({
  appPermissions,
  parentChannelId,
}: Pick<ServerFacts, 'appPermissions' | 'parentChannelId'>): 'see' | 'send' | 'attach' | undefined {
  const { AttachFiles, SendMessages, SendMessagesInThreads, ViewChannel } = PermissionFlagsBits;
  if (!allows(appPermissions, ViewChannel)) return 'see';
  const send = parentChannelId === undefined ? SendMessages : SendMessagesInThreads;
  if (!allows(appPermissions, send)) return 'send';
  return allows(appPermissions, AttachFiles) ? undefined : 'attach';
}

const ALL_PERMISSIONS = Object.values(PermissionFlagsBits).reduce((sum, bit) => sum | bit, 0n);

interface Overwrite {
  /** The id of a role or member. */
  id: string;
  allow: bigint;
  deny: bigint;
}

/**
 * A member's permissions in a channel: the overwrites for everyone, then for all their roles together, then for the
 * member.
 * https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
export function permissionsOf(
  { guildId, memberId, roleIds }: { guildId: string; memberId: string; roleIds: readonly string[] },
  roles: readonly { id: string; permissions: bigint }[],
  overwrites: readonly Overwrite[],
): bigint {
  // The role @everyone has the server's id.
  const granted = roles
    .filter(({ id }) => id === guildId || roleIds.includes(id))
    .reduce((sum, { permissions }) => sum | permissions, 0n);
  if (allows(granted, PermissionFlagsBits.Administrator)) return ALL_PERMISSIONS;
  const steps = [[guildId], roleIds.filter((id) => id !== guildId), [memberId]];
  return steps.reduce((before, ids) => {
    const meant = overwrites.filter(({ id }) => ids.includes(id));
    const deny = meant.reduce((sum, one) => sum | one.deny, 0n);
    return (before & ~deny) | meant.reduce((sum, one) => sum | one.allow, 0n);
  }, granted);
}

/** Whether a member can see a channel. Only its own members see a private thread, and they can use Easel there. */
export function maySee(
  member: Parameters<typeof permissionsOf>[0],
  roles: Parameters<typeof permissionsOf>[1],
  { isPrivateThread, overwrites }: { isPrivateThread: boolean; overwrites: readonly Overwrite[] },
): boolean {
  return !isPrivateThread && allows(permissionsOf(member, roles, overwrites), PermissionFlagsBits.ViewChannel);
}

/** Permissions that a gallery of posts needs, and those that improve it. */
const FORUM_NEEDS = {
  view: PermissionFlagsBits.ViewChannel,
  post: PermissionFlagsBits.SendMessages,
  write: PermissionFlagsBits.SendMessagesInThreads,
  attach: PermissionFlagsBits.AttachFiles,
  read: PermissionFlagsBits.ReadMessageHistory,
} as const;
const FORUM_EXTRAS = {
  threads: PermissionFlagsBits.ManageThreads,
  channels: PermissionFlagsBits.ManageChannels,
} as const;
export type ForumNeed = keyof typeof FORUM_NEEDS;
export type ForumExtra = keyof typeof FORUM_EXTRAS;

/** The permissions that the bot lacks in a forum or media channel. */
export interface ForumLacks {
  needs: ForumNeed[];
  extras: ForumExtra[];
}

export function lackingInForum(permissions: bigint): ForumLacks {
  const missing = <Name extends string>(all: Readonly<Record<Name, bigint>>): Name[] =>
    (Object.keys(all) as Name[]).filter((name) => !allows(permissions, all[name]));
  return { needs: missing(FORUM_NEEDS), extras: missing(FORUM_EXTRAS) };
}
