import { isThread } from '../permissions.ts';
import type { Place } from '../places.ts';
import { snowflakeTimeMs } from '../snowflakes.ts';
import type { Channel, Guild, World } from '../world-schema.ts';
import { userOf } from './people.ts';

const overwriteTypes = { role: 0, member: 1 } as const;

/** A thread is age-restricted when its parent is. */
export const isAgeRestricted = (guild: Guild, channel: Channel): boolean =>
  channel.ageRestricted || guild.channels.some((one) => one.id === channel.parentId && one.ageRestricted);

const threadToWire = (guild: Guild, channel: Channel, lastMessageId: string | null) => ({
  id: channel.id,
  type: channel.type,
  guild_id: guild.id,
  parent_id: channel.parentId,
  name: channel.name,
  owner_id: guild.ownerId,
  last_message_id: lastMessageId,
  rate_limit_per_user: 0,
  message_count: 0,
  total_message_sent: 0,
  member_count: 1,
  flags: 0,
  thread_metadata: {
    archived: channel.thread?.archived ?? false,
    locked: channel.thread?.locked ?? false,
    auto_archive_duration: 4320,
    archive_timestamp: new Date(snowflakeTimeMs(channel.id)).toISOString(),
    create_timestamp: new Date(snowflakeTimeMs(channel.id)).toISOString(),
  },
});

const textToWire = (guild: Guild, channel: Channel, lastMessageId: string | null) => ({
  id: channel.id,
  type: channel.type,
  guild_id: guild.id,
  parent_id: channel.parentId,
  name: channel.name,
  topic: channel.topic,
  nsfw: channel.ageRestricted,
  position: channel.position,
  last_message_id: lastMessageId,
  rate_limit_per_user: 0,
  flags: 0,
  permission_overwrites: channel.overwrites.map((one) => ({ ...one, type: overwriteTypes[one.type] })),
});

export const channelToWire = (world: World, place: Place, lastMessageId: string | null) => {
  if (place.kind === 'direct') {
    const recipients = [userOf(world, place.userId)];
    return { id: place.channelId, type: 1, last_message_id: lastMessageId, flags: 0, recipients };
  }
  const { guild, channel } = place;
  return isThread(channel) ? threadToWire(guild, channel, lastMessageId) : textToWire(guild, channel, lastMessageId);
};
