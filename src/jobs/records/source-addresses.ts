import { attachedFilesOf, findTask, isPictureFile } from '../job/job.ts';
import { isExpired, isPicture, type PictureSource, type Source } from '../job/sources.ts';
import type { History } from './history.ts';

interface MessageAt {
  guildId: string;
  channelId: string;
  messageId: string;
}

export interface AddressLookup {
  nowMs: number;
  history: Pick<History, 'find'>;
  /** Current addresses of a message's files by id. None if the message can't be read. */
  addressesOf: (message: MessageAt) => Promise<ReadonlyMap<string, string>>;
}

/**
 * Looks up the addresses of pictures that have expired: in the work's own message, wherever it is now, or in the message
 * that showed an upload.
 * @returns undefined if a picture is lost
 */
export async function withFreshAddresses(
  guildId: string,
  sources: readonly Source[],
  lookup: AddressLookup,
): Promise<Source[] | undefined> {
  const fresh = await Promise.all(
    sources.map(async (source) => {
      if (!isPicture(source) || !isExpired(source, lookup.nowMs)) return source;
      const address = await addressNow(guildId, source, lookup);
      return address === undefined ? undefined : { ...source, address };
    }),
  );
  const found = fresh.filter((source) => source !== undefined);
  return found.length === sources.length ? found : undefined;
}

async function addressNow(
  guildId: string,
  { kind, id, ownerId, at, use }: PictureSource,
  { history, addressesOf }: AddressLookup,
): Promise<string | undefined> {
  const entry = kind === 'work' ? await history.find(guildId, ownerId, id) : undefined;
  const task = entry && findTask(entry, use.picture);
  const file = task && attachedFilesOf([task]).find(isPictureFile);
  if (entry?.location.messageId !== undefined && file) {
    const { channelId, messageId } = entry.location;
    return (await addressesOf({ guildId, channelId, messageId })).get(file.attachmentId);
  }
  return at && (await addressesOf({ guildId, ...at })).get(use.picture);
}
