import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { type SettingsTexts, wordsOf } from '../../src/discord/messages/setting-words.ts';
import type { SettingsChange } from '../../src/moderation/settings/server-settings.ts';
import type { SettingChange } from '../../src/moderation/settings/setting-changes.ts';
import { SETTINGS, type Setting, settingOf } from '../../src/moderation/settings/setting-rows.ts';
import { CHANNEL_MODES_MAX, type ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { sharedName } from '../../src/task-api/models.ts';
import type { Context } from '../support/context.ts';

/** A channel in which Easel will post. */
export interface PostingChannel {
  setting: Setting;
  channelId: string;
}

export function postingChannelsIn(changes: readonly SettingChange[]): PostingChannel[] {
  return changes.flatMap((change) => {
    const setting = settingOf(change.key);
    const isPlace = setting?.facts.kind === 'channel' && 'to' in change && typeof change.to === 'string';
    return isPlace ? [{ setting, channelId: String(change.to) }] : [];
  });
}

/**
 * The first channel that should be private but that everyone can see. A manager has to confirm it.
 * @throws MemberError if a channel isn't known to be this server's, or Discord doesn't say who can see it
 */
export async function findPublicChannel(
  guildId: string,
  chosen: readonly PostingChannel[],
  { discord: { channels, isOpenToEveryone }, texts }: Context,
): Promise<PostingChannel | undefined> {
  const words = texts.moderation.settings;
  for (const { channelId, setting } of chosen) {
    const found = await channels.find(channelId);
    if (!found) throw new MemberError(words.channelClosed(channelId));
    if (found.guildId !== guildId) throw new MemberError(words.channelElsewhere(channelId, setting.key));
    const mayBeForum = setting.facts.kind === 'channel' && setting.facts.mayBeForum;
    if (found.isForum && !mayBeForum) throw new MemberError(words.noForum(channelId));
  }
  for (const one of chosen) {
    if (one.setting.facts.kind !== 'channel' || !one.setting.facts.isPrivate) continue;
    const isOpen = await isOpenToEveryone(guildId, one.channelId);
    if (isOpen === undefined) throw new MemberError(words.audienceUnsure(one.channelId));
    if (isOpen) return one;
  }
  return undefined;
}

export interface Saving {
  guildId: string;
  byId: string;
  action: SettingsChange['action'];
  apply(before: ModerationSettings): ModerationSettings;
}

/**
 * Saves the settings, then posts in new channels what they are for. If Easel can't post in one, the change is undone.
 * Undefined if nothing changes.
 * @throws MemberError for settings that a server can't have
 */
export async function save(
  { guildId, byId, action, apply }: Saving,
  context: Context,
): Promise<{ said: string | undefined } | undefined> {
  const { moderation, texts } = context;
  const words = texts.moderation.settings;
  const { changes, undo } = await moderation.settings.change(guildId, { byId, action }, (before) => {
    const after = apply(before);
    refuseInvalid(guildId, before, after, words);
    return after;
  });
  if (changes.length === 0) return undefined;
  let said: string | undefined;
  for (const chosen of postingChannelsIn(changes)) {
    const { said: about, refused } = await checkPosting(guildId, chosen, context);
    said = about ?? said;
    if (refused === undefined) continue;
    const isTakenBack = (await moderation.settings.undo(guildId, byId, undo)) === 'done';
    throw new MemberError(isTakenBack ? refused : words.channelClosedKept(chosen.channelId));
  }
  return { said };
}

/** The role @everyone has the server's id. @throws MemberError for settings that a server can't have */
export function refuseInvalid(
  guildId: string,
  before: ModerationSettings,
  after: ModerationSettings,
  texts: SettingsTexts,
): void {
  for (const { key, facts, of } of SETTINGS) {
    if (facts.kind !== 'roles' || !facts.isForSome) continue;
    const hasEveryone = (settings: ModerationSettings) => [of(settings)].flat().includes(guildId);
    if (hasEveryone(after) && !hasEveryone(before)) throw new MemberError(wordsOf(key, texts).everyone ?? '');
  }
  const { galleryChannelId, moderatorsChannelId } = after;
  const isBoth = galleryChannelId !== null && galleryChannelId === moderatorsChannelId;
  if (isBoth) throw new MemberError(texts.galleryIsModerators(galleryChannelId));
  const shared = sharedName(after.modelNames);
  if (shared !== undefined) throw new MemberError(texts.sharedName(shared));
  if (Object.keys(after.modes).length > CHANNEL_MODES_MAX) throw new MemberError(texts.tooManyModes(CHANNEL_MODES_MAX));
}

/** Checks that Easel can post in a channel. In a channel of messages, it posts what the channel is for. */
async function checkPosting(
  guildId: string,
  { channelId, setting }: PostingChannel,
  { discord: { channels, lackingInForum, postLine }, texts }: Context,
): Promise<{ said?: string; refused?: string }> {
  const words = texts.moderation.settings;
  if ((await channels.find(channelId))?.isForum) {
    const lacking = await lackingInForum(guildId, channelId);
    if (!lacking) return { said: words.greetedLater(channelId) };
    const needs = lacking.needs.map((one) => words.forumNeeds[one]);
    if (needs.length > 0) return { refused: words.forumClosed(channelId, needs.join(', ')) };
    const extras = lacking.extras.map((one) => words.forumWithout[one](channelId));
    return extras.length > 0 ? { said: extras.join('\n') } : {};
  }
  const { outcome } = await postLine({ guildId, channelId }, wordsOf(setting.key, words).hello ?? '');
  if (outcome === 'unavailable') return { said: words.greetedLater(channelId) };
  return outcome === 'done' ? {} : { refused: words.channelClosed(channelId) };
}
