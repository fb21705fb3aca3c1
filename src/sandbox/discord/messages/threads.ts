import { PermissionFlagsBits } from 'discord.js';
import type { PostCreate } from '../checks/bodies.ts';
import { DiscordRefusal, refusals } from '../errors.ts';
import { has, isForum } from '../permissions.ts';
import { type Place, permissionsIn } from '../places.ts';
import type { Core } from '../state/core.ts';
import type { StoredMessage } from '../state/state.ts';
import type { Channel } from '../world/world-schema.ts';
import type { UploadedFile } from './files.ts';
import { createMessage } from './messages.ts';

const lockedThread = () => new DiscordRefusal(400, 160_005, 'Thread is locked');

const mayManage = (core: Core, place: Place, userId = core.state.world.application.botUserId): boolean =>
  has(permissionsIn(core.state.world, place, userId), PermissionFlagsBits.ManageThreads);

/** @throws DiscordRefusal 400 code 50083 (archived) or 160005 (locked, without Manage Threads) */
export const checkThread = (core: Core, place: Place): void => {
  if (place.kind !== 'guild' || !place.channel.thread) return;
  if (place.channel.thread.archived) throw refusals.archivedThread();
  if (place.channel.thread.locked && !mayManage(core, place)) throw lockedThread();
};

/** A new message reopens an archived thread, unless it is locked. @throws DiscordRefusal 400 code 160005 */
export const openThread = (core: Core, place: Place): void => {
  if (place.kind !== 'guild' || !place.channel.thread) return;
  if (place.channel.thread.locked && !mayManage(core, place)) throw lockedThread();
  if (!place.channel.thread.archived) return;
  place.channel.thread.archived = false;
  core.changes.emit({ kind: 'world' });
};

type GuildPlace = Extract<Place, { kind: 'guild' }>;

/** Posts of forum and media channels are threads whose first message has the thread's id. */

/** @throws DiscordRefusal as Discord would for these tags */
const checkTags = (core: Core, place: GuildPlace, authorId: string, tagIds: readonly string[]): void => {
  const { tags, requiresTag } = place.channel.forum ?? { tags: [], requiresTag: false };
  for (const id of tagIds) {
    const tag = tags.find((one) => one.id === id);
    if (!tag) throw refusals.unknownTag();
    if (tag.moderated && !mayManage(core, place, authorId)) throw refusals.missingPermissions();
  }
  if (requiresTag && tagIds.length === 0) throw refusals.tagRequired();
};

/** @throws DiscordRefusal as Discord would for this body */
export const startPost = (
  core: Core,
  { place, authorId }: { place: Place; authorId: string },
  body: PostCreate,
  uploaded: UploadedFile[],
): { place: GuildPlace; message: StoredMessage } => {
  if (place.kind !== 'guild' || !isForum(place.channel)) throw refusals.wrongChannelType();
  const appliedTagIds = [...new Set(body.applied_tags ?? [])];
  checkTags(core, place, authorId, appliedTagIds);
  const id = core.nextId();
  const channel: Channel = {
    id,
    name: body.name,
    type: 11,
    parentId: place.channelId,
    topic: null,
    ageRestricted: false,
    position: 0,
    overwrites: [],
    thread: { archived: false, locked: false },
    ownerId: authorId,
    appliedTagIds,
    forum: null,
  };
  const { guild } = place;
  const thread: GuildPlace = { kind: 'guild', channelId: id, guild, channel };
  guild.channels.push(channel);
  try {
    const message = createMessage(core, { place: thread, authorId, id }, body.message, uploaded);
    core.changes.emit({ kind: 'world' });
    return { place: thread, message };
  } catch (error) {
    guild.channels = guild.channels.filter((one) => one !== channel);
    throw error;
  }
};

/** Deletes a thread with all its messages. */
export const deleteThread = (core: Core, { guild, channelId }: GuildPlace): void => {
  guild.channels = guild.channels.filter((one) => one.id !== channelId);
  for (const { attachmentIds } of core.state.messages[channelId] ?? []) {
    for (const id of attachmentIds) core.attachments.remove(id);
  }
  delete core.state.messages[channelId];
  core.changes.emit({ kind: 'world' });
};
