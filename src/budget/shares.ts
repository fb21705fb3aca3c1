import { z } from 'zod';
import { amountSchema, idSchema } from './amounts.ts';
import { byStart, everyOf, type PeriodKey, periodAfter, periodEndMs, periodKeyAt, periodStartMs } from './period.ts';

/** Whom a manager's limit is for. */
export const shareTargetSchema = z.discriminatedUnion('kind', [
  /** Each member by himself. */
  z.strictObject({ kind: z.literal('everyone') }),
  z.strictObject({ kind: z.literal('member'), id: idSchema }),
  /** Each member of a role by himself, or all of them together. */
  z.strictObject({ kind: z.literal('role'), id: idSchema, together: z.boolean() }),
  /** All that is made in a channel and its threads, by whomever. */
  z.strictObject({ kind: z.literal('channel'), id: idSchema }),
]);
export type ShareTarget = z.output<typeof shareTargetSchema>;

export const SHARE_EVERY = ['day', 'week', 'month'] as const;

/** A limit within the server's budget; it gives nobody a right to credits. */
export const shareSchema = z.strictObject({
  target: shareTargetSchema,
  every: z.enum(SHARE_EVERY),
  credits: amountSchema,
});
export type Share = z.output<typeof shareSchema>;

/** Who wants to spend, and where. */
export interface Spender {
  memberId: string;
  roleIds: readonly string[];
  /** The channel and, for a thread, the one that it belongs to. */
  channelIds: readonly string[];
}

/** What a share leaves to one spender now. */
export interface ShareRoom {
  share: Share;
  usedCredits: number;
  leftCredits: number;
  renewsAtMs: number;
}

/** Held and spent in a window, by counter: `member:123:2026-11-20`. */
export const counterKeySchema = z.string().regex(/^(?:member|role|channel):[^:]{1,100}:[w\d-]{7,11}$/u);
export type Counters = Readonly<Record<string, number>>;

/** A share is named by whom it is for and how often: setting it again changes its credits. */
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

/** Limits on one member's own spending share a counter: it is the same spending. */
function counterOf({ target, every }: Share, { memberId }: Spender, nowMs: number, timeZone: string): string {
  const windowKey = periodKeyAt(nowMs, every, timeZone);
  if (target.kind === 'channel') return `channel:${target.id}:${windowKey}`;
  if (target.kind === 'role' && target.together) return `role:${target.id}:${windowKey}`;
  return `member:${memberId}:${windowKey}`;
}

/** The counters that a hold of this spender counts in; a share counts from the moment it is set. */
export function countersFor(shares: readonly Share[], spender: Spender, nowMs: number, timeZone: string): string[] {
  const matching = shares.filter((share) => isFor(share, spender));
  return [...new Set(matching.map((share) => counterOf(share, spender, nowMs, timeZone)))];
}

/** All shares that bind a spender, the strictest first. */
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

export function windowOf(counterKey: string): PeriodKey {
  return counterKey.slice(counterKey.lastIndexOf(':') + 1);
}

/** The counters with an amount more, or less, in those of these that are still kept. */
export function countIn(counters: Counters, keys: readonly string[], credits: number): Counters {
  const kept = keys.filter((key) => counters[key] !== undefined);
  if (kept.length === 0 || credits === 0) return counters;
  return { ...counters, ...Object.fromEntries(kept.map((key) => [key, (counters[key] ?? 0) + credits])) };
}

/** Without the windows that ended; the one before now is kept, for clocks that step back a little. */
export function withoutEnded(counters: Counters, nowMs: number, timeZone: string): Counters {
  const oldest = new Map(SHARE_EVERY.map((every) => [every, periodAfter(periodKeyAt(nowMs, every, timeZone), -1)]));
  const entries = Object.entries(counters);
  const kept = entries.filter(([key]) => {
    const every = everyOf(windowOf(key));
    return every !== 'none' && byStart(windowOf(key), oldest.get(every) ?? '') >= 0;
  });
  return kept.length === entries.length ? counters : Object.fromEntries(kept);
}
