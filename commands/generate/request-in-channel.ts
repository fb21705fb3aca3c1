import type { ServerFacts } from '../../src/discord/interactions/interaction.ts';
import type { JobRequest } from '../../src/jobs/job/job.ts';
import type { RequestFacts } from '../../src/moderation/admission/verdict.ts';
import type { ServerRules } from '../../src/moderation/settings/server-settings.ts';
import { type InServer, type Needs, spenderOf } from '../support/context.ts';
import { isModerator } from '../support/guards.ts';
import { forServer } from './request.ts';

/** Adapts a request to the server's settings, with the facts that moderation judges it by. */
export async function requestInChannel(
  interaction: InServer,
  request: JobRequest,
  context: Needs<'clips' | 'defaults' | 'discord' | 'models' | 'rules'>,
): Promise<RequestFacts & { rules: ServerRules }> {
  const { guildId, server } = interaction;
  const rules = await context.rules();
  const { settings } = rules;
  const ageRestricted = await isAgeRestricted(server, context);
  return {
    ...spenderOf(interaction),
    guildId,
    request: forServer(request, ageRestricted, settings, context),
    ageRestricted,
    isModerator: isModerator(server, settings),
    rules,
  };
}

/** A thread inherits its channel's restriction, which only Discord knows. Without an answer, the thread isn't age-restricted. */
export async function isAgeRestricted(server: ServerFacts, context: Needs<'discord'>): Promise<boolean> {
  if (server.parentChannelId === undefined) return server.isAgeRestricted ?? false;
  return (await context.discord.channels.isAgeRestricted(server.parentChannelId)) ?? false;
}
