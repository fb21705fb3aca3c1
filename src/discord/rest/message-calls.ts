import { type REST, Routes } from 'discord.js';
import { z } from 'zod';
import {
  type MessageRef,
  type SentMessage,
  type ShownMessage,
  sentMessageSchema,
  shownMessageSchema,
} from './message.ts';
import type { MessageBody } from './message-body.ts';
import { isInArchivedThread } from './outcome.ts';
import { type CallOptions, type Upload, withFiles, within } from './request.ts';

const directChannelSchema = z.object({ id: z.string() });

/** What the bot does to messages, in its own name. */
export type MessageCalls = ReturnType<typeof messageCalls>;

export function messageCalls(rest: REST) {
  /**
   * A thread that was archived takes no changes until it is brought back, which whoever may write in it may do. It is
   * archived again by itself. @throws the refusal of the change where it may not be brought back: it is locked.
   */
  const alsoWhereArchived = async <Result>(
    channelId: string,
    signal: AbortSignal,
    change: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await change();
    } catch (error) {
      if (!isInArchivedThread(error)) throw error;
      await rest.patch(Routes.channel(channelId), { body: { archived: false }, signal: within(signal) });
      return change();
    }
  };

  return {
    /** @param nonce makes repeating the call within some minutes safe. */
    post: async (
      channelId: string,
      body: MessageBody,
      files: readonly Upload[],
      { signal, nonce }: CallOptions & { nonce: string },
    ): Promise<SentMessage> => {
      const whole = await withFiles({ ...body, nonce, enforce_nonce: true }, files);
      const route = Routes.channelMessages(channelId);
      return sentMessageSchema.parse(await rest.post(route, { ...whole, signal: within(signal, files) }));
    },
    edit: (
      { channelId, messageId }: MessageRef,
      body: MessageBody,
      files: readonly Upload[],
      { signal }: CallOptions,
    ): Promise<SentMessage> =>
      alsoWhereArchived(channelId, signal, async () => {
        const whole = await withFiles(body, files);
        const route = Routes.channelMessage(channelId, messageId);
        return sentMessageSchema.parse(await rest.patch(route, { ...whole, signal: within(signal, files) }));
      }),
    delete: ({ channelId, messageId }: MessageRef, { signal }: CallOptions): Promise<void> =>
      alsoWhereArchived(channelId, signal, async () => {
        await rest.delete(Routes.channelMessage(channelId, messageId), { signal: within(signal) });
      }),
    /** A message as it is now. In some channels the bot may not read it, though it may change or delete its own. */
    message: async ({ channelId, messageId }: MessageRef, { signal }: CallOptions): Promise<ShownMessage> =>
      shownMessageSchema.parse(await rest.get(Routes.channelMessage(channelId, messageId), { signal: within(signal) })),
    /** The channel of the bot's direct messages with somebody. */
    openDirectMessages: async (userId: string, { signal }: CallOptions): Promise<string> => {
      const body = { recipient_id: userId };
      return directChannelSchema.parse(await rest.post(Routes.userChannels(), { body, signal: within(signal) })).id;
    },
  };
}
