import { PermissionFlagsBits } from 'discord.js';

/**
 * What a server's admins set for commands in Discord's own settings (Server Settings, Integrations), and what that means
 * for one person: https://discord.com/developers/docs/interactions/application-commands#permissions
 */

export interface CommandRule {
  target: 'role' | 'member' | 'channel';
  id: string;
  isAllowed: boolean;
}

/** The rules of one command, and those of the whole application, which count where the command has none of its own. */
export interface CommandRules {
  own: readonly CommandRule[];
  ofApplication: readonly CommandRule[];
}

export interface Presser {
  guildId: string;
  memberId: string;
  roleIds: readonly string[];
  /** The channel and, for a thread, the one that it belongs to. */
  channelIds: readonly string[];
  permissions: bigint;
}

/** `default` where nothing was set for this person: then what the command itself asks for counts. */
export type CommandAccess = 'allowed' | 'denied' | 'default';

export function accessBy({ own, ofApplication }: CommandRules, presser: Presser): CommandAccess {
  if ((presser.permissions & PermissionFlagsBits.Administrator) !== 0n) return 'allowed';
  const inChannel = channelRule(own, presser) ?? channelRule(ofApplication, presser) ?? true;
  if (!inChannel) return 'denied';
  const byCommand = personRule(own, presser);
  if (byCommand !== undefined) return byCommand ? 'allowed' : 'denied';
  // That the whole application may be used lifts no command's own demands.
  return personRule(ofApplication, presser) === false ? 'denied' : 'default';
}

/** Discord's constant for all channels of a server. */
function allChannelsOf(guildId: string): string {
  return String(BigInt(guildId) - 1n);
}

function channelRule(rules: readonly CommandRule[], { guildId, channelIds }: Presser): boolean | undefined {
  const ofChannels = rules.filter(({ target }) => target === 'channel');
  const named = ofChannels.find(({ id }) => channelIds.includes(id));
  return (named ?? ofChannels.find(({ id }) => id === allChannelsOf(guildId)))?.isAllowed;
}

/** One for the person beats those for roles; of those one that allows is enough; then the one for everybody. */
function personRule(rules: readonly CommandRule[], { guildId, memberId, roleIds }: Presser): boolean | undefined {
  const ofMember = rules.find(({ target, id }) => target === 'member' && id === memberId);
  if (ofMember) return ofMember.isAllowed;
  const ofRoles = rules.filter(({ target }) => target === 'role');
  const held = ofRoles.filter(({ id }) => roleIds.includes(id));
  if (held.length > 0) return held.some(({ isAllowed }) => isAllowed);
  return ofRoles.find(({ id }) => id === guildId)?.isAllowed;
}
