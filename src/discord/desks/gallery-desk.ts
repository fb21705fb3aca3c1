import type { Jobs } from '../../jobs/jobs.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import type { Log } from '../../log.ts';
import type { GalleryCopy, GalleryDesk } from '../../moderation/gallery/gallery.ts';
import type { Texts } from '../../texts/en.ts';
import { renderComing, renderCopy } from '../messages/gallery-message.ts';
import type { MessageBody } from '../rest/message-body.ts';
import type { DiscordRest, Upload } from '../rest/rest.ts';
import { failureOf } from '../rest/rest-failure.ts';

/** What any server takes; the subscription of the one who showed it does not count for what the bot posts. */
const CAUTIOUS_LIMIT_BYTES = 10 * 1024 * 1024;

export interface GalleryDeskParts {
  rest: Pick<DiscordRest, 'post' | 'edit' | 'delete' | 'message'>;
  jobs: Pick<Jobs, 'fetchAgain'>;
  log: Log;
  texts: Texts;
  stop: AbortSignal;
}

type Failure = 'closed' | 'gone' | 'unavailable' | 'too large';
type Fill = (body: MessageBody, files: readonly Upload[]) => Promise<'done' | 'taken out' | Failure>;

const OUTCOMES = {
  done: 'shown',
  gone: 'deleted',
  'taken out': 'taken out',
  closed: 'closed',
  lost: 'lost',
  unavailable: 'unavailable',
} as const;

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

export function createGalleryDesk({ rest, jobs, log, texts, stop }: GalleryDeskParts): GalleryDesk {
  /** @throws what is a bug of ours, and the reason of a stop */
  const meaningOf = (error: unknown): Failure => {
    stop.throwIfAborted();
    const { kind } = failureOf(error);
    if (kind === 'gone' || kind === 'unavailable' || kind === 'too large') return kind;
    if (kind === 'no access') return 'closed';
    throw error;
  };
  const tried = (work: Promise<unknown>): Promise<'done' | Failure> => work.then(() => 'done' as const, meaningOf);

  const post = async (copy: GalleryCopy, entry: HistoryEntry): Promise<{ messageId: string } | Failure> => {
    const { channelId, jobId, number } = copy;
    // The same for every try of one showing, and another for the next one.
    const options = { signal: stop, nonce: `${jobId}-g${number}` };
    try {
      return { messageId: (await rest.post(channelId, renderComing(copy, entry, texts), [], options)).id };
    } catch (error) {
      return meaningOf(error);
    }
  };

  /** What fits goes in as files, the rest as links; where Discord takes no files of that size, it says so but at the last try. */
  const fetchAndFill = async (
    copy: GalleryCopy,
    entry: HistoryEntry,
    limit: Limit,
    fill: Fill,
  ): Promise<keyof typeof OUTCOMES | 'too large'> => {
    const fetched = await jobs.fetchAgain(entry, limit.bytes, stop);
    try {
      const { files, links, failed } = fetched;
      if (files.length + links.length === 0) return failed > 0 ? 'unavailable' : 'lost';
      const names = files.map(({ name }) => name);
      const outcome = await fill(renderCopy(copy, entry, { names, links }, texts), files);
      if (outcome !== 'too large' || !limit.isLast) return outcome;
      const results = files.filter(({ role }) => role === 'result');
      const all = [...links, ...results.map(({ address }) => address)];
      return await fill(renderCopy(copy, entry, { names: [], links: all }, texts), []);
    } finally {
      await fetched.discard();
    }
  };

  return {
    show: async (copy, entry, placed) => {
      let { messageId } = copy;
      const fill: Fill = async (body, files) => {
        if (messageId === undefined) {
          const posted = await post(copy, entry);
          // What is gone is the channel.
          if (typeof posted === 'string') return posted === 'gone' ? 'closed' : posted;
          messageId = posted.messageId;
        }
        if (!(await placed(messageId))) return 'taken out';
        return tried(rest.edit({ channelId: copy.channelId, messageId }, body, files, { signal: stop }));
      };
      for (const limit of limitsOf(copy)) {
        const outcome = await fetchAndFill(copy, entry, limit, fill);
        if (outcome !== 'too large') return OUTCOMES[outcome];
      }
      return 'unavailable';
    },
    remove: async ({ guildId, channelId, messageId, jobId }) => {
      if (messageId === undefined) return 'done';
      const outcome = await tried(rest.delete({ channelId, messageId }));
      if (outcome === 'done' || outcome === 'gone') return 'done';
      log.warn({ job: jobId, server: guildId, kind: outcome }, 'a copy could not be taken out of the gallery yet');
      return outcome === 'closed' ? 'closed' : 'unavailable';
    },
    isThere: async ({ channelId, messageId }) =>
      messageId !== undefined && (await tried(rest.message({ channelId, messageId }, { signal: stop }))) !== 'gone',
  };
}
