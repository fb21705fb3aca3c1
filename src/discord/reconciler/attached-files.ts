import { attachedFilesOf, isPictureFile } from '../../jobs/job/job.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import { type Clock, isWithinLast } from '../../time/clock.ts';
import { saidIn } from '../rest/asking.ts';
import type { MessageRef, ShownMessage } from '../rest/message.ts';
import type { MessageClient } from '../rest/message-client.ts';

/** How many messages are cached, for members who turn pages back and forth. About a kilobyte each. */
const CACHED_MAX = 2_000;
/** Then they are read again, because they may be gone. Discord's addresses last for a day. */
const CACHED_FOR_MS = 5 * 60_000;
/** A member waits for the answer, and Discord for Easel's, at most 3 s. */
const READ_WITHIN_MS = 1_000;

interface Parts {
  client: Pick<MessageClient, 'read'>;
  clock: Pick<Clock, 'now'>;
}

type Files = ReadonlyMap<string, ShownMessage['files'][number]>;

export type AttachedFiles = ReturnType<typeof createAttachedFiles>;

/**
 * The files that messages have now, at addresses of Discord's that expire within a day. None if the message is gone or
 * out of reach, or if Discord doesn't answer in time.
 */
export function createAttachedFiles({ client, clock }: Parts) {
  const cached = createLruCache<{ files: Files; readAtMs: number }>(CACHED_MAX);

  const read = async ({ guildId, channelId, messageId }: MessageRef & { guildId: string }): Promise<Files> => {
    const known = cached.get(messageId);
    if (known && isWithinLast(CACHED_FOR_MS, known.readAtMs, clock.now())) return known.files;
    const options = { withinMs: READ_WITHIN_MS, about: { message: messageId } };
    const message = await client.read({ guildId, channelId, messageId }, options);
    const files = new Map(saidIn(message)?.files.map((file) => [file.attachmentId, file]));
    if (message.outcome !== 'unavailable') cached.set(messageId, { files, readAtMs: clock.now() });
    return files;
  };

  /** The files of a result, in order. */
  const filesOf = async ({ guildId, channelId, messageId, tasks }: HistoryEntry) => {
    const wanted = attachedFilesOf(tasks);
    if (wanted.length === 0 || messageId === undefined) return [];
    const files = await read({ guildId, channelId, messageId });
    return wanted.flatMap(({ attachmentId }) => files.get(attachmentId) ?? []);
  };

  return {
    filesOf,
    /** The addresses of a result's pictures. */
    pictureAddressesOf: async (entry: HistoryEntry): Promise<string[]> =>
      (await filesOf(entry)).filter(isPictureFile).map(({ address }) => address),
    /** The addresses of the files of any message, by the files' ids. */
    addressesOf: async (message: MessageRef & { guildId: string }): Promise<ReadonlyMap<string, string>> =>
      new Map([...(await read(message))].map(([attachmentId, { address }]) => [attachmentId, address])),
  };
}
