import { z } from 'zod';
import { amountSchema, COUNTERS_MAX, idSchema, timeSchema } from '../amounts.ts';
import {
  byStart,
  everyOf,
  type PeriodKey,
  periodAfter,
  periodEndMs,
  periodKeyAt,
  periodStartMs,
} from '../periods/period.ts';

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
  /** It counts what is held from then on. An order for one has none. */
  setAtMs: timeSchema.optional(),
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

/** Held and spent in a window, by counter: `member:123:2026-11-20`; with a time at its end, since then only. */
export const counterKeySchema = z.string().regex(/^(?:member|role|channel):[^:]{1,100}:[w\d-]{7,11}(?::\d{1,16})?$/u);
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

/**
 * Limits on one member's own spending share a counter: it is the same spending. Only in the window in which it is set a
 * share has one of its own, so that nothing counts that was spent before.
 */
function counterOf({ target, every, setAtMs }: Share, { memberId }: Spender, nowMs: number, timeZone: string): string {
  const windowKey = periodKeyAt(nowMs, every, timeZone);
  const isSetInWindow = setAtMs !== undefined && byStart(periodKeyAt(setAtMs, every, timeZone), windowKey) >= 0;
  const window = isSetInWindow ? `${windowKey}:${setAtMs}` : windowKey;
  if (target.kind === 'channel') return `channel:${target.id}:${window}`;
  if (target.kind === 'role' && target.together) return `role:${target.id}:${window}`;
  return `member:${memberId}:${window}`;
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

function windowOf(counterKey: string): PeriodKey {
  return counterKey.split(':')[2] ?? '';
}

/** The counters with an amount more, or less, in those of these that are still kept. */
export function countIn(counters: Counters, keys: readonly string[], credits: number): Counters {
  const kept = keys.filter((key) => counters[key] !== undefined);
  if (kept.length === 0 || credits === 0) return counters;
  return { ...counters, ...Object.fromEntries(kept.map((key) => [key, (counters[key] ?? 0) + credits])) };
}

/** A clock that steps back by less finds the window before this one as it left it. */
const WINDOW_KEPT_MS = 3_600_000;

/** Without the windows that ended. */
export function withoutEnded(counters: Counters, nowMs: number, timeZone: string): Counters {
  const entries = Object.entries(counters);
  if (entries.length === 0) return counters;
  const oldest = new Map(
    SHARE_EVERY.map((every) => [every, periodKeyAt(Math.max(0, nowMs - WINDOW_KEPT_MS), every, timeZone)]),
  );
  /** Thousands of counters have a few windows. */
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

/** So many are forgotten at once, so that the least are not looked for with every hold. */
const FORGOTTEN_AT_ONCE = COUNTERS_MAX / 10;

/**
 * The counters with place for so many more. Nobody is refused for what thousands of others spent: who used least of a
 * share is forgotten instead, and may use that little once more. These are not forgotten.
 */
export function withPlaceFor(counters: Counters, more: number, needed: readonly string[]): Counters {
  const all = Object.entries(counters);
  if (all.length + more <= COUNTERS_MAX) return counters;
  const least = all.filter(([key]) => !needed.includes(key)).sort(([, a], [, b]) => a - b);
  const forgotten = new Set(least.slice(0, Math.max(more, FORGOTTEN_AT_ONCE)).map(([key]) => key));
  return Object.fromEntries(all.filter(([key]) => !forgotten.has(key)));
}
