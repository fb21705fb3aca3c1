import type { InteractionFacts, ServerFacts } from '../../src/discord/interactions/interaction.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { accessTo, SETTINGS_COMMAND } from './command-access.ts';
import type { CommandContext, InServer } from './context.ts';

/** A manager, or one of the roles that managers named: as the member is now, not as it was when a card was drawn. */
export function isModerator(server: ServerFacts, { moderatorRoleIds }: ModerationSettings): boolean {
  return mayManageServer(server.memberPermissions) || server.roleIds.some((id) => moderatorRoleIds.includes(id));
}

/** Refuses someone who is no moderator; where managers have not chosen moderator roles, it says so. */
export function forModerators(
  refusal: string,
  { moderatorRoleIds }: ModerationSettings,
  { moderation }: CommandContext['texts'],
): MemberError {
  const hints = moderatorRoleIds.length === 0 ? [moderation.refusals.noModeratorRoles] : [];
  return new MemberError([refusal, ...hints].join(' '));
}

/** @throws MemberError for anybody else. */
export async function needModerator(server: ServerFacts, { moderation, texts }: CommandContext): Promise<void> {
  const { settings } = await moderation.settings.of(server.guildId);
  if (!isModerator(server, settings)) throw forModerators(texts.moderation.refusals.notModerator, settings, texts);
}

/**
 * Managers, and those to whom the server's admins gave `/settings` in Discord's own settings; not those from whom they took
 * it. @throws MemberError for anybody else.
 */
export async function needManager(interaction: InServer<InteractionFacts>, context: CommandContext): Promise<void> {
  const { moderation, refusals } = context.texts;
  const access = await accessTo(SETTINGS_COMMAND, interaction, context);
  if (access === 'denied') throw new MemberError(refusals.commandDenied(SETTINGS_COMMAND.name));
  if (access !== 'allowed' && !mayManageServer(interaction.server.memberPermissions)) {
    throw new MemberError(moderation.refusals.notManager);
  }
}
