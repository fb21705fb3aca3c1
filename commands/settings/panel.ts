import { PermissionFlagsBits } from 'discord.js';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { allows, mayManageServer } from '../../src/discord/server/permissions.ts';
import type { SettingsPage } from '../../src/moderation/settings/setting-kinds.ts';
import { MODERATION_COMMAND } from '../support/command-access.ts';
import type { Context, InServer, Needs } from '../support/context.ts';
import { renderPanel, roleIdsIn, settingsOn } from './view.ts';

/** One page of the settings panel, as it is now. @param said what the last press did */
export async function loadPanel(
  page: SettingsPage,
  interaction: InServer,
  context: Context,
  said?: string,
): Promise<MessageBody> {
  const { guildId, server, userId: memberId } = interaction;
  const isManager = mayManageServer(server.memberPermissions);
  const state = await context.moderation.settings.of(guildId);
  const showsModerators = page === 'start' || page === 'moderators';
  const unseenByRoleIds = showsModerators
    ? await rolesWithoutModeration(state.settings.moderatorRoleIds, interaction, context)
    : [];
  const goneRoleIds = await rolesThatAreGone(roleIdsIn(settingsOn(page), state.settings), guildId, context);
  const { settings: texts } = context.texts.moderation;
  return renderPanel({ ...state, page, said, memberId, isManager, unseenByRoleIds, goneRoleIds, texts });
}

/** None if Discord doesn't say in time. */
async function rolesThatAreGone(
  roleIds: readonly string[],
  guildId: string,
  { discord }: Needs<'discord'>,
): Promise<string[]> {
  const roles = roleIds.length === 0 ? undefined : await discord.rolesOf(guildId);
  return roles ? roleIds.filter((roleId) => !roles.some(({ id }) => id === roleId)) : [];
}

/** Moderator roles to which Discord doesn't show `/moderation`. None if Discord doesn't say in time. */
export async function rolesWithoutModeration(
  roleIds: readonly string[],
  { applicationId, guildId }: InServer,
  { discord }: Needs<'discord'>,
): Promise<string[]> {
  const roles = roleIds.length === 0 ? undefined : await discord.rolesOf(guildId);
  if (!roles) return [];
  const everyones = roles.find(({ id }) => id === guildId)?.permissions ?? 0n;
  const unseen = await Promise.all(
    roles.map(async ({ id, permissions: own }) => {
      if (!roleIds.includes(id)) return [];
      const permissions = own | everyones;
      const holder = { applicationId, guildId, memberId: '', roleIds: [id], channelIds: [], permissions };
      const access = await discord.commandAccess(MODERATION_COMMAND, holder);
      const isSeen =
        access === 'default' ? allows(permissions, PermissionFlagsBits.ManageMessages) : access !== 'denied';
      return isSeen ? [] : [id];
    }),
  );
  return unseen.flat();
}
