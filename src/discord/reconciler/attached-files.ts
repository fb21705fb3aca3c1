import { LRUCache } from 'lru-cache';
import { attachedFilesOf, isPictureFile } from '../../jobs/job.ts';
import type { HistoryEntry } from '../../jobs/records/history.ts';
import type { Clock } from '../../time/clock.ts';
import type { Board } from '../rest/board.ts';
import type { MessageRef } from '../rest/message.ts';

/** A file of a result where its own message has it, at an address of Discord's that still opens it for a while. */
export interface AttachedFile {
  name: string;
  address: string;
}

/** What the messages of results show now. */
export interface AttachedFiles {
  /**
   * The files of a result in their order; none where its message is gone or closed to Easel, or Discord does not answer within
   * the time.
   */
  filesOf(entry: HistoryEntry, withinMs: number): Promise<readonly AttachedFile[]>;
  /** Of its pictures only the addresses. */
  pictureAddressesOf(entry: HistoryEntry, withinMs: number): Promise<string[]>;
  /** One file of any message of Easel's, by its id. */
  addressOf(
    message: MessageRef & { guildId: string },
    attachmentId: string,
    withinMs: number,
  ): Promise<string | undefined>;
}

/** Of pages that members turn to and fro, about a kilobyte each. */
const AT_HAND = 2_000;
/** Then it is looked whether they are still there. Discord's addresses last for a day. */
const AT_HAND_FOR_MS = 5 * 60_000;

export function createAttachedFiles({
  board,
  clock,
}: {
  board: Pick<Board, 'read'>;
  clock: Pick<Clock, 'now'>;
}): AttachedFiles {
  const atHand = new LRUCache<string, { files: ReadonlyMap<string, AttachedFile>; readAtMs: number }>({ max: AT_HAND });

  const read = async (
    { guildId, channelId, messageId }: MessageRef & { guildId: string },
    withinMs: number,
    about: object = {},
  ): Promise<ReadonlyMap<string, AttachedFile>> => {
    const known = atHand.get(messageId);
    if (known && known.readAtMs > clock.now() - AT_HAND_FOR_MS) return known.files;
    const { outcome, ...rest } = await board.read({ guildId, channelId, messageId }, { withinMs, about });
    const shown = outcome === 'done' && 'value' in rest ? rest.value.files : [];
    const files = new Map(shown.map(({ attachmentId, name, address }) => [attachmentId, { name, address }]));
    if (outcome !== 'unavailable') atHand.set(messageId, { files, readAtMs: clock.now() });
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
