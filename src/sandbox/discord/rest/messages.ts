import { PermissionFlagsBits } from 'discord.js';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { messageCreate, messageEdit } from '../checks/bodies.ts';
import { parseForm } from '../checks/parse.ts';
import { refusals } from '../errors.ts';
import { messageLimits } from '../limits.ts';
import { type Location, uploadLimitBytes } from '../locations.ts';
import { createMessage, deleteMessage, editMessage, findByNonce, messageOf } from '../messages/messages.ts';
import { checkThread, openThread } from '../messages/threads.ts';
import { has, isForum, postingPermission } from '../permissions.ts';
import { bySnowflake, snowflake } from '../state/snowflakes.ts';
import { messageToWire } from '../wire/messages.ts';
import { withBody } from './bodies.ts';
import { paramsOf, type RestParts, visibleLocation } from './parts.ts';

const ROUTE = '/channels/:channelId/messages';

/** A channel's messages, with the bot's own token. Ephemeral messages don't exist here. */
export const addMessageRoutes = (app: FastifyInstance, parts: RestParts): void => {
  const { core } = parts;
  const { botUserId } = core.state.world.application;
  const reach = (channelId: string): { location: Location; permissions: bigint; limitBytes: number } => {
    const { location, permissions } = visibleLocation(core, channelId);
    return { location, permissions, limitBytes: uploadLimitBytes(location) };
  };

  app.get(ROUTE, async (request) => {
    const { channelId } = paramsOf(request);
    const { permissions } = reach(channelId);
    if (!has(permissions, PermissionFlagsBits.ReadMessageHistory)) return [];
    const { limit, before, after } = parseForm(listQuery, request.query);
    const all = (core.state.messages[channelId] ?? []).filter((one) => one.ephemeralFor === null);
    const wanted = all.filter(
      ({ id }) =>
        (before === undefined || bySnowflake(id, before) < 0) && (after === undefined || bySnowflake(id, after) > 0),
    );
    const part = after === undefined ? wanted.slice(-limit) : wanted.slice(0, limit);
    return part.reverse().map((one) => messageToWire(core, one));
  });

  app.get(`${ROUTE}/:messageId`, async (request) => {
    const { channelId, messageId } = paramsOf(request);
    const { permissions } = reach(channelId);
    if (!has(permissions, PermissionFlagsBits.ReadMessageHistory)) throw refusals.missingAccess();
    return messageToWire(core, messageOf(core, channelId, messageId));
  });

  app.post(ROUTE, async (request) => {
    const { channelId } = paramsOf(request);
    const { location, permissions, limitBytes } = reach(channelId);
    if (location.kind === 'guild' && isForum(location.channel)) throw refusals.noTextChannel();
    const needed = location.kind === 'guild' ? postingPermission(location.channel) : 0n;
    if (!has(permissions, needed)) throw refusals.missingPermissions();
    return withBody(parts, request, limitBytes, (json, files) => {
      if (files.length > 0 && !has(permissions, PermissionFlagsBits.AttachFiles)) throw refusals.missingPermissions();
      const create = parseForm(messageCreate, json);
      const earlier = findByNonce(core, botUserId, create);
      if (earlier) return messageToWire(core, earlier);
      openThread(core, location);
      return messageToWire(core, createMessage(core, { location, authorId: botUserId }, create, files));
    });
  });

  app.patch(`${ROUTE}/:messageId`, async (request) => {
    const { channelId, messageId } = paramsOf(request);
    const { location, limitBytes } = reach(channelId);
    return withBody(parts, request, limitBytes, (json, files) => {
      const message = messageOf(core, channelId, messageId);
      if (message.authorId !== botUserId) throw refusals.notYourMessage();
      checkThread(core, location);
      if (core.clock.now() - message.createdAt > messageLimits.oldMs) core.rateLimiter.useOldEdit(channelId);
      return messageToWire(core, editMessage(core, location, message, parseForm(messageEdit, json), files));
    });
  });

  app.delete(`${ROUTE}/:messageId`, async (request, reply) => {
    const { channelId, messageId } = paramsOf(request);
    const { location, permissions } = reach(channelId);
    const message = messageOf(core, channelId, messageId);
    const isAllowed = message.authorId === botUserId || has(permissions, PermissionFlagsBits.ManageMessages);
    if (!isAllowed) throw refusals.missingPermissions();
    checkThread(core, location);
    deleteMessage(core, message);
    return reply.code(204).send();
  });
};

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(messageLimits.listMost).default(messageLimits.listDefault),
  before: snowflake.optional(),
  after: snowflake.optional(),
});
