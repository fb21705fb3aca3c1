import { PermissionFlagsBits } from 'discord.js';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { postCreate } from '../checks/bodies.ts';
import { optional } from '../checks/fields.ts';
import { parseForm } from '../checks/parse.ts';
import { refusals } from '../errors.ts';
import { threadLimits } from '../limits.ts';
import { type GuildLocation, inGuild, permissionsIn, uploadLimitBytes } from '../locations.ts';
import { deleteThread, startPost } from '../messages/threads.ts';
import { has, isForum, isThread, postingPermission } from '../permissions.ts';
import type { Core } from '../state/core.ts';
import { snowflake } from '../state/snowflakes.ts';
import { channelToWire } from '../wire/channels.ts';
import { messageToWire } from '../wire/messages.ts';
import { withBody } from './bodies.ts';
import { joinedGuild, paramsOf, type RestParts, visibleLocation } from './parts.ts';

const threadChange = z.object({
  name: optional(z.string().min(1).max(threadLimits.name)),
  archived: optional(z.boolean()),
  locked: optional(z.boolean()),
});

const tagChange = z.object({
  id: snowflake.nullish(),
  name: z.string().min(1).max(threadLimits.tagName),
  moderated: z.boolean().nullish(),
});
const forumChange = z.object({ available_tags: optional(z.array(tagChange).max(threadLimits.availableTags)) });

/** Threads, the channels whose posts are threads, and changes to both. */
export const addThreadRoutes = (app: FastifyInstance, parts: RestParts): void => {
  const { core } = parts;
  const { botUserId } = core.state.world.application;
  const reach = (channelId: string): { location: GuildLocation; permissions: bigint } => {
    const { location, permissions } = visibleLocation(core, channelId);
    if (location.kind !== 'guild') throw refusals.wrongChannelType();
    return { location, permissions };
  };

  app.post('/channels/:channelId/threads', async (request, reply) => {
    const { location, permissions } = reach(paramsOf(request).channelId);
    if (!has(permissions, postingPermission(location.channel))) throw refusals.missingPermissions();
    return withBody(parts, request, uploadLimitBytes(location), (json, files) => {
      if (files.length > 0 && !has(permissions, PermissionFlagsBits.AttachFiles)) throw refusals.missingPermissions();
      const started = startPost(core, { location, authorId: botUserId }, parseForm(postCreate, json), files);
      const thread = channelToWire(core.state.world, started.location, started.message.id);
      return reply.code(201).send({ ...thread, message: messageToWire(core, started.message) });
    });
  });

  app.get('/guilds/:guildId/threads/active', async (request) => {
    const guild = joinedGuild(core, paramsOf(request).guildId);
    const locations = guild.channels.map((channel) => inGuild(guild, channel));
    const sees = (location: GuildLocation) =>
      has(permissionsIn(core.state.world, location, botUserId), PermissionFlagsBits.ViewChannel);
    const threads = locations.filter((location) => location.channel.thread?.archived === false && sees(location));
    return {
      threads: threads.map((location) => channelToWire(core.state.world, location, null)),
      members: [],
      has_more: false,
    };
  });

  app.patch('/channels/:channelId', async (request) => {
    const { location, permissions } = reach(paramsOf(request).channelId);
    if (isThread(location.channel))
      changeThread(location, permissions, parseForm(threadChange, request.body), botUserId);
    else changeForum(core, location, permissions, parseForm(forumChange, request.body));
    core.changes.emit({ kind: 'world' });
    return channelToWire(core.state.world, location, null);
  });

  app.delete('/channels/:channelId', async (request) => {
    const { location, permissions } = reach(paramsOf(request).channelId);
    const isOfThread = isThread(location.channel);
    const needed = isOfThread ? PermissionFlagsBits.ManageThreads : PermissionFlagsBits.ManageChannels;
    // This sandbox refuses bots that delete whole channels.
    if (!has(permissions, needed) || !isOfThread) throw refusals.missingPermissions();
    const wire = channelToWire(core.state.world, location, null);
    deleteThread(core, location);
    return wire;
  });
};

/** The thread's owner may rename, close and reopen it. A locked thread needs Manage Threads. */
const changeThread = (
  { channel }: GuildLocation,
  permissions: bigint,
  { name, archived, locked }: z.output<typeof threadChange>,
  botUserId: string,
): void => {
  const thread = channel.thread ?? { archived: false, locked: false };
  const isOpening = archived === false && name === undefined;
  const isPlain = locked === undefined && !thread.locked && (isOpening || channel.ownerId === botUserId);
  const needed = isPlain ? postingPermission(channel) : PermissionFlagsBits.ManageThreads;
  if (!has(permissions, needed)) throw refusals.missingPermissions();
  if (thread.archived && archived !== false) throw refusals.archivedThread();
  channel.name = name ?? channel.name;
  channel.thread = { archived: archived ?? thread.archived, locked: locked ?? thread.locked };
};

/** Replaces the tags of a forum. */
const changeForum = (
  core: Core,
  { channel }: GuildLocation,
  permissions: bigint,
  { available_tags: wanted }: z.output<typeof forumChange>,
): void => {
  if (!has(permissions, PermissionFlagsBits.ManageChannels)) throw refusals.missingPermissions();
  if (!isForum(channel) || !wanted) throw refusals.wrongChannelType();
  const { tags = [], requiresTag = false } = channel.forum ?? {};
  if (new Set(wanted.map(({ name }) => name)).size < wanted.length) throw refusals.tagNamesTwice();
  if (wanted.some(({ id }) => id && !tags.some((tag) => tag.id === id))) throw refusals.unknownTag();
  channel.forum = {
    requiresTag,
    tags: wanted.map(({ id, name, moderated }) => ({ id: id ?? core.nextId(), name, moderated: moderated ?? false })),
  };
};
