import { PermissionFlagsBits } from 'discord.js';
import { allows } from './permissions.ts';

/**
 * The command permissions that a server's admins set in Discord (Server Settings, Integrations), applied to one person:
 * https://discord.com/developers/docs/interactions/application-commands#permissions
 */

export interface CommandRule {
  target: 'role' | 'member' | 'channel';
  id: string;
  isAllowed: boolean;
}

/** The rules of one command, and those of the whole application, which apply if the command has none. */
export interface CommandRules {
  own: readonly CommandRule[];
  ofApplication: readonly CommandRule[];
}

export interface Presser {
  guildId: string;
  memberId: string;
  roleIds: readonly string[];
  /** The channel and, for a thread, its parent channel. */
  channelIds: readonly string[];
  permissions: bigint;
}

/** `default` if no rule applies to the person; then the command's own requirements count. */
export type CommandAccess = 'allowed' | 'denied' | 'default';

export function accessBy({ own, ofApplication }: CommandRules, presser: Presser): CommandAccess {
  if (allows(presser.permissions, PermissionFlagsBits.Administrator)) return 'allowed';
  const inChannel = channelRule(own, presser) ?? channelRule(ofApplication, presser) ?? true;
  if (!inChannel) return 'denied';
  const byCommand = personRule(own, presser);
  if (byCommand !== undefined) return byCommand ? 'allowed' : 'denied';
  // Permission to use the application doesn't override a command's own requirements.
  return personRule(ofApplication, presser) === false ? 'denied' : 'default';
}

/** Discord's id for all channels of a server. */
function allChannelsOf(guildId: string): string {
  return String(BigInt(guildId) - 1n);
}

function channelRule(rules: readonly CommandRule[], { guildId, channelIds }: Presser): boolean | undefined {
  const ofChannels = rules.filter(({ target }) => target === 'channel');
  const named = ofChannels.find(({ id }) => channelIds.includes(id));
  return (named ?? ofChannels.find(({ id }) => id === allChannelsOf(guildId)))?.isAllowed;
}

/** A rule for the member comes first, then their roles (one that allows is enough), then everyone. */
function personRule(rules: readonly CommandRule[], { guildId, memberId, roleIds }: Presser): boolean | undefined {
  const ofMember = rules.find(({ target, id }) => target === 'member' && id === memberId);
  if (ofMember) return ofMember.isAllowed;
  const ofRoles = rules.filter(({ target }) => target === 'role');
  const held = ofRoles.filter(({ id }) => roleIds.includes(id));
  if (held.length > 0) return held.some(({ isAllowed }) => isAllowed);
  return ofRoles.find(({ id }) => id === guildId)?.isAllowed;
}
