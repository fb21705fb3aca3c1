import { ApplicationCommandType, PermissionFlagsBits } from 'discord.js';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { CommandDefinition } from '../../src/discord/interactions/runner.ts';
import type { MediaKind } from '../../src/task-api/models.ts';
import { type InServer, type Needs, spenderOf } from './context.ts';

/** A command as Discord knows it, with the permission that it's restricted to, if any. */
export type ManagedCommand = CommandDefinition & { default_member_permissions?: string | null | undefined };

const chatCommand = <Name extends string>(name: Name) => ({ type: ApplicationCommandType.ChatInput as const, name });
/** Commands whose permissions also apply to buttons. */
export const SETTINGS_COMMAND = {
  ...chatCommand('settings'),
  default_member_permissions: String(PermissionFlagsBits.ManageGuild),
};
/** Discord doesn't know a server's moderator roles, so at first it shows this command to members with Manage Messages. */
export const MODERATION_COMMAND = {
  ...chatCommand('moderation'),
  default_member_permissions: String(PermissionFlagsBits.ManageMessages),
};
export const GENERATE_COMMANDS = {
  image: chatCommand('image'),
  video: chatCommand('video'),
} satisfies Record<MediaKind, CommandDefinition>;

/**
 * Applies the permissions that admins set for a command in Discord to a control that does the same.
 * @returns whether admins granted this person a command that's restricted by default
 * @throws MemberError if they denied it to this person or channel, or if Discord doesn't answer. In that case a restricted
 * command doesn't throw, because the caller then checks the permission itself; neither does one with `ifUnsure` allow.
 */
export async function requireCommand(
  command: ManagedCommand,
  interaction: InServer,
  { discord: { commandAccess }, texts }: Needs<'discord' | 'texts'>,
  ifUnsure: 'allow' | 'refuse' = 'refuse',
): Promise<boolean> {
  const { applicationId, guildId, server } = interaction;
  const presser = { ...spenderOf(interaction), applicationId, guildId, permissions: server.memberPermissions };
  const access = await commandAccess(command, presser);
  const isKeptForSome = Boolean(command.default_member_permissions);
  if (access === 'denied') throw new MemberError(texts.refusals.commandDenied(command.name), 'command.denied');
  if (access === 'unknown' && !isKeptForSome && ifUnsure === 'refuse')
    throw new MemberError(texts.refusals.commandUnsure, 'command.unsure');
  return isKeptForSome && access === 'allowed';
}
