import { channelIdsOf, type InteractionFacts, type ServerFacts } from '../../src/discord/interactions/interaction.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { modelsIn } from '../../src/jobs/variants.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Wish } from '../../src/moderation/verdict.ts';
import { keptNames, kindOf, modelIdsOf } from '../../src/task-api/models.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { isModerator } from '../support/moderators.ts';

/** What the member did not choose, and the server's settings therefore may. */
export interface LeftOpen {
  model: boolean;
  ratio: boolean;
}

/** A thread inherits its parent's setting, which only Discord can tell; where it does not, nobody counts as grown up. */
export async function isAgeRestricted(server: ServerFacts, context: CommandContext): Promise<boolean> {
  if (server.parentChannelId === undefined) return server.isAgeRestricted ?? false;
  return (await context.isChannelAgeRestricted(server.parentChannelId)) ?? false;
}

/** The request as the server's settings want it. */
export function asWanted(
  request: JobRequest,
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
  const { modelNames: _, ...asked } = request;
  const plain = { ...asked, ...(needsModel && otherModel ? { modelId: otherModel } : {}) };
  return {
    ...plain,
    ...keptNames(modelsIn(plain), modelNames),
    ...(needsRatio ? { aspectRatio: ratio } : {}),
    spoiler: request.spoiler || isHidden,
    hidesPrompt: prompts === 'member' || request.promptById !== undefined,
    offersGallery: galleryChannelId !== null,
  };
}

export function wishOf(
  { server, channelId }: InServer<InteractionFacts>,
  request: JobRequest,
  ageRestricted: boolean,
  settings: ModerationSettings,
): Wish {
  return {
    request,
    channelIds: channelIdsOf(channelId, server),
    ageRestricted,
    roleIds: server.roleIds,
    isModerator: isModerator(server, settings),
  };
}
