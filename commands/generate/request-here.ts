import { channelIdsOf, type InteractionFacts, type ServerFacts } from '../../src/discord/interactions/interaction.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { modelsIn } from '../../src/jobs/variants.ts';
import type { ServerRules } from '../../src/moderation/settings/server-settings.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { RequestFacts } from '../../src/moderation/verdict.ts';
import { keptNames, kindOf, modelIdsOf } from '../../src/task-api/models.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { isModerator } from '../support/guards.ts';

/** What the member did not choose, and the server's settings therefore may. */
export interface LeftOpen {
  model: boolean;
  ratio: boolean;
}

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

/** The request as the server's settings want it. */
export function inSettings(
  { modelNames: _, ...request }: JobRequest,
  leftOpen: LeftOpen,
  ageRestricted: boolean,
  { modelIds, modelNames, ratios, spoiler, prompts, galleryChannelId }: ModerationSettings,
): JobRequest {
  const [ratio] = ratios;
  const needsModel = leftOpen.model && modelIds.length > 0 && !modelIds.includes(request.modelId);
  const otherModel = modelIdsOf(kindOf(request.modelId)).find(
    (id) => modelIds.includes(id) && id !== request.andModelId,
  );
  const isRatioFree = leftOpen.ratio || request.aspectRatio === undefined;
  const needsRatio = isRatioFree && ratio !== undefined && !ratios.includes(request.aspectRatio ?? '');
  const isHidden = spoiler === 'always' || (spoiler === 'ageRestricted' && ageRestricted);
  const plain = { ...request, ...(needsModel && otherModel ? { modelId: otherModel } : {}) };
  return {
    ...plain,
    ...keptNames(modelsIn(plain), modelNames),
    ...(needsRatio ? { aspectRatio: ratio } : {}),
    spoiler: request.spoiler || isHidden,
    hidesPrompt: prompts === 'member' || request.promptById !== undefined,
    offersGallery: galleryChannelId !== null,
  };
}
