import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { MemberError } from '../../src/errors.ts';
import type { HistoryEntry } from '../../src/jobs/records/history.ts';
import type { Showing } from '../../src/moderation/gallery/gallery.ts';
import { isRefusedBy } from '../../src/moderation/gallery/gallery-rules.ts';
import { isHiddenOrRemoved } from '../../src/moderation/reports/report-record.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { isModerator } from '../support/moderators.ts';

type Presser = InServer<InteractionFacts>;

/**
 * A result as it is to be shown in the gallery: all is looked at as it is at the press.
 * @throws MemberError where it may not be shown there, or not by this member.
 */
export async function showingOf(
  interaction: Presser,
  { jobId, memberId }: { jobId: string; memberId: string },
  context: CommandContext,
): Promise<Showing> {
  const { moderation, texts } = context;
  const { server, userId: byId } = interaction;
  const { guildId, uploadLimitBytes } = server;
  const { settings } = await moderation.settings.of(guildId);
  const words = texts.moderation.gallery;
  const { galleryChannelId } = settings;
  if (galleryChannelId === null) throw new MemberError(words.noGallery);
  if (byId !== memberId && !isModerator(server, settings)) throw new MemberError(words.notYours);
  await refuseStanding(interaction, context);
  const entry = await presentable(guildId, jobId, memberId, context);
  const ageRestricted = await refuseForPlace(interaction, entry, galleryChannelId, context);
  const { channelId, messageId } = entry;
  const source = { channelId, ...(messageId === undefined ? {} : { messageId }) };
  return { guildId, jobId, memberId, source, channelId: galleryChannelId, ageRestricted, uploadLimitBytes, byId };
}

/** As it binds requests: nobody while the server is paused, and nobody who is timed out. */
async function refuseStanding(
  { server, userId }: Presser,
  { clock, moderation, texts }: CommandContext,
): Promise<void> {
  const { pause } = await moderation.settings.of(server.guildId);
  if (pause !== null) throw new MemberError(refusalWords({ reason: 'paused' }, texts));
  const { timeout } = await moderation.members.of(server.guildId, userId);
  if (timeout && timeout.untilMs > clock.now()) {
    throw new MemberError(refusalWords({ reason: 'timed out', ...timeout }, texts));
  }
}

/** A result that is there for everybody to see. */
async function presentable(
  guildId: string,
  jobId: string,
  memberId: string,
  { history, jobs, moderation, texts }: CommandContext,
): Promise<HistoryEntry> {
  const words = texts.moderation.gallery;
  if (await jobs.find(jobId)) throw new MemberError(texts.refusals.notDone);
  const entry = await history.find(guildId, memberId, jobId);
  const request = await moderation.requests.find(jobId);
  // Just published, it is still in the moderators' channel for a moment.
  if (request?.result && (request.phase !== 'published' || entry?.messageId === request.result.messageId)) {
    throw new MemberError(words.notPublished);
  }
  if (isHiddenOrRemoved(await moderation.reports.find(guildId, jobId))) throw new MemberError(words.hidden);
  if (!entry) throw new MemberError(texts.refusals.jobGone);
  if (!entry.tasks.some(({ state }) => state === 'delivered')) throw new MemberError(words.nothingMade);
  return entry;
}

/**
 * What may be seen in one channel need not be fit for the gallery; where Discord does not say, the stricter rules bind.
 * @returns whether the gallery is age-restricted.
 */
async function refuseForPlace(
  { channelId, server }: Presser,
  { channelId: sourceId, request }: HistoryEntry,
  galleryId: string,
  { isChannelAgeRestricted, moderation, texts }: CommandContext,
): Promise<boolean> {
  const words = texts.moderation.gallery;
  const isHere = sourceId === channelId ? server.isAgeRestricted : undefined;
  const [isSourceRestricted = true, isGalleryRestricted = false] = await Promise.all([
    isHere ?? isChannelAgeRestricted(sourceId),
    isChannelAgeRestricted(galleryId),
  ]);
  if (isSourceRestricted && !isGalleryRestricted) throw new MemberError(words.ageRestricted(galleryId));
  const rules = await moderation.settings.of(server.guildId);
  if (isRefusedBy(rules.words, request.prompt, isGalleryRestricted)) throw new MemberError(words.words(galleryId));
  return isGalleryRestricted;
}
