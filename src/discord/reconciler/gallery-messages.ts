import { everyOf, periodAfter, periodStartMs } from '../../budget/periods/period.ts';
import type { EndedJob } from '../../jobs/job/job.ts';
import type { BestWorksParts, RankedCopy } from '../../moderation/gallery/best-works.ts';
import type { GalleryMessages } from '../../moderation/gallery/gallery.ts';
import { type CopyLocation, type GalleryCopy, messageOfCopy } from '../../moderation/gallery/gallery-copy.ts';
import type { Texts } from '../../texts/en.ts';
import { DAY_MS } from '../../time/clock.ts';
import { textDisplay } from '../messages/components.ts';
import {
  postNameOf,
  renderComing,
  renderCopy,
  renderHiddenCopy,
  tagNamesOf,
  takeOutIdOf,
} from '../messages/gallery-message.ts';
import { messageUrl } from '../messages/links.ts';
import { messageBody } from '../rest/message-body.ts';
import type { ForumPosts } from './forum-posts.ts';
import { type MessageParts, toBrought } from './reconciler.ts';
import { sendResults } from './send-results.ts';

export interface GalleryMessagesParts
  extends Pick<MessageParts, 'client' | 'jobs' | 'reconciler' | 'starsOf' | 'texts'> {
  posts: ForumPosts;
  /** Whether a gallery is a forum or media channel; undefined if Discord doesn't say. */
  isForum: (channelId: string) => Promise<boolean | undefined>;
  /** A member's display name; undefined if Discord doesn't say. */
  nameOf: (guildId: string, memberId: string) => Promise<string | undefined>;
  stop: AbortSignal;
}

/** The messages and posts of galleries: copies of results, and the best works of a period. */
export function createGalleryMessages(
  parts: GalleryMessagesParts,
): GalleryMessages & { postBest: BestWorksParts['post'] } {
  const { client, posts, jobs, reconciler, starsOf, texts, stop } = parts;

  const nameOf = async ({ guildId, memberId }: GalleryCopy, entry: EndedJob): Promise<string> =>
    postNameOf(entry, await parts.nameOf(guildId, memberId), texts);

  /** Posts a message, or creates a post, without the result yet. */
  const start = async (copy: GalleryCopy, entry: EndedJob, isPost: boolean): Promise<CopyLocation | undefined> => {
    const { guildId, channelId, jobId, number } = copy;
    const at = { guildId, channelId };
    const body = renderComing(copy, entry, texts);
    if (!isPost) {
      // The same for each attempt of one showing, and another for the next showing.
      const brought = await reconciler.bring({ at, body, idempotencyKey: `${jobId}-g${number}` });
      return brought.outcome === 'there' ? { messageId: brought.message.id } : undefined;
    }
    const post = { name: await nameOf(copy, entry), tagNames: tagNamesOf(entry, texts), body, mark: takeOutIdOf(copy) };
    const brought = await posts.start(at, post);
    return brought.outcome === 'there' ? { messageId: brought.message.id, postId: brought.message.id } : undefined;
  };

  return {
    show: async (copy, entry, onPosted) => {
      const { channelId, messageId, postId } = copy;
      let location: CopyLocation | undefined = messageId === undefined ? undefined : { messageId, postId };
      const isPost = location ? postId !== undefined : (await parts.isForum(channelId)) === true;
      const sending = { jobs, entry, uploadLimitBytes: copy.uploadLimitBytes, signal: stop };
      const { outcome } = await sendResults(sending, async ({ files, links, fetched }) => {
        location ??= await start(copy, entry, isPost);
        if (!location) return { outcome: 'closed' as const };
        if (!(await onPosted(location))) return { outcome: 'taken out' as const };
        // A post's cover is its first picture. Discord makes none from a clip.
        const still = isPost && files.length > 0 ? await fetched.still() : undefined;
        const uploads = still ? [still, ...files] : files;
        const shown = { names: uploads.map(({ name }) => name), links, stars: await starsOf(copy) };
        const body = renderCopy(copy, entry, shown, texts);
        const at = messageOfCopy({ ...copy, ...location });
        if (copy.phase === 'returning' && postId !== undefined)
          await posts.rename({ guildId: copy.guildId, postId }, await nameOf(copy, entry));
        return reconciler.bring({ at, body, files: uploads, idempotencyKey: copy.jobId });
      });
      return outcome === 'too large' || outcome === 'not accepted' ? 'closed' : outcome;
    },
    redraw: async (copy, entry) => {
      const at = messageOfCopy(copy);
      const read = toBrought(await client.read(at));
      const there = read.outcome === 'there' ? read.message.files : [];
      const results = entry.tasks.filter(({ state }) => state === 'delivered');
      // Where the others are linked to isn't kept.
      if (there.length < results.length) return;
      const shown = { names: there.map(({ name }) => name), there, links: [], stars: await starsOf(copy) };
      await reconciler.bring({ at, body: renderCopy(copy, entry, shown, texts), idempotencyKey: copy.jobId });
    },
    hide: async (copy) => {
      const { guildId, jobId, postId } = copy;
      const body = renderHiddenCopy(copy, texts);
      const trouble = 'a copy in the gallery could not be hidden';
      const at = messageOfCopy(copy);
      const { outcome } = await reconciler.bring({ at, body, idempotencyKey: jobId, trouble, about: { job: jobId } });
      if (postId !== undefined) await posts.rename({ guildId, postId }, texts.moderation.gallery.hidden);
      return outcome === 'there' || outcome === 'gone' ? outcome : 'closed';
    },
    remove: async (copy) => {
      const logging = { trouble: 'a copy could not be removed from the gallery', about: { job: copy.jobId } };
      const { guildId, postId } = copy;
      const removed = postId
        ? await posts.remove({ guildId, postId }, texts.moderation.gallery.buried)
        : toBrought(await client.delete(copy, logging));
      return removed.outcome !== 'closed';
    },
    exists: async (copy) => (await client.read(messageOfCopy(copy))).outcome !== 'gone',
    postBest: async ({ guildId, channelId, period }, best) => {
      const words = texts.moderation.gallery.best;
      const name = titleOfBest(period, words);
      const lines = best.map((one) => lineOf(one, best, words));
      const body = messageBody([textDisplay([`### ${name}`, ...lines].join('\n'))]);
      const at = { guildId, channelId };
      return (await parts.isForum(channelId))
        ? posts.start(at, { name, tagNames: [words.tag], body, mark: undefined })
        : reconciler.bring({ at, body, idempotencyKey: `best-${period}` });
    },
  };
}

function titleOfBest(period: string, words: Texts['moderation']['gallery']['best']): string {
  const startMs = periodStartMs(period);
  if (everyOf(period) === 'month') return words.month(startMs);
  return words.week(startMs, periodStartMs(periodAfter(period)) - DAY_MS);
}

/** Copies with equally many stars share a rank. */
function lineOf(
  { copy, stars }: RankedCopy,
  all: readonly RankedCopy[],
  words: Texts['moderation']['gallery']['best'],
): string {
  const rank = 1 + all.filter((one) => one.stars > stars).length;
  const { channelId, messageId = '' } = messageOfCopy(copy);
  return words.line(rank, copy.memberId, stars, messageUrl(copy.guildId, channelId, messageId));
}
