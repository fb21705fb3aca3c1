import { z } from 'zod';
import { backOffMs } from '../time/back-off.ts';
import { DAY_MS } from '../time/clock.ts';

/** Later tries of a message that was out of reach: a channel may be open again, or the bot back in its server. */

/** Each wait is twice the one before. */
const WAITS = { firstMs: 5 * 60_000, longestMs: 4 * DAY_MS };
/** The last try is after a week. */
const TRIES_MAX = 12;

export const lateTriesSchema = z.strictObject({
  /** How often the message was out of reach, and when it was last. */
  tries: z.int().min(0),
  triedAtMs: z.int().min(0),
});
type LateTries = z.output<typeof lateTriesSchema>;

/** How long until the next try. Times in the future count nowhere. */
export function waitMs({ tries, triedAtMs }: LateTries, nowMs: number): number {
  const sinceMs = nowMs - triedAtMs;
  return tries === 0 || sinceMs < 0 ? 0 : Math.max(0, backOffMs(tries - 1, WAITS) - sinceMs);
}

/** The message was out of reach once more. @returns undefined if that was the last try */
export function triedAgain(before: LateTries | undefined, nowMs: number): LateTries | undefined {
  const tries = (before?.tries ?? 0) + 1;
  return tries < TRIES_MAX ? { tries, triedAtMs: nowMs } : undefined;
}
