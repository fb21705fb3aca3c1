import { PermissionFlagsBits } from 'discord.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseForm } from '../checks/parse.ts';
import type { Commands } from '../commands.ts';
import { DiscordRefusal, refusals } from '../errors.ts';
import type { GatewayHub } from '../gateway/hub.ts';
import type { Interactions } from '../interactions.ts';
import { guildOf, type Location, locationOf, memberOf, permissionsIn } from '../locations.ts';
import { has } from '../permissions.ts';
import type { RequestLog } from '../request-log.ts';
import type { Core } from '../state/core.ts';
import { snowflake } from '../state/snowflakes.ts';
import type { Guild } from '../world/world-schema.ts';

/** What the routes use. */
export interface RestParts {
  core: Core;
  gateway: GatewayHub;
  interactions: Interactions;
  commands: Commands;
  requests: RequestLog;
  /** Holds uploads until a message takes them. */
  uploadFolder: string;
}

const ids = z.object({
  applicationId: snowflake.default(''),
  guildId: snowflake.default(''),
  channelId: snowflake.default(''),
  messageId: z.union([snowflake, z.literal('@original')]).default(''),
  interactionId: snowflake.default(''),
  userId: z.union([snowflake, z.literal('@me')]).default(''),
  token: z.string().default(''),
});

/** The ids in the address; '' for ids that the route doesn't have. @throws DiscordRefusal 400 code 50035 */
export const paramsOf = (request: FastifyRequest): z.output<typeof ids> => parseForm(ids, request.params);

/** A server that the bot is in. @throws DiscordRefusal 404 code 10004 or 403 code 50001 */
export const joinedGuild = ({ state }: Core, guildId: string): Guild => {
  const guild = guildOf(state.world, guildId);
  if (!guild) throw refusals.unknownGuild();
  if (!memberOf(guild, state.world.application.botUserId)) throw refusals.missingAccess();
  return guild;
};

/** A channel that the bot can see, and its permissions there. @throws DiscordRefusal 404 code 10003 or 403 code 50001 */
export const visibleLocation = ({ state }: Core, channelId: string): { location: Location; permissions: bigint } => {
  const location = locationOf(state.world, channelId);
  const permissions = permissionsIn(state.world, location, state.world.application.botUserId);
  if (!has(permissions, PermissionFlagsBits.ViewChannel)) throw refusals.missingAccess();
  return { location, permissions };
};

/** Runs `check` and moves its complaints under `data`, where an interaction's answer has its message. */
export const underData = <Result>(check: () => Result): Result => {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof DiscordRefusal) || !error.errors || 'data' in error.errors) throw error;
    const { status, code, message, errors } = error;
    throw new DiscordRefusal(status, code, message, { errors: { data: errors } });
  }
};
