import { attachedFilesOf, isPictureFile, type Job } from '../../jobs/job/job.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import { type Clock, isWithinLast } from '../../time/clock.ts';
import { saidIn } from '../rest/lookup.ts';
import type { MessageRef, ShownMessage } from '../rest/message.ts';
import type { MessageClient } from '../rest/message-client.ts';

/** How many messages are cached, for members who turn pages back and forth. About a kilobyte each. */
const CACHED_MAX = 2_000;
/** Then they are read again, because they may be gone. Discord's addresses last for a day. */
const CACHED_FOR_MS = 5 * 60_000;
/** A member waits for the answer, and Discord for Easel's, at most 3 s. */
const READ_WITHIN_MS = 1_000;
/** Discord allows about five calls in five seconds for each channel: as many as list messages, and as many for one each. */
const LISTS_MAX = 4;

interface Parts {
  client: Pick<MessageClient, 'list' | 'read'>;
  clock: Pick<Clock, 'monotonicMs' | 'now'>;
}

type At = MessageRef & { guildId: string };
type Files = ReadonlyMap<string, ShownMessage['files'][number]>;

export type AttachedFiles = ReturnType<typeof createAttachedFiles>;

/**
 * The files that messages have now, at addresses of Discord's that expire within a day. None if the message is gone or
 * out of reach, or if Discord doesn't answer in time.
 */
export function createAttachedFiles({ client, clock }: Parts) {
  const cached = createLruCache<{ files: Files; readAtMs: number }>(CACHED_MAX);

  const known = (messageId: string): Files | undefined => {
    const found = cached.get(messageId);
    return found && isWithinLast(CACHED_FOR_MS, found.readAtMs, clock.now()) ? found.files : undefined;
  };
  const keep = (messageId: string, message: ShownMessage | undefined): Files => {
    const files = new Map(message?.files.map((file) => [file.attachmentId, file]));
    cached.set(messageId, { files, readAtMs: clock.now() });
    return files;
  };

  const read = async ({ guildId, channelId, messageId }: At): Promise<Files> => {
    const files = known(messageId);
    if (files) return files;
    const options = { withinMs: READ_WITHIN_MS, about: { message: messageId } };
    const message = await client.read({ guildId, channelId, messageId }, options);
    return message.outcome === 'unavailable' ? new Map() : keep(messageId, saidIn(message));
  };

  /** What isn't in a list between those that are is gone. Those that no list reaches stay unknown. */
  const readList = async (messages: readonly At[]): Promise<void> => {
    const untilMs = clock.monotonicMs() + READ_WITHIN_MS;
    let left = messages.toSorted((a, b) => (BigInt(a.messageId) < BigInt(b.messageId) ? 1 : -1));
    for (let calls = 0; calls < LISTS_MAX; calls++) {
      const [newest, second] = left;
      const withinMs = untilMs - clock.monotonicMs();
      if (!newest || !second || withinMs <= 0) return;
      const before = String(BigInt(newest.messageId) + 1n);
      const listed = saidIn(await client.list(newest, before, { withinMs })) ?? [];
      const oldest = listed.at(-1);
      if (!oldest) return;
      const isReached = ({ messageId }: At): boolean => BigInt(messageId) >= BigInt(oldest.id);
      for (const { messageId } of left.filter(isReached))
        keep(
          messageId,
          listed.find(({ id }) => id === messageId),
        );
      left = left.filter((message) => !isReached(message));
    }
  };

  /** The files of a result, in order. */
  const filesOf = async ({ location: { guildId, channelId, messageId }, tasks }: Job) => {
    const wanted = attachedFilesOf(tasks);
    if (wanted.length === 0 || messageId === undefined) return [];
    const files = await read({ guildId, channelId, messageId });
    return wanted.flatMap(({ attachmentId }) => files.get(attachmentId) ?? []);
  };

  return {
    filesOf,
    /** Reads the messages of several results with as few calls as it can, so that `filesOf` knows them. */
    readTogether: async (entries: readonly Job[]): Promise<void> => {
      const unknown = entries.flatMap(({ location: { guildId, channelId, messageId } }) =>
        messageId === undefined || known(messageId) ? [] : [{ guildId, channelId, messageId }],
      );
      await Promise.all([...Map.groupBy(unknown, ({ channelId }) => channelId).values()].map(readList));
    },
    /** The addresses of a result's pictures. */
    pictureAddressesOf: async (entry: Job): Promise<string[]> =>
      (await filesOf(entry)).filter(isPictureFile).map(({ address }) => address),
    /** The addresses of the files of any message, by the files' ids. */
    addressesOf: async (message: At): Promise<ReadonlyMap<string, string>> =>
      new Map([...(await read(message))].map(([attachmentId, { address }]) => [attachmentId, address])),
  };
}
