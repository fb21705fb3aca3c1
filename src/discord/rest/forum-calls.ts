import { ChannelFlags, Routes } from 'discord.js';
import { z } from 'zod';
import { sentMessageSchema } from './message.ts';
import type { MessageBody } from './message-body.ts';
import { type Call, type CallOptions, nothingSchema } from './request.ts';

const tagSchema = z.looseObject({ id: z.string(), name: z.string(), moderated: z.boolean().default(false) });
/** A tag with all its fields, because an update has to send them back. */
export type ForumTag = z.output<typeof tagSchema>;

const forumSchema = z
  .object({ available_tags: z.array(tagSchema).default([]), flags: z.number().nullish() })
  .transform(({ available_tags: tags, flags }) => ({
    tags,
    requiresTag: ((flags ?? 0) & ChannelFlags.RequireTag) !== 0,
  }));
/** The tags of a forum or media channel. */
export type Forum = z.output<typeof forumSchema>;

const startedSchema = z.object({ id: z.string(), message: sentMessageSchema }).transform(({ message }) => message);
const activeThreadSchema = z
  .object({ id: z.string(), name: z.string(), parent_id: z.string().nullish(), owner_id: z.string().nullish() })
  .transform(({ id, name, parent_id: parentId, owner_id: ownerId }) => ({ id, name, parentId, ownerId }));
const activeSchema = z.object({ threads: z.array(activeThreadSchema) }).transform(({ threads }) => threads);

/** Calls about forum and media channels and their posts. A post is a thread with the id of its first message. */
export function forumCalls(call: Call) {
  return {
    forum: (channelId: string, options: CallOptions): Promise<Forum> =>
      call('get', Routes.channel(channelId), forumSchema, options),
    /** Replaces the tags. New ones have no id yet. */
    setForumTags: (
      channelId: string,
      tags: readonly (ForumTag | { name: string })[],
      options: CallOptions,
    ): Promise<Forum> =>
      call('patch', Routes.channel(channelId), forumSchema, { body: { available_tags: tags }, ...options }),
    /** Creates another post if repeated, because posts have no nonce. */
    startPost: (
      channelId: string,
      { name, tagIds, body }: { name: string; tagIds: readonly string[]; body: MessageBody },
      options: CallOptions,
    ) => {
      const whole = { name, applied_tags: tagIds, message: body };
      return call('post', Routes.threads(channelId), startedSchema, { body: whole, ...options });
    },
    /** Also unarchives the post. */
    renamePost: (postId: string, name: string, options: CallOptions) =>
      call('patch', Routes.channel(postId), nothingSchema, { body: { name, archived: false }, ...options }),
    /** Deletes the post with all its messages. */
    deletePost: (postId: string, options: CallOptions) =>
      call('delete', Routes.channel(postId), nothingSchema, options),
    /** The threads of a server that aren't archived and that the bot can see. */
    activeThreads: (guildId: string, options: CallOptions) =>
      call('get', Routes.guildActiveThreads(guildId), activeSchema, options),
  };
}
