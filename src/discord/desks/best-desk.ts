import { messageOfCopy } from '../../moderation/gallery/gallery.ts';
import type { MonthsBestParts, Ranked } from '../../moderation/gallery/months-best.ts';
import type { Texts } from '../../texts/en.ts';
import { textDisplay } from '../messages/components.ts';
import { messageUrl } from '../messages/links.ts';
import { asPosted, type Board } from '../rest/board.ts';
import { messageBody } from '../rest/message-body.ts';
import type { ForumPosts } from './forum-posts.ts';

export interface BestDeskParts {
  board: Pick<Board, 'post'>;
  posts: Pick<ForumPosts, 'start'>;
  /** Whether a gallery is a forum or media channel, as far as Discord says. */
  isForum: (channelId: string) => Promise<boolean | undefined>;
  texts: Texts;
}

/** Posts the best works of a month: a message, or a post, with links to them. It pings nobody. */
export function createBestDesk({ board, posts, isForum, texts }: BestDeskParts): MonthsBestParts['post'] {
  const words = texts.moderation.gallery.best;
  return async ({ guildId, channelId, month }, best) => {
    const name = words.title(Date.parse(`${month}-01`));
    const lines = best.map((one) => lineOf(one, best, words));
    const body = messageBody([textDisplay([`### ${name}`, ...lines].join('\n'))]);
    if (await isForum(channelId)) {
      const begun = await posts.start({ guildId, channelId }, { name, tagNames: [words.tag], body, mark: undefined });
      return begun.outcome === 'done' ? 'posted' : begun.outcome === 'unavailable' ? 'unavailable' : 'no access';
    }
    const posted = asPosted(await board.post({ guildId, channelId }, body, { idempotencyKey: `best-${month}` }));
    return typeof posted === 'string' ? posted : 'posted';
  };
}

/** Who has as many stars has the same place. */
function lineOf(
  { copy, stars }: Ranked,
  all: readonly Ranked[],
  words: Texts['moderation']['gallery']['best'],
): string {
  const place = 1 + all.filter((one) => one.stars > stars).length;
  const { channelId, messageId = '' } = messageOfCopy(copy);
  return words.line(place, copy.memberId, stars, messageUrl(copy.guildId, channelId, messageId));
}
