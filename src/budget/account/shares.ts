import { z } from 'zod';
import { amountSchema, idSchema, timeSchema } from '../ledger/amounts.ts';
import {
  byStart,
  everyOf,
  type PeriodKey,
  periodAfter,
  periodEndMs,
  periodKeyAt,
  periodStartMs,
} from '../periods/period.ts';

/** Counters of one server's shares: a few hundred kilobytes. */
export const COUNTERS_MAX = 5_000;

/** Who a manager's limit is for. */
export const shareTargetSchema = z.discriminatedUnion('kind', [
  /** Each member separately. */
  z.strictObject({ kind: z.literal('everyone') }),
  z.strictObject({ kind: z.literal('member'), id: idSchema }),
  /** Each member of a role separately, or all of them together. */
  z.strictObject({ kind: z.literal('role'), id: idSchema, together: z.boolean() }),
  /** Everything that is made in a channel and its threads. */
  z.strictObject({ kind: z.literal('channel'), id: idSchema }),
]);
export type ShareTarget = z.output<typeof shareTargetSchema>;
export const SHARE_TARGETS = ['everyone', 'member', 'role', 'channel'] as const satisfies ShareTarget['kind'][];

export const SHARE_EVERY = ['day', 'week', 'month'] as const;

/** A limit within the server's budget. It reserves no credits. */
export const shareSchema = z.strictObject({
  target: shareTargetSchema,
  every: z.enum(SHARE_EVERY),
  credits: amountSchema,
  /** The share counts what is held from then on. Unset in an operation. */
  setAtMs: timeSchema.optional(),
});
export type Share = z.output<typeof shareSchema>;

/** Who wants to spend, and where. */
export interface Spender {
  memberId: string;
  roleIds: readonly string[];
  /** The channel and, for a thread, its parent channel. */
  channelIds: readonly string[];
}

/** What a share leaves to one spender now. */
export interface ShareRoom {
  share: Share;
  usedCredits: number;
  leftCredits: number;
  renewsAtMs: number;
}

/** By `counterKeySchema`. */
export type Counters = Readonly<Record<string, number>>;

/** A share is identified by its target and its window, so setting it again changes its credits. */
export function shareKey({ target, every }: Pick<Share, 'target' | 'every'>): string {
  const who = target.kind === 'everyone' ? '' : target.id;
  const together = target.kind === 'role' && target.together ? 'together' : '';
  return [target.kind, who, together, every].join(':');
}

function isFor({ target }: Share, { memberId, roleIds, channelIds }: Spender): boolean {
  switch (target.kind) {
    case 'everyone':
      return true;
    case 'member':
      return target.id === memberId;
    case 'role':
      return roleIds.includes(target.id);
    case 'channel':
      return channelIds.includes(target.id);
  }
}

/**
 * Limits on one member's own spending share a counter, because it is the same spending. Only in the window in which a
 * share is set does it have its own counter, so that earlier spending doesn't count.
 */
function counterOf({ target, every, setAtMs }: Share, { memberId }: Spender, nowMs: number, timeZone: string): string {
  const windowKey = periodKeyAt(nowMs, every, timeZone);
  const isSetInWindow = setAtMs !== undefined && byStart(periodKeyAt(setAtMs, every, timeZone), windowKey) >= 0;
  const window = isSetInWindow ? `${windowKey}:${setAtMs}` : windowKey;
  if (target.kind === 'channel') return `channel:${target.id}:${window}`;
  if (target.kind === 'role' && target.together) return `role:${target.id}:${window}`;
  return `member:${memberId}:${window}`;
}

/** The counters that this spender's holds count in. */
export function countersFor(shares: readonly Share[], spender: Spender, nowMs: number, timeZone: string): string[] {
  const matching = shares.filter((share) => isFor(share, spender));
  return [...new Set(matching.map((share) => counterOf(share, spender, nowMs, timeZone)))];
}

/** All shares that limit a spender, the strictest first. */
export function roomInShares(
  shares: readonly Share[],
  counters: Counters,
  spender: Spender,
  nowMs: number,
  timeZone: string,
): ShareRoom[] {
  return shares
    .filter((share) => isFor(share, spender))
    .map((share) => {
      const usedCredits = counters[counterOf(share, spender, nowMs, timeZone)] ?? 0;
      const windowKey = periodKeyAt(nowMs, share.every, timeZone);
      const renewsAtMs = periodEndMs(windowKey, timeZone) ?? periodStartMs(periodAfter(windowKey), timeZone);
      return { share, usedCredits, leftCredits: Math.max(0, share.credits - usedCredits), renewsAtMs };
    })
    .sort((a, b) => a.leftCredits - b.leftCredits || b.renewsAtMs - a.renewsAtMs);
}

/** The window that a counter counts in. */
export function windowOf(counterKey: string): PeriodKey {
  return counterKey.split(':')[2] ?? '';
}

/** Adds an amount to these counters, except those that were dropped. */
export function countIn(counters: Counters, keys: readonly string[], credits: number): Counters {
  const kept = keys.filter((key) => counters[key] !== undefined);
  if (kept.length === 0 || credits === 0) return counters;
  return { ...counters, ...Object.fromEntries(kept.map((key) => [key, (counters[key] ?? 0) + credits])) };
}

/** How long ended windows stay, in case the clock steps back. */
const WINDOW_KEPT_MS = 3_600_000;

/** Drops the counters of windows that have ended. */
export function withoutExpired(counters: Counters, nowMs: number, timeZone: string): Counters {
  const entries = Object.entries(counters);
  if (entries.length === 0) return counters;
  const oldest = new Map(
    SHARE_EVERY.map((every) => [every, periodKeyAt(Math.max(0, nowMs - WINDOW_KEPT_MS), every, timeZone)]),
  );
  /** Cached, because thousands of counters have only a few windows. */
  const known = new Map<PeriodKey, boolean>();
  const isKept = (window: PeriodKey): boolean => {
    const every = everyOf(window);
    const kept = known.get(window) ?? (every !== 'none' && byStart(window, oldest.get(every) ?? '') >= 0);
    known.set(window, kept);
    return kept;
  };
  const kept = entries.filter(([key]) => isKept(windowOf(key)));
  return kept.length === entries.length ? counters : Object.fromEntries(kept);
}

/** Dropped together, so that not every hold has to sort the counters. */
const DROPPED_TOGETHER = COUNTERS_MAX / 10;

/**
 * Makes room for more counters by dropping the smallest, except the needed ones. A member whose counter is dropped can
 * spend that little again, but no one is refused because thousands of others spent something.
 */
export function withRoomFor(counters: Counters, more: number, needed: readonly string[]): Counters {
  const all = Object.entries(counters);
  if (all.length + more <= COUNTERS_MAX) return counters;
  const least = all.filter(([key]) => !needed.includes(key)).sort(([, a], [, b]) => a - b);
  const forgotten = new Set(least.slice(0, Math.max(more, DROPPED_TOGETHER)).map(([key]) => key));
  return Object.fromEntries(all.filter(([key]) => !forgotten.has(key)));
}
