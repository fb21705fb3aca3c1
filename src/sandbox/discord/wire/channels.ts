import type { APIChannel, APIGuildForumChannel, APITextChannel, APIThreadChannel } from 'discord-api-types/v10';
import type { Location } from '../locations.ts';
import { isForum, isThread, rulingChannel } from '../permissions.ts';
import { snowflakeTimeMs } from '../state/snowflakes.ts';
import type { Channel, Guild, World } from '../world/world-schema.ts';
import { userOf, type Wire } from './people.ts';

const overwriteTypes = { role: 0, member: 1 } as const;

/** A thread is age-restricted if its parent is. */
export const isAgeRestricted = (guild: Guild, channel: Channel): boolean =>
  channel.ageRestricted || rulingChannel(guild, channel).ageRestricted;

const threadToWire = (guild: Guild, channel: Channel, lastMessageId: string | null): Wire<APIThreadChannel> => ({
  id: channel.id,
  type: channel.type,
  guild_id: guild.id,
  parent_id: channel.parentId ?? undefined,
  name: channel.name,
  owner_id: channel.ownerId ?? guild.ownerId,
  last_message_id: lastMessageId,
  rate_limit_per_user: 0,
  message_count: 0,
  total_message_sent: 0,
  member_count: 1,
  flags: 0,
  applied_tags: channel.appliedTagIds,
  thread_metadata: {
    archived: channel.thread?.archived ?? false,
    locked: channel.thread?.locked ?? false,
    auto_archive_duration: 4320,
    archive_timestamp: new Date(snowflakeTimeMs(channel.id)).toISOString(),
    create_timestamp: new Date(snowflakeTimeMs(channel.id)).toISOString(),
  },
});

const REQUIRE_TAG = 16;

const forumToWire = ({ forum }: Channel) => ({
  flags: forum?.requiresTag ? REQUIRE_TAG : 0,
  available_tags: (forum?.tags ?? []).map((tag) => ({ ...tag, emoji_id: null, emoji_name: null })),
  default_reaction_emoji: null,
  default_sort_order: null,
  default_forum_layout: 0,
});

const textToWire = (
  guild: Guild,
  channel: Channel,
  lastMessageId: string | null,
): Wire<APITextChannel | APIGuildForumChannel> => ({
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
  ...(isForum(channel) ? forumToWire(channel) : {}),
});

export const channelToWire = (world: World, location: Location, lastMessageId: string | null): Wire<APIChannel> => {
  if (location.kind === 'direct') {
    const recipients = [userOf(world, location.userId)];
    return { id: location.channelId, type: 1, name: null, last_message_id: lastMessageId, flags: 0, recipients };
  }
  const { guild, channel } = location;
  return isThread(channel) ? threadToWire(guild, channel, lastMessageId) : textToWire(guild, channel, lastMessageId);
};
