import type { GenerationRequest } from '../../src/jobs/job/job.ts';
import { modelsIn } from '../../src/jobs/job/variants.ts';
import type { Price } from '../../src/task-api/models.ts';

export interface Affordable {
  leftCredits: number;
  /** Allowed in this server, for this kind. */
  modelIds: readonly string[];
  priceOf: (modelId: string) => Price;
}

/** What the remaining credits pay for: as many as possible with the same model, or with a cheaper one. */
export function cheaperRequests(
  { request, count }: GenerationRequest,
  { leftCredits, modelIds, priceOf }: Affordable,
): (GenerationRequest & { price: Price })[] {
  const { andModelId: _, ...alone } = request;
  const wanted = count / modelsIn(request).length;
  const byModel = (modelId: string) => {
    const { credits, isGuess } = priceOf(modelId);
    const affordable = credits === 0 ? wanted : Math.min(wanted, Math.floor(leftCredits / credits));
    // Only the member can say which of several prompts to leave out.
    const least = request.isVaried ? wanted : 1;
    return affordable < least
      ? []
      : [{ request: { ...alone, modelId }, count: affordable, price: { credits: affordable * credits, isGuess } }];
  };
  const others = modelIds
    .filter((id) => priceOf(id).credits < priceOf(request.modelId).credits)
    .flatMap(byModel)
    .toSorted((a, b) => b.count - a.count || b.price.credits - a.price.credits);
  return [...byModel(request.modelId), ...others.slice(0, 1)];
}
