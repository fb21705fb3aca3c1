import { attachedFilesOf, isPictureFile } from '../../jobs/job/job.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import type { Clock } from '../../time/clock.ts';
import type { MessageRef } from '../rest/message.ts';
import type { MessageClient } from '../rest/message-client.ts';

/** A file attached to a message, at an address of Discord's that expires within a day. */
export interface AttachedFile {
  name: string;
  address: string;
}

/** The files that messages of results have now. */
export interface AttachedFiles {
  /**
   * The files of a result, in order. None if its message is gone or out of reach, or if Discord doesn't answer in time.
   */
  filesOf(entry: HistoryEntry, withinMs: number): Promise<readonly AttachedFile[]>;
  /** The addresses of its pictures. */
  pictureAddressesOf(entry: HistoryEntry, withinMs: number): Promise<string[]>;
  /** One file of any message of Easel's, by its id. */
  addressOf(
    message: MessageRef & { guildId: string },
    attachmentId: string,
    withinMs: number,
  ): Promise<string | undefined>;
}

/** How many messages are cached, for members who turn pages back and forth. About a kilobyte each. */
const CACHED_MAX = 2_000;
/** Then they are read again, because they may be gone. Discord's addresses last for a day. */
const CACHED_FOR_MS = 5 * 60_000;

export function createAttachedFiles({
  client,
  clock,
}: {
  client: Pick<MessageClient, 'read'>;
  clock: Pick<Clock, 'now'>;
}): AttachedFiles {
  const cached = createLruCache<{ files: ReadonlyMap<string, AttachedFile>; readAtMs: number }>(CACHED_MAX);

  const read = async (
    { guildId, channelId, messageId }: MessageRef & { guildId: string },
    withinMs: number,
    about: object = {},
  ): Promise<ReadonlyMap<string, AttachedFile>> => {
    const known = cached.get(messageId);
    if (known && known.readAtMs > clock.now() - CACHED_FOR_MS) return known.files;
    const { outcome, ...rest } = await client.read({ guildId, channelId, messageId }, { withinMs, about });
    const shown = outcome === 'done' && 'value' in rest ? rest.value.files : [];
    const files = new Map(shown.map(({ attachmentId, name, address }) => [attachmentId, { name, address }]));
    if (outcome !== 'unavailable') cached.set(messageId, { files, readAtMs: clock.now() });
    return files;
  };

  const filesOf: AttachedFiles['filesOf'] = async (entry, withinMs) => {
    const wanted = attachedFilesOf(entry.tasks);
    const { guildId, channelId, messageId, jobId } = entry;
    if (wanted.length === 0 || messageId === undefined) return [];
    const files = await read({ guildId, channelId, messageId }, withinMs, { job: jobId });
    return wanted.flatMap(({ attachmentId }) => files.get(attachmentId) ?? []);
  };

  return {
    filesOf,
    pictureAddressesOf: async (entry, withinMs) =>
      (await filesOf(entry, withinMs)).filter(isPictureFile).map(({ address }) => address),
    addressOf: async (message, attachmentId, withinMs) => (await read(message, withinMs)).get(attachmentId)?.address,
  };
}
