import { createGalleryMessages } from '../discord/reconciler/gallery-messages.ts';
import { saidIn } from '../discord/rest/lookup.ts';
import { type BestWorksParts, bestWorksCollection, createBestWorks } from '../moderation/gallery/best-works.ts';
import { createAddByStars } from '../moderation/gallery/by-stars.ts';
import type { Moderation } from '../moderation/moderation.ts';
import type { App } from './app.ts';

/** Messages and forum posts of galleries. */
export function openGalleryMessages(app: App) {
  const { ask, channels, rest, stars } = app;
  return createGalleryMessages({
    ...app,
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
export function listenForStars({ closing, log, preferences, starred }: App, moderation: Moderation): void {
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
export function openBestWorks(app: App, { access, settings }: Moderation, post: BestWorksParts['post']) {
  const { ask, rest, stars, store } = app;
  return createBestWorks({
    ...app,
    access,
    settings,
    isClockRight: app.isClockRightNow,
    starsOf: stars.countOf,
    collection: store.collection(bestWorksCollection),
    post,
    isDiscordReachable: async () => (await ask(rest.ownId, 'Discord does not answer just now')).outcome === 'done',
  });
}
