import type { ServerFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Texts } from '../../src/texts/en.ts';
import { type ManagedCommand, requireCommand } from './command-access.ts';
import type { Context, InServer, Needs } from './context.ts';

/**
 * `owner`: the member in the control's id. `opener`: moderators, and members whom they or the managers trust.
 * `granted`: managers, and people to whom admins grant the command in Discord.
 */
type Who = 'everyone' | 'owner' | 'opener' | 'moderator' | 'manager' | 'granted';

/**
 * Who may use a command or control; declared where it is defined.
 * @property as the command that does the same as this control, whose permissions in Discord apply here too
 * @property ifUnsure what happens if Discord doesn't tell those permissions; `refuse` if left out
 */
export type Guard = Who | { who: Who; as: ManagedCommand; ifUnsure?: 'allow' | 'refuse' };
/** By subcommand or verb. */
export type Guards = Readonly<Record<string, Guard | 'operator'>>;

/** @param ownerId the member in the control's id @throws MemberError if this person may not use it */
export async function checkGuard(
  guard: Guard,
  interaction: InServer,
  context: Context,
  ownerId: string | undefined,
): Promise<void> {
  const { server, userId } = interaction;
  const { who, as, ifUnsure } = typeof guard === 'string' ? { who: guard } : guard;
  const isGranted = as ? await requireCommand(as, interaction, context, ifUnsure) : false;
  if (who === 'manager' || (who === 'granted' && !isGranted)) requireManager(server, context);
  if (who === 'owner' && userId !== ownerId) throw new MemberError(context.texts.refusals.notYourList, 'owner');
  if (who === 'moderator') await requireModerator(server, context);
  if (who === 'opener') await requireOpener(interaction, context);
}

/** @throws MemberError for everyone except members with Manage Server */
export function requireManager({ memberPermissions }: ServerFacts, { texts }: Needs<'texts'>): void {
  if (!mayManageServer(memberPermissions)) throw new MemberError(texts.refusals.notManager, 'guard.manager');
}

/** Whether the member is a manager or has a moderator role, as of this press. */
export function isModerator(server: ServerFacts, { moderatorRoleIds }: ModerationSettings): boolean {
  return mayManageServer(server.memberPermissions) || server.roleIds.some((id) => moderatorRoleIds.includes(id));
}

/** @throws MemberError for everyone except moderators and managers */
export async function requireModerator(server: ServerFacts, { rules, texts }: Needs<'rules' | 'texts'>): Promise<void> {
  const { settings } = await rules();
  if (!isModerator(server, settings)) throw notModeratorError(texts.moderation.refusals.notModerator, settings, texts);
}

/** Whether the member may open rounds. */
export async function isOpener(
  { guildId, server, userId }: InServer,
  { moderation, rules }: Needs<'moderation' | 'rules'>,
): Promise<boolean> {
  const { settings } = await rules();
  if (isModerator(server, settings)) return true;
  if (server.roleIds.some((id) => settings.trustedRoleIds.includes(id))) return true;
  return (await moderation.members.of(guildId, userId)).trusted !== null;
}

/** @throws MemberError for members who may not open rounds */
export async function requireOpener(
  interaction: InServer,
  context: Needs<'moderation' | 'rules' | 'texts'>,
): Promise<void> {
  if (await isOpener(interaction, context)) return;
  const { settings } = await context.rules();
  throw notModeratorError(context.texts.rounds.refusals.notOpener, settings, context.texts);
}

/** Adds a hint if managers haven't chosen moderator roles. */
function notModeratorError(
  refusal: string,
  { moderatorRoleIds }: ModerationSettings,
  { moderation }: Texts,
): MemberError {
  const hints = moderatorRoleIds.length === 0 ? [moderation.refusals.noModeratorRoles] : [];
  return new MemberError([refusal, ...hints].join(' '), 'guard.moderator');
}
