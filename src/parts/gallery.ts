import { createGalleryMessages } from '../discord/reconciler/gallery-messages.ts';
import { saidIn } from '../discord/rest/lookup.ts';
import { type BestWorksParts, bestWorksCollection, createBestWorks } from '../moderation/gallery/best-works.ts';
import { createAddByStars } from '../moderation/gallery/by-stars.ts';
import { galleryCollection } from '../moderation/gallery/gallery-copy.ts';
import type { Moderation } from '../moderation/moderation.ts';
import type { Store } from '../store/store.ts';
import type { Base } from './base.ts';
import type { Discord } from './discord.ts';
import type { Making } from './making.ts';

interface Needs {
  discord: Discord;
  making: Making;
}

export const galleryRecords = (store: Store) => store.collection(galleryCollection);

/** Messages and forum posts of galleries. */
export function openGalleryMessages(base: Base, { discord, making: { jobs, stars } }: Needs) {
  const { ask, channels, rest } = discord;
  return createGalleryMessages({
    ...base,
    ...discord,
    jobs,
    starsOf: stars.countOf,
    isForum: async (channelId) => (await channels.find(channelId))?.isForum,
    nameOf: async (guildId, memberId) =>
      saidIn(await ask(rest.memberName, 'Discord did not say what a member is called', guildId, memberId)),
  });
}

/**
 * Adds works to the gallery when enough members starred them. A failure is logged, and the work's next star tries
 * again.
 */
export function listenForStars(
  { log, closing }: Base,
  { discord: { preferences }, making: { starred } }: Needs,
  moderation: Moderation,
): void {
  const bringIn = createAddByStars({
    ...moderation,
    log,
    mayStarsShow: async (guildId, memberId) => (await preferences.of(guildId, memberId)).starsMayShow !== false,
  });
  const underWay = new Set<Promise<void>>();
  starred.subscribe((star) => {
    const ended = bringIn(star)
      .catch((error: unknown) =>
        log.error({ job: star.work.jobId, err: error }, 'a starred work could not be added to the gallery'),
      )
      .finally(() => underWay.delete(ended));
    underWay.add(ended);
  });
  closing.push(() => Promise.all(underWay));
}

/** The works of a week or month with the most stars. */
export function openBestWorks(
  base: Base,
  { discord, making: { stars } }: Needs,
  { access, settings }: Moderation,
  post: BestWorksParts['post'],
) {
  const { ask, rest } = discord;
  return createBestWorks({
    ...base,
    access,
    settings,
    isClockRight: discord.isClockRightNow,
    starsOf: stars.countOf,
    copies: galleryRecords(base.store),
    collection: base.store.collection(bestWorksCollection),
    post,
    isDiscordReachable: async () => (await ask(rest.ownId, 'Discord does not answer just now')).outcome === 'done',
  });
}
