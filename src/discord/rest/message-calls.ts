import { Routes } from 'discord.js';
import { z } from 'zod';
import { type MessageRef, sentMessageSchema, shownMessageSchema } from './message.ts';
import type { MessageBody } from './message-body.ts';
import { isInArchivedThread } from './outcome.ts';
import { type Call, type CallOptions, nothingSchema, type Upload } from './request.ts';

/** Discord's limit. */
const LISTED_MAX = 100;

const directChannelSchema = z.object({ id: z.string() }).transform(({ id }) => id);

/** Calls about messages with the bot's token. */
export function messageCalls(call: Call) {
  /**
   * Unarchives a thread if a change needs it; anyone who can write in a thread may do that. Discord archives it again.
   * @throws if the thread is locked.
   */
  const unarchiving = async <Result>(
    channelId: string,
    { signal, guildId }: CallOptions,
    change: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await change();
    } catch (error) {
      if (!isInArchivedThread(error)) throw error;
      await call('patch', Routes.channel(channelId), nothingSchema, { body: { archived: false }, signal, guildId });
      return change();
    }
  };

  return {
    /** @param nonce makes it safe to repeat the call within some minutes. */
    post: (
      channelId: string,
      body: MessageBody,
      files: readonly Upload[],
      { nonce, ...options }: CallOptions & { nonce: string },
    ) => {
      const whole = { ...body, nonce, enforce_nonce: true };
      return call('post', Routes.channelMessages(channelId), sentMessageSchema, { body: whole, files, ...options });
    },
    edit: ({ channelId, messageId }: MessageRef, body: MessageBody, files: readonly Upload[], options: CallOptions) => {
      const route = Routes.channelMessage(channelId, messageId);
      const change = () => call('patch', route, sentMessageSchema, { body, files, ...options });
      return unarchiving(channelId, options, change);
    },
    delete: ({ channelId, messageId }: MessageRef, options: CallOptions) => {
      const route = Routes.channelMessage(channelId, messageId);
      return unarchiving(channelId, options, () => call('delete', route, nothingSchema, options));
    },
    /** Reads a message. In some channels the bot can't, although it can edit or delete its own messages. */
    message: ({ channelId, messageId }: MessageRef, options: CallOptions) =>
      call('get', Routes.channelMessage(channelId, messageId), shownMessageSchema, options),
    /** The newest messages before an id, newest first; none where the bot may not read older ones. */
    messageList: (channelId: string, before: string, options: CallOptions) => {
      const query = new URLSearchParams({ before, limit: String(LISTED_MAX) });
      return call('get', Routes.channelMessages(channelId), z.array(shownMessageSchema), { query, ...options });
    },
    /** @returns the channel of the bot's direct messages with a user. */
    openDirectMessages: (userId: string, { signal }: CallOptions) =>
      call('post', Routes.userChannels(), directChannelSchema, { body: { recipient_id: userId }, signal }),
  };
}
