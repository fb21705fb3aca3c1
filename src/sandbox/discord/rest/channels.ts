import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseForm } from '../checks/parse.ts';
import { refusals } from '../errors.ts';
import { locationOf, memberOf, personOf } from '../locations.ts';
import type { Core } from '../state/core.ts';
import { channelToWire } from '../wire/channels.ts';
import { guildToWire, roleToWire } from '../wire/guilds.ts';
import { fullMember, userToWire } from '../wire/people.ts';
import { joinedGuild, paramsOf, type RestParts, visibleLocation } from './parts.ts';

const lastMessageId = (core: Core, channelId: string): string | null =>
  core.state.messages[channelId]?.findLast((one) => one.ephemeralFor === null)?.id ?? null;

const directChannel = z.object({ recipient_id: z.string() });

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
  app.get('/users/:userId', async (request) => {
    const { userId } = paramsOf(request);
    const person = personOf(core.state.world, userId === '@me' ? botUserId : userId);
    if (!person) throw refusals.unknownUser();
    return userId === '@me'
      ? { ...userToWire(person), verified: true, mfa_enabled: true, email: null, flags: 0, locale: person.locale }
      : userToWire(person);
  });
};
