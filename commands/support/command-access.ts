import { channelIdsOf, type InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/errors.ts';
import type { CommandContext, InServer } from './context.ts';

/** What the server's admins set in Discord's own settings for this person and this command, here. */
export function accessTo(
  commandName: string,
  { applicationId, channelId, server, userId: memberId }: InServer<InteractionFacts>,
  { commandAccess }: CommandContext,
): ReturnType<CommandContext['commandAccess']['of']> {
  const { guildId, roleIds, memberPermissions: permissions } = server;
  const channelIds = channelIdsOf(channelId, server);
  return commandAccess.of(commandName, { applicationId, guildId, memberId, roleIds, channelIds, permissions });
}

/**
 * For a press that does what a command does.
 * @throws MemberError where the server's admins took that command from this person or channel, or Discord does not say.
 */
export async function needCommand(
  commandName: string,
  interaction: InServer<InteractionFacts>,
  context: CommandContext,
): Promise<void> {
  const { refusals } = context.texts;
  const access = await accessTo(commandName, interaction, context);
  if (access === 'denied') throw new MemberError(refusals.commandDenied(commandName));
  if (access === 'unknown') throw new MemberError(refusals.commandUnsure);
}
