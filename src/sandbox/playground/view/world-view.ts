import { PermissionFlagsBits } from 'discord.js';
import type { MessageView } from '../../discord/people/views.ts';
import { isForum, isThread, postingPermission } from '../../discord/permissions.ts';
import type { DiscordSandbox } from '../../discord/sandbox.ts';
import type { Channel, Guild } from '../../discord/world/world-schema.ts';
import { mediaOf } from '../../message-reading.ts';
import type { ChannelCard, GuildCard, WorldView } from '../protocol.ts';
import { isShutOut } from '../shut-out.ts';

/** The servers, channels and people that one person sees. */
export const worldView = (discord: DiscordSandbox, personId: string): WorldView => {
  const { world } = discord;
  return {
    botUserId: world.application.botUserId,
    operatorId: world.application.ownerId,
    people: world.people.map(({ id, username, globalName, avatarColour, bot }) => ({
      id,
      username,
      name: globalName ?? username,
      colour: avatarColour,
      isBot: bot,
    })),
    guilds: world.guilds
      .filter(({ members }) => members.some(({ userId }) => userId === personId))
      .map((guild) => guildCard(discord, guild, personId)),
    direct: world.directChannels.filter(({ userId }) => userId === personId).map(({ id }) => directCard(id)),
  };
};

const guildCard = (discord: DiscordSandbox, guild: Guild, personId: string): GuildCard => {
  const person = discord.as(personId);
  return {
    id: guild.id,
    name: guild.name,
    colour: guild.iconColour,
    ownerId: guild.ownerId,
    roles: guild.roles
      .filter(({ id }) => id !== guild.id)
      .map(({ id, name, colour, position }) => ({
        id,
        name,
        colour: colour === 0 ? null : cssColour(colour),
        position,
      })),
    members: guild.members.map(({ userId, roleIds }) => ({ userId, roleIds })),
    channels: inOrder(guild.channels)
      .filter(({ id }) => person.can(id, PermissionFlagsBits.ViewChannel))
      .map((channel) => channelCard(discord, guild, channel, personId)),
  };
};

const channelCard = (discord: DiscordSandbox, guild: Guild, channel: Channel, personId: string): ChannelCard => {
  const can = (permission: bigint): boolean => discord.as(personId).can(channel.id, permission);
  const { id, name, type, parentId, topic, ageRestricted, thread } = channel;
  return {
    id,
    name,
    type,
    parentId,
    topic,
    ageRestricted,
    archived: thread?.archived ?? false,
    tags: tagsOf(guild, channel),
    picture: parentOf(guild, channel)?.forum ? firstPicture(discord.as(personId).messages(id)) : null,
    mayPost: !isForum(channel) && can(postingPermission(channel)),
    mayAttach: can(PermissionFlagsBits.AttachFiles),
    mayManageMessages: can(PermissionFlagsBits.ManageMessages),
    botShutOut: isShutOut(discord.world, guild, channel),
  };
};

const parentOf = ({ channels }: Guild, { parentId }: Channel): Channel | undefined =>
  channels.find(({ id }) => id === parentId);

const firstPicture = ([first]: MessageView[]): { url: string } | null => {
  const shown = first ? mediaOf(first) : [];
  const picture = shown.find(({ contentType, spoiler }) => contentType?.startsWith('image/') && !spoiler);
  return picture ? { url: picture.url } : null;
};

const tagsOf = (guild: Guild, channel: Channel): string[] => {
  const { appliedTagIds } = channel;
  const all = parentOf(guild, channel)?.forum?.tags ?? [];
  return all.filter(({ id }) => appliedTagIds.includes(id)).map(({ name }) => name);
};

const directCard = (id: string): ChannelCard => ({
  id,
  name: 'Easel',
  type: 1,
  parentId: null,
  topic: null,
  ageRestricted: false,
  archived: false,
  tags: [],
  picture: null,
  mayPost: true,
  mayAttach: true,
  mayManageMessages: false,
  botShutOut: false,
});

/** Sorts channels like Discord's client: by position, with threads below their channel. */
const inOrder = (channels: Channel[]): Channel[] =>
  channels
    .filter((one) => !isThread(one))
    .toSorted((a, b) => a.position - b.position)
    .flatMap((one) => [one, ...channels.filter(({ parentId }) => parentId === one.id)]);

const cssColour = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;
