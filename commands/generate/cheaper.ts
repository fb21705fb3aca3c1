import type { GenerationRequest } from '../../src/jobs/job/job.ts';
import { modelsIn } from '../../src/jobs/job/variants.ts';

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
