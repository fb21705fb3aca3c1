import type { ServerFacts } from '../src/discord/interaction.ts';
import { mayManageServer } from '../src/discord/permissions.ts';
import { MemberError } from '../src/errors.ts';
import type { ModerationSettings } from '../src/moderation/settings.ts';
import type { CommandContext } from './context.ts';

/** A manager, or one of the roles that managers named: as the member is now, not as it was when a card was drawn. */
export function isModerator(server: ServerFacts, { moderatorRoleIds }: ModerationSettings): boolean {
  return mayManageServer(server.memberPermissions) || server.roleIds.some((id) => moderatorRoleIds.includes(id));
}

/** @throws MemberError for anybody else. */
export async function needModerator(server: ServerFacts, { moderation, texts }: CommandContext): Promise<void> {
  const { settings } = await moderation.settings.of(server.guildId);
  if (!isModerator(server, settings)) throw new MemberError(texts.moderation.refusals.notModerator);
}

/** @throws MemberError for anybody else. */
export function needManager(server: ServerFacts, { texts }: CommandContext): void {
  if (!mayManageServer(server.memberPermissions)) throw new MemberError(texts.moderation.refusals.notManager);
}
