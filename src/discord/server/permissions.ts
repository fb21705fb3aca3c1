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

const ALL_PERMISSIONS = Object.values(PermissionFlagsBits).reduce((sum, bit) => sum | bit, 0n);

interface Overwrite {
  /** A role's or a member's. */
  id: string;
  allow: bigint;
  deny: bigint;
}

/**
 * What a member may do in a channel: everybody's overwrite first, then those of all roles together, then the member's own.
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
  if ((granted & PermissionFlagsBits.Administrator) !== 0n) return ALL_PERMISSIONS;
  const steps = [[guildId], roleIds.filter((id) => id !== guildId), [memberId]];
  return steps.reduce((before, ids) => {
    const meant = overwrites.filter(({ id }) => ids.includes(id));
    const deny = meant.reduce((sum, one) => sum | one.deny, 0n);
    return (before & ~deny) | meant.reduce((sum, one) => sum | one.allow, 0n);
  }, granted);
}

/** What a gallery of posts needs, and what it does better with. */
const FORUM_NEEDS = {
  view: PermissionFlagsBits.ViewChannel,
  post: PermissionFlagsBits.SendMessages,
  write: PermissionFlagsBits.SendMessagesInThreads,
  attach: PermissionFlagsBits.AttachFiles,
  read: PermissionFlagsBits.ReadMessageHistory,
} as const;
const FORUM_WISHES = {
  threads: PermissionFlagsBits.ManageThreads,
  channels: PermissionFlagsBits.ManageChannels,
} as const;
export type ForumNeed = keyof typeof FORUM_NEEDS;
export type ForumWish = keyof typeof FORUM_WISHES;

/** What the bot lacks in a forum or media channel. */
export interface ForumLacks {
  needs: ForumNeed[];
  wishes: ForumWish[];
}

export function lackingInForum(permissions: bigint): ForumLacks {
  const missing = <Name extends string>(all: Readonly<Record<Name, bigint>>): Name[] =>
    (Object.keys(all) as Name[]).filter((name) => (permissions & all[name]) === 0n);
  return { needs: missing(FORUM_NEEDS), wishes: missing(FORUM_WISHES) };
}

/** Exactly what the bot needs in a server: the invite link asks for these and no more. */
export const NEEDED_PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.AttachFiles |
  // To take a result from its own message where the service has it no longer.
  PermissionFlagsBits.ReadMessageHistory;
