import type { InteractionFacts, ServerFacts } from '../../src/discord/interactions/interaction.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { type ManagedCommand, needCommand } from './command-access.ts';
import type { CommandContext, InServer } from './context.ts';

/** `owner`: the member in the control's id. `opener`: moderators, and members whom they or the managers trust. */
type Who = 'everyone' | 'owner' | 'opener' | 'moderator' | 'manager';

/**
 * Who may use a command or a control, as it says next to its name.
 * @property as the command that does the same as a control: what the server's admins set for it counts here, too
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
 * Managers have Manage Server. Whom the server's admins gave a command of managers is one for that command and for what does the
 * same; from whom they took a command is none. @throws MemberError for everyone else.
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

/** A manager, or one of the roles that managers named: as the member is now, not as it was when a card was drawn. */
export function isModerator(server: ServerFacts, { moderatorRoleIds }: ModerationSettings): boolean {
  return mayManageServer(server.memberPermissions) || server.roleIds.some((id) => moderatorRoleIds.includes(id));
}

/** @throws MemberError for anybody else. */
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

/** Where managers have not chosen moderator roles, it says so. */
function forModerators(
  refusal: string,
  { moderatorRoleIds }: ModerationSettings,
  { moderation }: CommandContext['texts'],
): MemberError {
  const hints = moderatorRoleIds.length === 0 ? [moderation.refusals.noModeratorRoles] : [];
  return new MemberError([refusal, ...hints].join(' '));
}
