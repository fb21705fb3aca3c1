import type { GenerationRequest, JobRequest } from '../../src/jobs/job/job.ts';
import { modelsIn } from '../../src/jobs/job/variants.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { keptNames, kindOf, modelIdsOf } from '../../src/task-api/models.ts';

/** What the member didn't choose, so that the server's settings may. */
export interface UnspecifiedOptions {
  model: boolean;
  ratio: boolean;
}

/** Adapts a request to the server's settings. */
export function applySettings(
  { modelNames: _, ...request }: JobRequest,
  leftOpen: UnspecifiedOptions,
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

/** The same request again. A hidden prompt stays hidden from everyone except its first author. */
export function repeatRequest(
  request: JobRequest,
  madeFrom: { jobId: string; memberId: string },
  byId: string,
): JobRequest {
  const { promptById: knownId, ...plain } = request;
  const promptById = knownId ?? madeFrom.memberId;
  const isAnothers = request.hidesPrompt === true && promptById !== byId;
  return { ...plain, madeFrom: { ...madeFrom, how: 'again' }, ...(isAnothers ? { promptById } : {}) };
}

export interface Affordable {
  leftCredits: number;
  /** Allowed in this server, for this kind. */
  modelIds: readonly string[];
  quoteCredits: (modelId: string) => number;
}

/** What the remaining credits pay for: as many as possible with the same model, or with a cheaper one. */
export function cheaperRequests(
  { request, count }: GenerationRequest,
  { leftCredits, modelIds, quoteCredits }: Affordable,
): (GenerationRequest & { credits: number })[] {
  const { andModelId: _, ...alone } = request;
  const wanted = count / modelsIn(request).length;
  const byModel = (modelId: string) => {
    const price = quoteCredits(modelId);
    const affordable = price === 0 ? wanted : Math.min(wanted, Math.floor(leftCredits / price));
    // Only the member can say which of several prompts to leave out.
    const least = request.isVaried ? wanted : 1;
    return affordable < least
      ? []
      : [{ request: { ...alone, modelId }, count: affordable, credits: affordable * price }];
  };
  const others = modelIds
    .filter((id) => quoteCredits(id) < quoteCredits(request.modelId))
    .flatMap(byModel)
    .toSorted((a, b) => b.count - a.count || b.credits - a.credits);
  return [...byModel(request.modelId), ...others.slice(0, 1)];
}
