import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { MemberError } from '../../src/errors.ts';
import type { Showing } from '../../src/moderation/gallery/gallery.ts';
import type { ShowRefusal } from '../../src/moderation/gallery/showing-rules.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { isModerator } from '../support/moderators.ts';

/**
 * A result as it is to be shown in the gallery: all is looked at as it is at the press.
 * @throws MemberError where it may not be shown there, or not by this member.
 */
export async function showingOf(
  { channelId, server, userId: byId }: InServer<InteractionFacts>,
  { jobId, memberId }: { jobId: string; memberId: string },
  { moderation, texts }: CommandContext,
): Promise<Showing> {
  const { guildId, uploadLimitBytes, isAgeRestricted } = server;
  const { settings } = await moderation.settings.of(guildId);
  if (settings.galleryChannelId !== null && byId !== memberId && !isModerator(server, settings)) {
    throw new MemberError(texts.moderation.gallery.notYours);
  }
  const here = { channelId, isAgeRestricted };
  const asked = await moderation.mayShow({ guildId, jobId, memberId, byId, uploadLimitBytes, here });
  if ('refusal' in asked) throw new MemberError(wordsOf(asked.refusal, texts));
  return asked.showing;
}

function wordsOf(refusal: ShowRefusal, texts: CommandContext['texts']): string {
  const words = texts.moderation.gallery;
  switch (refusal.reason) {
    case 'paused':
    case 'timed out':
      return refusalWords(refusal, texts);
    case 'no gallery':
      return words.noGallery;
    case 'not done':
      return texts.refusals.notDone;
    case 'not published':
      return words.notPublished;
    case 'hidden':
      return words.hidden;
    case 'job gone':
      return texts.refusals.jobGone;
    case 'nothing made':
      return words.nothingMade;
    case 'age restricted':
      return words.ageRestricted(refusal.galleryId);
    case 'refused words':
      return words.words(refusal.galleryId);
  }
}
