import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { SETUP_CHANNELS, type SetupChannel } from '../../src/discord/server/setup-guesses.ts';
import { changesBetween } from '../../src/moderation/settings/setting-changes.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { type ChosenChannel, type SetupChoice, withSetup } from '../../src/moderation/settings/setup.ts';
import { findPublicChannel, postingChannelsIn, refuseInvalid, save } from '../settings/saving.ts';
import type { Context, Needs } from '../support/context.ts';

/** Applies what a manager chose, as one change of settings. @returns what Easel noticed about the new channels */
export async function applySetup(
  guildId: string,
  byId: string,
  choice: SetupChoice,
  context: Context,
): Promise<string | undefined> {
  const { moderation, texts } = context;
  const { settings } = await moderation.settings.of(guildId);
  await refuseUnusable(guildId, settings, choice, context);
  const createdIds: string[] = [];
  const existing = async (kind: SetupChannel, channelId: ChosenChannel, roleIds: readonly string[]) => {
    if (channelId !== 'new') return channelId;
    const createdId = await createChannel(guildId, kind, roleIds, context);
    createdIds.push(createdId);
    return createdId;
  };
  try {
    const moderatorsChannelId = await existing('moderators', choice.moderatorsChannelId, choice.moderatorRoleIds);
    const galleryChannelId = await existing('gallery', choice.galleryChannelId, []);
    const apply = (before: ModerationSettings) =>
      withSetup(before, { ...choice, moderatorsChannelId, galleryChannelId });
    return (await save({ guildId, byId, action: 'settings changed', apply }, context))?.said;
  } catch (error) {
    if (createdIds.length === 0 || !(error instanceof MemberError)) throw error;
    throw new MemberError(texts.setup.created(createdIds, error.message));
  }
}

/** A second *Start* finds the channel that the first one created. @throws MemberError if Discord refuses it */
async function createChannel(
  guildId: string,
  kind: SetupChannel,
  roleIds: readonly string[],
  { discord, texts }: Needs<'discord' | 'texts'>,
): Promise<string> {
  const channelId = await discord.createSetupChannel(guildId, kind, roleIds);
  if (channelId === undefined) throw new MemberError(texts.setup.notCreated(SETUP_CHANNELS[kind]));
  return channelId;
}

/** @throws MemberError if everyone can see the moderators' channel, or a role or channel can't be used */
export async function refuseUnusable(
  guildId: string,
  settings: ModerationSettings,
  choice: SetupChoice,
  context: Context,
): Promise<void> {
  const wanted = withSetup(settings, choice);
  refuseInvalid(guildId, settings, wanted, context.texts.moderation.settings);
  const chosen = postingChannelsIn(changesBetween(settings, wanted));
  const open = await findPublicChannel(guildId, chosen, context);
  if (open) throw new MemberError(context.texts.setup.publicChannel(open.channelId));
}
