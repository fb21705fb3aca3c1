import { channelIdsOf, type InteractionFacts, type ServerFacts } from '../../src/discord/interactions/interaction.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import type { RequestFacts } from '../../src/moderation/admission/verdict.ts';
import type { ServerRules } from '../../src/moderation/settings/server-settings.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { isModerator } from '../support/guards.ts';
import { inSettings, type LeftOpen } from './decisions.ts';

/** A request in the channel of the press: as the server's settings want it, and what moderation judges it by. */
export interface RequestHere extends RequestFacts {
  request: JobRequest;
  rules: ServerRules;
}

export async function requestHere(
  interaction: InServer<InteractionFacts>,
  request: JobRequest,
  context: CommandContext,
  leftOpen: LeftOpen = { model: false, ratio: false },
): Promise<RequestHere> {
  const { channelId, server, userId: memberId } = interaction;
  const { guildId, roleIds } = server;
  const rules = await context.rules();
  const { settings } = rules;
  const ageRestricted = await isAgeRestricted(server, context);
  return {
    guildId,
    memberId,
    request: inSettings(request, leftOpen, ageRestricted, settings),
    channelIds: channelIdsOf(channelId, server),
    ageRestricted,
    roleIds,
    isModerator: isModerator(server, settings),
    rules,
  };
}

/** A thread inherits its parent's setting, which only Discord can tell; where it does not, nobody counts as grown up. */
export async function isAgeRestricted(server: ServerFacts, context: CommandContext): Promise<boolean> {
  if (server.parentChannelId === undefined) return server.isAgeRestricted ?? false;
  return (await context.discord.isChannelAgeRestricted(server.parentChannelId)) ?? false;
}
