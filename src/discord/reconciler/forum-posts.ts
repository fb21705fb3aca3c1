import type { Log } from '../../log.ts';
import type { Brought } from '../../moderation/records/messages.ts';
import type { Needs } from '../../runtime.ts';
import { createKeyedLocks } from '../../store/locks.ts';
import { createLruCache } from '../../store/lru-cache.ts';
import type { ForumTag } from '../rest/forum-calls.ts';
import type { SentMessage } from '../rest/message.ts';
import type { MessageBody } from '../rest/message-body.ts';
import type { Outcome } from '../rest/outcome.ts';
import type { CallOptions } from '../rest/request.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { toBrought } from './reconciler.ts';

/** A post to create in a forum or media channel. */
export interface NewPost {
  name: string;
  /** The most important first. Tags without room are left out. */
  tagNames: readonly string[];
  body: MessageBody;
  /** A custom id in the first message that identifies the post; undefined for a post without buttons. */
  mark: string | undefined;
}

interface At {
  guildId: string;
  channelId: string;
}

export interface ForumPostsParts extends Needs<'clock' | 'log' | 'stop'> {
  rest: Pick<
    DiscordRest,
    | 'activeThreads'
    | 'delete'
    | 'deletePost'
    | 'forum'
    | 'message'
    | 'ownId'
    | 'renamePost'
    | 'setForumTags'
    | 'startPost'
  >;
}

/** https://discord.com/developers/docs/resources/channel: the most tags of a channel and of a post. */
const TAGS_MAX = 20;
const POST_TAGS_MAX = 5;
/** Of posts with the same name, only the newest are checked. */
const CHECKED_MAX = 10;
/** Discord bans bots that repeat refused calls, and permissions rarely change. */
const TAGS_RETRY_MS = 3_600_000;
const FORUMS_MAX = 1_000;

export type ForumPosts = ReturnType<typeof createForumPosts>;

/** Makes calls, and logs those that Discord doesn't do. */
function createLoggedCalls(log: Log, stop: AbortSignal) {
  return async <Value>(
    trouble: string,
    call: (options: CallOptions) => Promise<Outcome<Value>>,
    { guildId, channelId }: At,
  ): Promise<Outcome<Value>> => {
    const outcome = await call({ signal: stop, guildId });
    if (outcome.outcome === 'done') return outcome;
    stop.throwIfAborted();
    log.info({ server: guildId, channel: channelId, outcome: outcome.outcome, err: outcome.cause }, trouble);
    return outcome;
  };
}

/** Creates, renames and removes posts in forum and media channels. */
export function createForumPosts({ rest, clock, log, stop }: ForumPostsParts) {
  const locks = createKeyedLocks();
  /** Forums whose tags Easel may not change, and since when. */
  const tagsRefusedAtMs = createLruCache<number>(FORUMS_MAX);
  const logged = createLoggedCalls(log, stop);

  const areTagsRefused = (channelId: string): boolean => {
    const atMs = tagsRefusedAtMs.get(channelId);
    return atMs !== undefined && clock.monotonicMs() - atMs < TAGS_RETRY_MS;
  };

  /** The forum's tags, after creating missing ones if Easel may. */
  const withMissing = async (at: At, tags: ForumTag[], names: readonly string[]): Promise<ForumTag[]> => {
    const { channelId } = at;
    const missing = names.filter((name) => !tags.some((tag) => isNamed(tag, name))).slice(0, TAGS_MAX - tags.length);
    if (missing.length === 0 || areTagsRefused(channelId)) return tags;
    const all = [...tags, ...missing.map((name) => ({ name }))];
    const made = await logged('tags of a forum could not be created', (o) => rest.setForumTags(channelId, all, o), at);
    if (made.outcome === 'no access') tagsRefusedAtMs.set(channelId, clock.monotonicMs());
    return made.outcome === 'done' ? made.value.tags : tags;
  };

  const tagIdsFor = (at: At, names: readonly string[]): Promise<Outcome<string[]>> =>
    locks.run(at.channelId, async () => {
      const forum = await logged('a forum could not be read', (o) => rest.forum(at.channelId, o), at);
      if (forum.outcome !== 'done') return forum;
      const tags = await withMissing(at, forum.value.tags, names);
      const fitting = names.flatMap((name) => tags.find((tag) => isNamed(tag, name) && !tag.moderated) ?? []);
      // If a post needs a tag and none fits, any tag is better than no post.
      const forced = forum.value.requiresTag ? tags.filter(({ moderated }) => !moderated).slice(0, 1) : [];
      const chosen = fitting.length > 0 ? fitting : forced;
      return { outcome: 'done', value: chosen.slice(0, POST_TAGS_MAX).map(({ id }) => id) };
    });

  /** Finds a post that an earlier attempt created without learning its id. */
  const findEarlier = async (at: At, { name, mark }: NewPost): Promise<Outcome<string | undefined>> => {
    const { guildId, channelId } = at;
    const active = await logged('the posts of a forum could not be read', (o) => rest.activeThreads(guildId, o), at);
    if (active.outcome !== 'done') return active;
    const named = active.value.filter((one) => one.parentId === channelId && one.name === name);
    if (named.length === 0) return { outcome: 'done', value: undefined };
    const own = await logged('Discord did not say who the bot is', rest.ownId, at);
    if (own.outcome !== 'done') return own;
    // Members may give their posts the same name.
    const alike = named.filter(({ ownerId }) => ownerId === own.value);
    for (const { id } of alike.toSorted((a, b) => Number(BigInt(b.id) - BigInt(a.id))).slice(0, CHECKED_MAX)) {
      const first = await rest.message({ channelId: id, messageId: id }, { signal: stop, guildId });
      if (first.outcome === 'unavailable') return first;
      if (first.outcome === 'done' && isMarked(first.value.customIds, mark)) return { outcome: 'done', value: id };
    }
    return { outcome: 'done', value: undefined };
  };

  const start = async (at: At, post: NewPost): Promise<Outcome<SentMessage>> => {
    const earlier = await findEarlier(at, post);
    if (earlier.outcome !== 'done') return earlier;
    if (earlier.value !== undefined) {
      return { outcome: 'done', value: { id: earlier.value, channelId: earlier.value, files: [] } };
    }
    const tagIds = await tagIdsFor(at, post.tagNames);
    if (tagIds.outcome !== 'done') return tagIds;
    const { name, body } = post;
    const create = (o: CallOptions) => rest.startPost(at.channelId, { name, tagIds: tagIds.value, body }, o);
    return logged('a post could not be created', create, at);
  };

  const rename = (postId: string, at: At, name: string): Promise<Outcome<void>> =>
    logged('a post could not be renamed', (o) => rest.renamePost(postId, name, o), at);

  const remove = async (postId: string, at: At, buriedName: string): Promise<Outcome<void>> => {
    const deleted = await logged('a post could not be deleted', (o) => rest.deletePost(postId, o), at);
    if (deleted.outcome !== 'no access') return deleted;
    const renamed = await rename(postId, at, buriedName);
    if (renamed.outcome !== 'done') return renamed;
    const first = { channelId: postId, messageId: postId };
    return logged('a post could not be emptied', (o) => rest.delete(first, o), at);
  };

  return {
    /** Creates a post, or finds the one of an earlier attempt. A post has the id of its first message. @throws RetryLater */
    start: async (at: At, post: NewPost): Promise<Brought> => {
      const brought = toBrought(await start(at, post));
      return brought.outcome === 'gone' ? { outcome: 'closed' } : brought;
    },
    /** @throws RetryLater */
    rename: async ({ guildId, postId }: { guildId: string; postId: string }, name: string): Promise<Brought> =>
      toBrought(await rename(postId, { guildId, channelId: postId }, name)),
    /** Deletes a post. Without the permission, deletes its first message and renames the post. @throws RetryLater */
    remove: async ({ guildId, postId }: { guildId: string; postId: string }, buriedName: string): Promise<Brought> =>
      toBrought(await remove(postId, { guildId, channelId: postId }, buriedName)),
  };
}

const isMarked = (customIds: readonly string[], mark: string | undefined): boolean =>
  mark === undefined ? customIds.length === 0 : customIds.includes(mark);

const isNamed = (tag: { name: string }, name: string): boolean => tag.name.toLowerCase() === name.toLowerCase();
