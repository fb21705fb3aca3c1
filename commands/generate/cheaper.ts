import type { JobRequest } from '../../src/jobs/job.ts';
import { modelsIn } from '../../src/jobs/variants.ts';

/** A request that costs less than the one that was refused. */
export interface CheaperRequest {
  request: JobRequest;
  count: number;
  credits: number;
}

export interface Purse {
  leftCredits: number;
  /** The models that may make it here. */
  modelIds: readonly string[];
  quoteCredits: (modelId: string) => number;
}

/** What the credits are still enough for: as many as possible by the same model, and by a cheaper one. */
export function cheaperRequests(
  { request, count }: { request: JobRequest; count: number },
  { leftCredits, modelIds, quoteCredits }: Purse,
): CheaperRequest[] {
  const { andModelId: _, ...alone } = request;
  const wanted = count / modelsIn(request).length;
  const byModel = (modelId: string): CheaperRequest[] => {
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
