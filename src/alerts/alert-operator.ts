import { RetryLater } from '../engine/lane.ts';
import type { OperatorAlert } from './operator-alert.ts';

/**
 * Posts an alert to the operators. Repeating it with the same key within some minutes makes no second message.
 * @returns false if Easel may not post
 * @throws RetryLater while Discord is unavailable
 */
export type PostToOperator = (
  alert: OperatorAlert,
  options: { idempotencyKey: string; signal: AbortSignal },
) => Promise<boolean>;

/** A channel that is closed to Easel seldom opens, and Discord bans bots that try too often. */
const NO_ACCESS_RETRY_MS = 3_600_000;

/** @throws RetryLater if Easel may not post */
export function requirePosted(isPosted: boolean): void {
  if (!isPosted) throw new RetryLater(NO_ACCESS_RETRY_MS);
}

/** @param keyParts the same for the same alert, even after a restart. @throws RetryLater if the operator wasn't reached */
export async function alertOperator(
  post: PostToOperator,
  alert: OperatorAlert,
  keyParts: readonly unknown[],
  signal: AbortSignal,
): Promise<void> {
  const idempotencyKey = ['operator', alert.kind, ...keyParts].join('|');
  requirePosted(await post(alert, { idempotencyKey, signal }));
}
