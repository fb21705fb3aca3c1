import { PermissionFlagsBits } from 'discord.js';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseForm } from '../checks/parse.ts';
import { refusals } from '../errors.ts';
import { has } from '../permissions.ts';
import { guildOf, memberOf, type Place, permissionsIn, personOf, placeOf } from '../places.ts';
import type { Core } from '../state/core.ts';
import { channelToWire } from '../wire/channels.ts';
import { guildToWire, roleToWire } from '../wire/guilds.ts';
import { fullMember, userToWire } from '../wire/people.ts';
import { paramsOf, type RestParts } from './parts.ts';

const lastMessageId = (core: Core, channelId: string): string | null =>
  core.state.messages[channelId]?.findLast((one) => one.ephemeralFor === null)?.id ?? null;

const directChannel = z.object({ recipient_id: z.string() });

/** Channels, servers and people, as far as the bot sees them. */
export const addPlaceRoutes = (app: FastifyInstance, { core }: RestParts): void => {
  const { botUserId } = core.state.world.application;
  const visible = (channelId: string): Place => {
    const place = placeOf(core.state.world, channelId);
    if (!has(permissionsIn(core.state.world, place, botUserId), PermissionFlagsBits.ViewChannel)) {
      throw refusals.missingAccess();
    }
    return place;
  };
  const joined = (guildId: string) => {
    const guild = guildOf(core.state.world, guildId);
    if (!guild) throw refusals.unknownGuild();
    if (!memberOf(guild, botUserId)) throw refusals.missingAccess();
    return guild;
  };

  app.get('/channels/:channelId', async (request) => {
    const { channelId } = paramsOf(request);
    return channelToWire(core.state.world, visible(channelId), lastMessageId(core, channelId));
  });

  app.get('/guilds/:guildId', async (request) => guildToWire(joined(paramsOf(request).guildId)));
  app.get('/guilds/:guildId/roles', async (request) => joined(paramsOf(request).guildId).roles.map(roleToWire));
  app.get('/guilds/:guildId/members/:userId', async (request) => {
    const { guildId, userId } = paramsOf(request);
    const member = memberOf(joined(guildId), userId === '@me' ? botUserId : userId);
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
    return channelToWire(core.state.world, placeOf(core.state.world, direct.id), lastMessageId(core, direct.id));
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
