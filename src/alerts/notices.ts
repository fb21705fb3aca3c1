export type PostOutcome = 'posted' | 'no access' | 'unavailable';

/** Discord in trouble is tried again soon; a channel that may not be written to seldom changes. */
export const RETRY_MS = 30_000;
const NO_ACCESS_RETRY_MS = 3_600_000;

/** When an alert that could not be posted is tried again. */
export function afterPost(outcome: PostOutcome): { retryAfterMs: number } | undefined {
  if (outcome === 'posted') return undefined;
  return { retryAfterMs: outcome === 'no access' ? NO_ACCESS_RETRY_MS : RETRY_MS };
}
