import { Routes } from 'discord.js';
import { z } from 'zod';
import { type MessageRef, sentMessageSchema, shownMessageSchema } from './message.ts';
import type { MessageBody } from './message-body.ts';
import { isInArchivedThread } from './outcome.ts';
import { type Call, type CallOptions, nothingSchema, type Upload } from './request.ts';

const directChannelSchema = z.object({ id: z.string() }).transform(({ id }) => id);

/** What the bot does to messages, in its own name. */
export type MessageCalls = ReturnType<typeof messageCalls>;

export function messageCalls(call: Call) {
  /**
   * A thread that was archived takes no changes until it is brought back, which whoever may write in it may do. It is
   * archived again by itself. @throws the refusal of the change where it may not be brought back: it is locked.
   */
  const alsoWhereArchived = async <Result>(
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
    /** @param nonce makes repeating the call within some minutes safe. */
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
      return alsoWhereArchived(channelId, options, change);
    },
    delete: ({ channelId, messageId }: MessageRef, options: CallOptions) => {
      const route = Routes.channelMessage(channelId, messageId);
      return alsoWhereArchived(channelId, options, () => call('delete', route, nothingSchema, options));
    },
    /** A message as it is now. In some channels the bot may not read it, though it may change or delete its own. */
    message: ({ channelId, messageId }: MessageRef, options: CallOptions) =>
      call('get', Routes.channelMessage(channelId, messageId), shownMessageSchema, options),
    /** The channel of the bot's direct messages with somebody. */
    openDirectMessages: (userId: string, { signal }: CallOptions) =>
      call('post', Routes.userChannels(), directChannelSchema, { body: { recipient_id: userId }, signal }),
  };
}
