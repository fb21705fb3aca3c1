import { PermissionFlagsBits } from 'discord.js';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseForm } from '../checks/parse.ts';
import { refusals } from '../errors.ts';
import { inGuild, locationOf, memberOf, personOf } from '../locations.ts';
import { guildPermissions, has, isThread } from '../permissions.ts';
import type { Core } from '../state/core.ts';
import { snowflake } from '../state/snowflakes.ts';
import { channelToWire } from '../wire/channels.ts';
import { guildToWire, roleToWire } from '../wire/guilds.ts';
import { fullMember, userToWire } from '../wire/people.ts';
import { type Channel, channel, type Guild } from '../world/world-schema.ts';
import { joinedGuild, paramsOf, type RestParts, visibleLocation } from './parts.ts';

const lastMessageId = (core: Core, channelId: string): string | null =>
  core.state.messages[channelId]?.findLast((one) => one.ephemeralFor === null)?.id ?? null;

const guildsQuery = z.object({
  after: snowflake.or(z.literal('0')).default('0'),
  limit: z.coerce.number().int().min(1).max(200).default(200),
});
const directChannel = z.object({ recipient_id: z.string() });

const newOverwrite = z.object({
  id: snowflake,
  type: z.union([z.literal(0), z.literal(1)]),
  allow: z.string().regex(/^\d+$/).default('0'),
  deny: z.string().regex(/^\d+$/).default('0'),
});
const newChannel = z.object({
  name: z.string().min(1).max(100),
  // The only type that Easel creates.
  type: z.literal(0),
  permission_overwrites: z.array(newOverwrite).default([]),
});

/** A bot needs Manage Channels, and may only allow or deny permissions that it has itself. */
const createChannel = (core: Core, guild: Guild, wanted: z.output<typeof newChannel>): Channel => {
  const own = guildPermissions(guild, core.state.world.application.botUserId);
  if (!has(own, PermissionFlagsBits.ManageChannels)) throw refusals.missingPermissions();
  const overwrites = wanted.permission_overwrites.map((one) => ({
    ...one,
    type: one.type === 0 ? ('role' as const) : ('member' as const),
  }));
  if (overwrites.some(({ allow, deny }) => !has(own, BigInt(allow) | BigInt(deny)))) {
    throw refusals.missingPermissions();
  }
  const position = 1 + Math.max(0, ...guild.channels.map((one) => one.position));
  const created = channel.parse({ id: core.nextId(), name: wanted.name, position, overwrites });
  guild.channels.push(created);
  core.changes.emit({ kind: 'world' });
  return created;
};

/** Channels, servers and people, as far as the bot can see them. */
export const addChannelRoutes = (app: FastifyInstance, { core }: RestParts): void => {
  const { botUserId } = core.state.world.application;

  app.get('/channels/:channelId', async (request) => {
    const { channelId } = paramsOf(request);
    return channelToWire(core.state.world, visibleLocation(core, channelId).location, lastMessageId(core, channelId));
  });

  app.get('/guilds/:guildId', async (request) => guildToWire(joinedGuild(core, paramsOf(request).guildId)));
  app.get('/guilds/:guildId/roles', async (request) =>
    joinedGuild(core, paramsOf(request).guildId).roles.map(roleToWire),
  );
  // Bots read all channels of a server, even those that they can't see, but no threads.
  app.get('/guilds/:guildId/channels', async (request) => {
    const guild = joinedGuild(core, paramsOf(request).guildId);
    const channels = guild.channels.filter((channel) => !isThread(channel));
    return channels.map((channel) => channelToWire(core.state.world, inGuild(guild, channel), null));
  });
  app.post('/guilds/:guildId/channels', async (request, reply) => {
    const guild = joinedGuild(core, paramsOf(request).guildId);
    const created = createChannel(core, guild, parseForm(newChannel, request.body));
    return reply.code(201).send(channelToWire(core.state.world, inGuild(guild, created), null));
  });
  app.get('/guilds/:guildId/members/:userId', async (request) => {
    const { guildId, userId } = paramsOf(request);
    const member = memberOf(joinedGuild(core, guildId), userId === '@me' ? botUserId : userId);
    if (!member) throw refusals.unknownMember();
    return fullMember(core.state.world, member);
  });

  app.post('/users/@me/channels', async (request) => {
    const { recipient_id: userId } = parseForm(directChannel, request.body);
    if (!personOf(core.state.world, userId)) throw refusals.unknownUser();
    const { directChannels } = core.state.world;
    const known = directChannels.find((one) => one.userId === userId);
    const direct = known ?? { id: core.nextId(), userId };
    if (!known) {
      directChannels.push(direct);
      core.changes.emit({ kind: 'world' });
    }
    return channelToWire(core.state.world, locationOf(core.state.world, direct.id), lastMessageId(core, direct.id));
  });
  app.get('/users/@me/guilds', async (request) => {
    const { after, limit } = parseForm(guildsQuery, request.query);
    const own = core.state.world.guilds.filter(
      (guild) => memberOf(guild, botUserId) && BigInt(guild.id) > BigInt(after),
    );
    own.sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
    return own.slice(0, limit).map((guild) => ({ ...guildToWire(guild), owner: guild.ownerId === botUserId }));
  });
  app.get('/users/:userId', async (request) => {
    const { userId } = paramsOf(request);
    const person = personOf(core.state.world, userId === '@me' ? botUserId : userId);
    if (!person) throw refusals.unknownUser();
    return userId === '@me'
      ? { ...userToWire(person), verified: true, mfa_enabled: true, email: null, flags: 0, locale: person.locale }
      : userToWire(person);
  });
};
