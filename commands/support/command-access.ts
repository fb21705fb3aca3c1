import { ApplicationCommandType, PermissionFlagsBits } from 'discord.js';
import { channelIdsOf, type InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { CommandDefinition } from '../../src/discord/interactions/runner.ts';
import type { MediaKind } from '../../src/task-api/models.ts';
import type { CommandContext, InServer } from './context.ts';

/** A command as Discord knows it, and whether Discord keeps it for people with a permission. */
export type ManagedCommand = CommandDefinition & { default_member_permissions?: string | null | undefined };

const chatCommand = <Name extends string>(name: Name) => ({ type: ApplicationCommandType.ChatInput as const, name });
/** How those commands are defined that buttons look up from elsewhere. */
export const SETTINGS_COMMAND = {
  ...chatCommand('settings'),
  default_member_permissions: String(PermissionFlagsBits.ManageGuild),
};
export const GENERATE_COMMANDS = {
  image: chatCommand('image'),
  video: chatCommand('video'),
} satisfies Record<MediaKind, CommandDefinition>;

/**
 * For a press that does what a command does: asks what the server's admins set in Discord's own settings for this person, here.
 * @returns whether they gave a command that Discord keeps for some to this person
 * @throws MemberError where they took the command from this person or channel; where Discord does not say, unless the command
 * asks for a permission, which is looked at then.
 */
export async function needCommand(
  command: ManagedCommand,
  { applicationId, channelId, server, userId: memberId }: InServer<InteractionFacts>,
  { discord: { commandAccess }, texts }: CommandContext,
): Promise<boolean> {
  const { guildId, roleIds, memberPermissions: permissions } = server;
  const channelIds = channelIdsOf(channelId, server);
  const access = await commandAccess.of(command, {
    applicationId,
    guildId,
    memberId,
    roleIds,
    channelIds,
    permissions,
  });
  const isKeptForSome = Boolean(command.default_member_permissions);
  if (access === 'denied') throw new MemberError(texts.refusals.commandDenied(command.name));
  if (access === 'unknown' && !isKeptForSome) throw new MemberError(texts.refusals.commandUnsure);
  return isKeptForSome && access === 'allowed';
}
