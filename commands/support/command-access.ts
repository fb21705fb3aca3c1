import { ApplicationCommandType } from 'discord.js';
import type { CommandDefinition } from '../../src/discord/interactions/command.ts';
import { channelIdsOf, type InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/errors.ts';
import type { MediaKind } from '../../src/task-api/models.ts';
import type { CommandContext, InServer } from './context.ts';

const chatCommand = <Name extends string>(name: Name) => ({ type: ApplicationCommandType.ChatInput as const, name });
/** How those commands are defined that buttons look up from elsewhere. */
export const SETTINGS_COMMAND = chatCommand('settings');
export const GENERATE_COMMANDS = {
  image: chatCommand('image'),
  video: chatCommand('video'),
} satisfies Record<MediaKind, CommandDefinition>;

/** What the server's admins set in Discord's own settings for this person and this command, here. */
export function accessTo(
  command: CommandDefinition,
  { applicationId, channelId, server, userId: memberId }: InServer<InteractionFacts>,
  { commandAccess }: CommandContext,
): ReturnType<CommandContext['commandAccess']['of']> {
  const { guildId, roleIds, memberPermissions: permissions } = server;
  const channelIds = channelIdsOf(channelId, server);
  return commandAccess.of(command, { applicationId, guildId, memberId, roleIds, channelIds, permissions });
}

/**
 * For a press that does what a command does.
 * @throws MemberError where the server's admins took that command from this person or channel, or Discord does not say.
 */
export async function needCommand(
  command: CommandDefinition,
  interaction: InServer<InteractionFacts>,
  context: CommandContext,
): Promise<void> {
  const { refusals } = context.texts;
  const access = await accessTo(command, interaction, context);
  if (access === 'denied') throw new MemberError(refusals.commandDenied(command.name));
  if (access === 'unknown') throw new MemberError(refusals.commandUnsure);
}
