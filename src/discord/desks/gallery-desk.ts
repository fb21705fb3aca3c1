import type { Jobs } from '../../jobs/jobs.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import { type GalleryCopy, type GalleryDesk, messageOfCopy } from '../../moderation/gallery/gallery.ts';
import type { CopyPlace } from '../../moderation/gallery/gallery-copy.ts';
import type { Texts } from '../../texts/en.ts';
import { postNameOf, renderComing, renderCopy, tagNamesOf, takeOutIdOf } from '../messages/gallery-message.ts';
import { type Reconciler, toBrought } from '../reconciler/reconciler.ts';
import { limitsUpTo, sendResults } from '../reconciler/send-results.ts';
import type { Board } from '../rest/board.ts';
import type { ForumPosts } from './forum-posts.ts';

export interface GalleryDeskParts {
  board: Pick<Board, 'delete' | 'read'>;
  reconciler: Pick<Reconciler, 'bring'>;
  posts: ForumPosts;
  /** Whether a gallery is a forum or media channel, as far as Discord says. */
  isForum: (channelId: string) => Promise<boolean | undefined>;
  /** What a member is called, where Discord says. */
  nameOf: (guildId: string, memberId: string) => Promise<string | undefined>;
  jobs: Pick<Jobs, 'fetchAgain'>;
  texts: Texts;
  stop: AbortSignal;
}

/** The messages and posts of galleries. */
export function createGalleryDesk(parts: GalleryDeskParts): GalleryDesk {
  const { board, posts, jobs, reconciler, texts, stop } = parts;

  /** A message or a post of its own, without the result as yet. */
  const start = async (copy: GalleryCopy, entry: HistoryEntry): Promise<CopyPlace | undefined> => {
    const { guildId, channelId, memberId, jobId, number } = copy;
    const body = renderComing(copy, entry, texts);
    if (await parts.isForum(channelId)) {
      const name = postNameOf(entry, await parts.nameOf(guildId, memberId), texts);
      const post = { name, tagNames: tagNamesOf(entry, texts), body, mark: takeOutIdOf(copy) };
      const begun = await posts.start({ guildId, channelId }, post);
      if (begun.outcome === 'done') return { messageId: begun.value, postId: begun.value };
      toBrought(begun);
      return undefined;
    }
    // The same for every try of one showing, and another for the next one.
    const brought = await reconciler.bring({ at: { guildId, channelId }, body, idempotencyKey: `${jobId}-g${number}` });
    return brought.outcome === 'there' ? { messageId: brought.message.id } : undefined;
  };

  return {
    show: async (copy, entry, placed) => {
      let place = placeOf(copy);
      const wantsStill = place ? place.postId !== undefined : (await parts.isForum(copy.channelId)) === true;
      const sending = { jobs, entry, limitsBytes: limitsUpTo(copy.uploadLimitBytes), signal: stop };
      const { outcome } = await sendResults(sending, async ({ files, links, fetched }) => {
        place ??= await start(copy, entry);
        if (!place) return { outcome: 'closed' as const };
        if (!(await placed(place))) return { outcome: 'taken out' as const };
        // Discord makes the first picture the cover of a post, and nothing of a clip.
        const still = wantsStill && files.length > 0 ? await fetched.still() : undefined;
        const uploads = still ? [still, ...files] : files;
        const body = renderCopy(copy, entry, { names: uploads.map(({ name }) => name), links }, texts);
        const at = messageOfCopy({ ...copy, ...place });
        return reconciler.bring({ at, body, files: uploads, idempotencyKey: copy.jobId });
      });
      if (outcome === 'too large') return 'closed';
      return outcome === 'there' ? 'shown' : outcome === 'gone' ? 'deleted' : outcome;
    },
    remove: async (copy) => {
      const told = { trouble: 'a copy could not be taken out of the gallery yet', about: { job: copy.jobId } };
      const removed = copy.postId
        ? await posts.remove({ guildId: copy.guildId, postId: copy.postId }, texts.moderation.gallery.buried)
        : await board.delete(copy, told);
      return toBrought(removed).outcome === 'closed' ? 'closed' : 'done';
    },
    isThere: async (copy) => (await board.read(messageOfCopy(copy))).outcome !== 'gone',
  };
}

function placeOf({ messageId, postId }: GalleryCopy): CopyPlace | undefined {
  if (messageId === undefined) return undefined;
  return { messageId, ...(postId === undefined ? {} : { postId }) };
}
