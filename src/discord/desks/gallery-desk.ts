import { CAUTIOUS_LIMIT_BYTES } from '../../jobs/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import { type GalleryCopy, type GalleryDesk, messageOfCopy } from '../../moderation/gallery/gallery.ts';
import type { CopyPlace } from '../../moderation/gallery/gallery-copy.ts';
import type { Texts } from '../../texts/en.ts';
import { postNameOf, renderComing, renderCopy, tagNamesOf, takeOutIdOf } from '../messages/gallery-message.ts';
import type { Board } from '../rest/board.ts';
import type { MessageBody } from '../rest/message-body.ts';
import type { Outcome } from '../rest/outcome.ts';
import type { Upload } from '../rest/request.ts';
import type { ForumPosts } from './forum-posts.ts';

export interface GalleryDeskParts {
  board: Pick<Board, 'delete' | 'edit' | 'post' | 'read'>;
  posts: ForumPosts;
  /** Whether a gallery is a forum or media channel, as far as Discord says. */
  isForum: (channelId: string) => Promise<boolean | undefined>;
  /** What a member is called, where Discord says. */
  nameOf: (guildId: string, memberId: string) => Promise<string | undefined>;
  jobs: Pick<Jobs, 'fetchAgain'>;
  texts: Texts;
  stop: AbortSignal;
}

type Filled = Outcome<unknown>['outcome'] | 'channel gone' | 'taken out';
type Fill = (body: MessageBody, files: readonly Upload[]) => Promise<Filled>;

interface Limit {
  bytes: number;
  isLast: boolean;
}

function limitsOf({ uploadLimitBytes }: GalleryCopy): Limit[] {
  return uploadLimitBytes > CAUTIOUS_LIMIT_BYTES
    ? [
        { bytes: uploadLimitBytes, isLast: false },
        { bytes: CAUTIOUS_LIMIT_BYTES, isLast: true },
      ]
    : [{ bytes: uploadLimitBytes, isLast: true }];
}

export function createGalleryDesk(parts: GalleryDeskParts): GalleryDesk {
  const { board, posts, jobs, texts, stop } = parts;
  /** What fits goes in as files, the rest as links; where Discord takes no files of that size, it says so but at the last try. */
  const fetchAndFill = async (
    copy: GalleryCopy,
    entry: HistoryEntry,
    { limit, fill, wantsStill }: { limit: Limit; fill: Fill; wantsStill: boolean },
  ): Promise<Filled | 'lost'> => {
    const fetched = await jobs.fetchAgain(entry, limit.bytes, stop);
    try {
      const { files, links, failed } = fetched;
      if (files.length + links.length === 0) return failed > 0 ? 'unavailable' : 'lost';
      const still = wantsStill ? await fetched.still() : undefined;
      // Discord makes the first picture the cover of a post, and nothing of a clip.
      const uploads = still ? [still, ...files] : files;
      const names = uploads.map(({ name }) => name);
      const outcome = await fill(renderCopy(copy, entry, { names, links }, texts), uploads);
      if (outcome !== 'too large' || !limit.isLast) return outcome;
      const results = files.filter(({ role }) => role === 'result');
      const all = [...links, ...results.map(({ address }) => address)];
      return await fill(renderCopy(copy, entry, { names: [], links: all }, texts), []);
    } finally {
      await fetched.discard();
    }
  };

  /** A message or a post of its own, without the result as yet. */
  const begin = async (copy: GalleryCopy, entry: HistoryEntry): Promise<Outcome<CopyPlace>> => {
    const { guildId, channelId, memberId, jobId, number } = copy;
    const body = renderComing(copy, entry, texts);
    if (await parts.isForum(channelId)) {
      const name = postNameOf(entry, await parts.nameOf(guildId, memberId), texts);
      const post = { name, tagNames: tagNamesOf(entry, texts), body, mark: takeOutIdOf(copy) };
      const begun = await posts.start({ guildId, channelId }, post);
      return begun.outcome === 'done' ? { ...begun, value: { messageId: begun.value, postId: begun.value } } : begun;
    }
    // The same for every try of one showing, and another for the next one.
    const posted = await board.post(copy, body, { idempotencyKey: `${jobId}-g${number}` });
    return posted.outcome === 'done' ? { ...posted, value: { messageId: posted.value.id } } : posted;
  };

  return {
    show: async (copy, entry, placed) => {
      let place = placeOf(copy);
      const fill: Fill = async (body, files) => {
        if (!place) {
          const begun = await begin(copy, entry);
          if (begun.outcome !== 'done') return begun.outcome === 'gone' ? 'channel gone' : begun.outcome;
          place = begun.value;
        }
        if (!(await placed(place))) return 'taken out';
        return (await board.edit(messageOfCopy({ ...copy, ...place }), body, { files })).outcome;
      };
      const wantsStill = place ? place.postId !== undefined : (await parts.isForum(copy.channelId)) === true;
      for (const limit of limitsOf(copy)) {
        const outcome = await fetchAndFill(copy, entry, { limit, fill, wantsStill });
        if (outcome !== 'too large') return shownAs(outcome);
      }
      return 'unavailable';
    },
    remove: async (copy) => {
      const told = { trouble: 'a copy could not be taken out of the gallery yet', about: { job: copy.jobId } };
      const { outcome } = copy.postId
        ? await posts.remove({ guildId: copy.guildId, postId: copy.postId }, texts.moderation.gallery.buried)
        : await board.delete(copy, told);
      if (outcome === 'done' || outcome === 'gone') return 'done';
      return outcome === 'no access' ? 'closed' : 'unavailable';
    },
    isThere: async (copy) => (await board.read(messageOfCopy(copy))).outcome !== 'gone',
  };
}

function placeOf({ messageId, postId }: GalleryCopy): CopyPlace | undefined {
  if (messageId === undefined) return undefined;
  return { messageId, ...(postId === undefined ? {} : { postId }) };
}

function shownAs(outcome: Filled | 'lost'): Awaited<ReturnType<GalleryDesk['show']>> {
  switch (outcome) {
    case 'done':
      return 'shown';
    case 'gone':
      return 'deleted';
    case 'no access':
    case 'channel gone':
      return 'closed';
    case 'lost':
    case 'taken out':
      return outcome;
    default:
      return 'unavailable';
  }
}
