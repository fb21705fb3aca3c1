import type { InteractionFacts, ServerFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { type ManagedCommand, needCommand } from './command-access.ts';
import type { CommandContext, InServer } from './context.ts';

/** `owner`: the member in the control's id. `opener`: moderators, and members whom they or the managers trust. */
type Who = 'everyone' | 'owner' | 'opener' | 'moderator' | 'manager';

/**
 * Who may use a command or control; declared where it is defined.
 * @property as the command that does the same as this control, whose permissions in Discord apply here too
 */
export type Guard = Who | { who: Who; as: ManagedCommand };
/** By subcommand or verb. */
export type Guards = Readonly<Record<string, Guard | 'operator'>>;

/** @param ownerId of the control's id. @throws MemberError for those who may not use it. */
export async function checkGuard(
  guard: Guard,
  interaction: InServer<InteractionFacts>,
  context: CommandContext,
  ownerId: string | undefined,
): Promise<void> {
  const { server, userId } = interaction;
  const { who, as } = typeof guard === 'string' ? { who: guard, as: undefined } : guard;
  if (who === 'manager') return needManager(interaction, context, as);
  if (as) await needCommand(as, interaction, context);
  if (who === 'owner' && userId !== ownerId) throw new MemberError(context.texts.refusals.notYourList);
  if (who === 'moderator') await needModerator(server, context);
  if (who === 'opener') await needOpener(interaction, context);
}

export function checkOperator({ userId }: InteractionFacts, { money: { operators }, texts }: CommandContext): void {
  if (!operators.has(userId)) throw new MemberError(texts.refusals.notOperator);
}

/**
 * Managers have Manage Server. If admins grant or deny a managers' command in Discord, that counts for the command and
 * for controls that do the same. @throws MemberError for everyone else.
 */
export async function needManager(
  interaction: InServer<InteractionFacts>,
  context: CommandContext,
  as?: ManagedCommand,
): Promise<void> {
  const isGiven = as ? await needCommand(as, interaction, context) : false;
  if (isGiven || mayManageServer(interaction.server.memberPermissions)) return;
  throw new MemberError(context.texts.refusals.notManager);
}

/** Whether the member is a manager or has a moderator role, as of this press. */
export function isModerator(server: ServerFacts, { moderatorRoleIds }: ModerationSettings): boolean {
  return mayManageServer(server.memberPermissions) || server.roleIds.some((id) => moderatorRoleIds.includes(id));
}

/** @throws MemberError for everyone else. */
export async function needModerator(server: ServerFacts, { rules, texts }: CommandContext): Promise<void> {
  const { settings } = await rules();
  if (!isModerator(server, settings)) throw forModerators(texts.moderation.refusals.notModerator, settings, texts);
}

async function needOpener(
  { server, userId }: InServer<InteractionFacts>,
  { moderation, rules, texts }: CommandContext,
): Promise<void> {
  const { settings } = await rules();
  if (isModerator(server, settings)) return;
  if (server.roleIds.some((id) => settings.trustedRoleIds.includes(id))) return;
  const { trusted } = await moderation.members.of(server.guildId, userId);
  if (!trusted) throw forModerators(texts.rounds.refusals.notOpener, settings, texts);
}

/** Adds a hint if managers haven't chosen moderator roles. */
function forModerators(
  refusal: string,
  { moderatorRoleIds }: ModerationSettings,
  { moderation }: CommandContext['texts'],
): MemberError {
  const hints = moderatorRoleIds.length === 0 ? [moderation.refusals.noModeratorRoles] : [];
  return new MemberError([refusal, ...hints].join(' '));
}
