import type { HistoryEntry } from '../jobs/history.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { FetchedAgain } from '../jobs/redelivery.ts';
import type { Log } from '../log.ts';
import type { GalleryCopy, GalleryDesk } from '../moderation/gallery.ts';
import type { Texts } from '../texts/en.ts';
import { renderComing, renderCopy } from './gallery-message.ts';
import type { MessageBody } from './message-body.ts';
import type { DiscordRest, Upload } from './rest.ts';
import { failureOf } from './rest-failure.ts';

/** What any server takes; the subscription of the one who showed it does not count for what the bot posts. */
const CAUTIOUS_LIMIT_BYTES = 10 * 1024 * 1024;

export interface GalleryDeskParts {
  rest: Pick<DiscordRest, 'post' | 'edit' | 'delete' | 'look'>;
  jobs: Pick<Jobs, 'fetchAgain'>;
  log: Log;
  texts: Texts;
  stop: AbortSignal;
}

type Failure = 'closed' | 'gone' | 'unavailable' | 'too large';

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

  /** Into the copy's message, which is posted first where there is none. */
  const fillOf =
    (copy: GalleryCopy, entry: HistoryEntry, placed: (messageId: string) => Promise<boolean>) =>
    async (body: MessageBody, files: readonly Upload[]): Promise<'done' | 'taken out' | Failure> => {
      const posted = copy.messageId === undefined ? await post(copy, entry) : { messageId: copy.messageId };
      // The channel is gone.
      if (typeof posted === 'string') return posted === 'gone' ? 'closed' : posted;
      if (!(await placed(posted.messageId))) return 'taken out';
      const at = { channelId: copy.channelId, messageId: posted.messageId };
      return tried(rest.edit(at, body, files, { signal: stop }));
    };
  type Fill = ReturnType<typeof fillOf>;

  const fillWithin = async (limitBytes: number, copy: GalleryCopy, entry: HistoryEntry, fill: Fill) => {
    const fetched = await jobs.fetchAgain(entry, limitBytes);
    try {
      const { files, links, failed } = fetched;
      if (files.length + links.length === 0) return failed > 0 ? 'unavailable' : 'lost';
      const names = files.map(({ name }) => name);
      const outcome = await fill(renderCopy(copy, entry, { names, links }, texts), files);
      if (outcome !== 'too large' || limitBytes > CAUTIOUS_LIMIT_BYTES) return outcome;
      const all = [...links, ...files.filter(({ role }) => role === 'result').map(({ address }) => address)];
      return await fill(renderCopy(copy, entry, { names: [], links: all }, texts), []);
    } finally {
      await fetched.discard();
    }
  };

  return {
    show: async (copy, entry, placed) => {
      let at = copy;
      const fill: Fill = (body, files) =>
        fillOf(at, entry, (messageId) => {
          at = { ...copy, messageId };
          return placed(messageId);
        })(body, files);
      let outcome: Awaited<ReturnType<typeof fillWithin>> = 'too large';
      for (const limitBytes of new Set([copy.uploadLimitBytes, CAUTIOUS_LIMIT_BYTES])) {
        if (outcome === 'too large') outcome = await fillWithin(limitBytes, copy, entry, fill);
      }
      switch (outcome) {
        case 'done':
          return 'shown';
        case 'gone':
          return 'deleted';
        case 'too large':
          return 'unavailable';
        default:
          return outcome;
      }
    },
    remove: async ({ guildId, channelId, messageId, jobId }) => {
      if (messageId === undefined) return 'done';
      const outcome = await tried(rest.delete({ channelId, messageId }));
      if (outcome === 'done' || outcome === 'gone') return 'done';
      log.warn({ job: jobId, server: guildId, kind: outcome }, 'a copy could not be taken out of the gallery yet');
      return outcome === 'closed' ? 'closed' : 'unavailable';
    },
    isThere: async ({ channelId, messageId }) =>
      messageId !== undefined && (await tried(rest.look({ channelId, messageId }, { signal: stop }))) !== 'gone',
  };
}
