import { PermissionFlagsBits } from 'discord.js';
import type { PostCreate } from '../checks/bodies.ts';
import { DiscordRefusal, refusals } from '../errors.ts';
import { type GuildLocation, inGuild, type Location, permissionsIn } from '../locations.ts';
import { has, isForum } from '../permissions.ts';
import type { Core } from '../state/core.ts';
import type { StoredMessage } from '../state/state.ts';
import type { Channel } from '../world/world-schema.ts';
import type { UploadedFile } from './files.ts';
import { createMessage } from './messages.ts';

const lockedThread = () => new DiscordRefusal(400, 160_005, 'Thread is locked');

const mayManage = (core: Core, location: Location, userId = core.state.world.application.botUserId): boolean =>
  has(permissionsIn(core.state.world, location, userId), PermissionFlagsBits.ManageThreads);

/** @throws DiscordRefusal 400 code 50083 (archived) or 160005 (locked, without Manage Threads) */
export const checkThread = (core: Core, location: Location): void => {
  if (location.kind !== 'guild' || !location.channel.thread) return;
  if (location.channel.thread.archived) throw refusals.archivedThread();
  if (location.channel.thread.locked && !mayManage(core, location)) throw lockedThread();
};

/** A new message reopens an archived thread, unless it is locked. @throws DiscordRefusal 400 code 160005 */
export const openThread = (core: Core, location: Location): void => {
  if (location.kind !== 'guild' || !location.channel.thread) return;
  if (location.channel.thread.locked && !mayManage(core, location)) throw lockedThread();
  if (!location.channel.thread.archived) return;
  location.channel.thread.archived = false;
  core.changes.emit({ kind: 'world' });
};

/** @throws DiscordRefusal as Discord would for these tags */
const checkTags = (core: Core, location: GuildLocation, authorId: string, tagIds: readonly string[]): void => {
  const { tags, requiresTag } = location.channel.forum ?? { tags: [], requiresTag: false };
  for (const id of tagIds) {
    const tag = tags.find((one) => one.id === id);
    if (!tag) throw refusals.unknownTag();
    if (tag.moderated && !mayManage(core, location, authorId)) throw refusals.missingPermissions();
  }
  if (requiresTag && tagIds.length === 0) throw refusals.tagRequired();
};

/**
 * Starts a post of a forum or media channel: a thread whose first message has the thread's id.
 * @throws DiscordRefusal as Discord would for this body
 */
export const startPost = (
  core: Core,
  { location, authorId }: { location: Location; authorId: string },
  body: PostCreate,
  uploaded: UploadedFile[],
): { location: GuildLocation; message: StoredMessage } => {
  if (location.kind !== 'guild' || !isForum(location.channel)) throw refusals.wrongChannelType();
  const appliedTagIds = [...new Set(body.applied_tags ?? [])];
  checkTags(core, location, authorId, appliedTagIds);
  const id = core.nextId();
  const channel: Channel = {
    id,
    name: body.name,
    type: 11,
    parentId: location.channelId,
    topic: null,
    ageRestricted: false,
    position: 0,
    overwrites: [],
    thread: { archived: false, locked: false },
    ownerId: authorId,
    appliedTagIds,
    forum: null,
  };
  const { guild } = location;
  const thread = inGuild(guild, channel);
  guild.channels.push(channel);
  try {
    const message = createMessage(core, { location: thread, authorId, id }, body.message, uploaded);
    core.changes.emit({ kind: 'world' });
    return { location: thread, message };
  } catch (error) {
    guild.channels = guild.channels.filter((one) => one !== channel);
    throw error;
  }
};

/** Deletes a thread with all its messages. */
export const deleteThread = (core: Core, { guild, channelId }: GuildLocation): void => {
  guild.channels = guild.channels.filter((one) => one.id !== channelId);
  for (const { attachmentIds } of core.state.messages[channelId] ?? []) {
    for (const id of attachmentIds) core.attachments.remove(id);
  }
  delete core.state.messages[channelId];
  core.changes.emit({ kind: 'world' });
};
