import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StoredCommand } from '../checks/commands.ts';
import { refusals } from '../errors.ts';
import { gatewayLimits, timesMs } from '../limits.ts';
import { guildOf, memberOf } from '../locations.ts';
import { applicationToWire } from '../wire/application.ts';
import { commandToWire } from '../wire/commands.ts';
import { paramsOf, type RestParts } from './parts.ts';

const GLOBAL = '/applications/:applicationId/commands';
const IN_GUILD = '/applications/:applicationId/guilds/:guildId/commands';

/** The application, its commands, and the address of its gateway. */
export const addApplicationRoutes = (app: FastifyInstance, parts: RestParts): void => {
  const { core, gateway } = parts;
  for (const path of ['/applications/@me', '/oauth2/applications/@me']) {
    app.get(path, async () => applicationToWire(core.state.world));
  }
  app.get('/gateway/bot', async () => ({
    url: gateway.address,
    shards: gateway.shards.recommended,
    session_start_limit: {
      total: gatewayLimits.identifiesPerDay,
      remaining: gateway.identifiesLeft,
      reset_after: timesMs.day,
      max_concurrency: gateway.shards.atOnce,
    },
  }));

  addCommandRoutes(app, parts, GLOBAL);
  addCommandRoutes(app, parts, IN_GUILD);
  addPermissionRoutes(app, parts);
};

const addCommandRoutes = (app: FastifyInstance, { core, commands }: RestParts, route: string): void => {
  const scope = (request: FastifyRequest): string | null => {
    const { applicationId, guildId } = paramsOf(request);
    if (applicationId !== core.state.world.application.id) throw refusals.notYourApplication();
    if (guildId === '') return null;
    const guild = guildOf(core.state.world, guildId);
    if (!guild || !memberOf(guild, core.state.world.application.botUserId)) throw refusals.missingAccess();
    return guildId;
  };
  const toWire = (command: StoredCommand) => commandToWire(core.state.world.application.id, command);

  app.get(route, async (request) => commands.list(scope(request)).map(toWire));
  app.put(route, async (request) => commands.putAll(scope(request), request.body).map(toWire));
};

const overrideTypes = { role: 1, member: 2, channel: 3 } as const;

/** The server's permissions for commands. A bot can read them but not change them. */
const addPermissionRoutes = (app: FastifyInstance, { core, commands }: RestParts): void => {
  const ofGuild = (guildId: string) => {
    const guild = guildOf(core.state.world, guildId);
    if (!guild) throw refusals.missingAccess();
    const applicationId = core.state.world.application.id;
    const all = [...commands.list(null), ...commands.list(guildId)];
    const named = [{ id: applicationId, name: '*' }, ...all];
    return named.flatMap(({ id, name }) => {
      const permissions = guild.commandOverrides
        .filter((one) => one.command === name)
        .map((one) => ({
          id: one.id === '*' ? String(BigInt(guildId) - 1n) : one.id,
          type: overrideTypes[one.target],
          permission: one.allowed,
        }));
      return permissions.length > 0 ? [{ id, application_id: applicationId, guild_id: guildId, permissions }] : [];
    });
  };
  app.get(`${IN_GUILD}/permissions`, async (request) => ofGuild(paramsOf(request).guildId));
};
