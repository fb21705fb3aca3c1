import { RetryLater } from '../engine/lane.ts';
import type { Log } from '../log.ts';
import type { OperatorAlert } from './operator-alert.ts';

export type PostOutcome = 'posted' | 'no access' | 'unavailable';

/** Reaches the operators. Repeating it with its key within some minutes makes no second message. */
export type PostToOperator = (
  alert: OperatorAlert,
  options: { idempotencyKey: string; signal: AbortSignal },
) => Promise<PostOutcome>;

/** Discord in trouble is tried again soon; a channel that may not be written to seldom changes. */
export const RETRY_MS = 30_000;
const NO_ACCESS_RETRY_MS = 3_600_000;

/** Says in the log what came of an alert. @throws RetryLater where it was not posted. */
export function requirePosted(outcome: PostOutcome, log: Log, facts: { alert: string; server?: string }): void {
  if (outcome !== 'posted') {
    log.warn({ ...facts, outcome }, 'an alert could not be posted; it is tried again');
    throw new RetryLater(outcome === 'no access' ? NO_ACCESS_RETRY_MS : RETRY_MS);
  }
  log.info(facts, 'alert posted');
}

/** @param keyParts the same for the same alert, also after a restart. @throws RetryLater where the operator was not reached. */
export async function tellOperator(
  { post, log }: { post: PostToOperator; log: Log },
  alert: OperatorAlert,
  keyParts: readonly unknown[],
  signal: AbortSignal,
): Promise<void> {
  const idempotencyKey = ['operator', alert.kind, ...keyParts].join('|');
  requirePosted(await post(alert, { idempotencyKey, signal }), log, { alert: alert.kind });
}
