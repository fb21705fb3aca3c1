import { z } from 'zod';
import type { Hold } from '../budget/account.ts';
import { HOLDS_MAX, idSchema, sumSchema, taskKeySchema } from '../budget/amounts.ts';
import { periodKeySchema } from '../budget/period.ts';
import type { AccountView } from '../budget/view.ts';

/** What a server's channel is told of its budget, and what it was told already. */

export const THRESHOLDS_PERCENT = [50, 80, 100] as const;

export const alertRecordSchema = z.strictObject({
  channelId: idSchema,
  /** The last threshold that was told, and of which budget it was one. */
  told: z.strictObject({ periodKey: periodKeySchema, budgetCredits: sumSchema, percent: z.int().min(0).max(100) }),
  /** Unconfirmed tasks that were told. */
  toldTaskKeys: z.array(taskKeySchema).max(HOLDS_MAX),
  /** Those of the alert that is being posted, written down first: a restart posts the same alert, and Discord keeps one. */
  tellingTaskKeys: z.array(taskKeySchema).max(HOLDS_MAX).default([]),
});
export type AlertRecord = z.output<typeof alertRecordSchema>;

export type Alert =
  | { kind: 'used'; percent: number; leftCredits: number; budgetCredits: number; renewsAtMs: number | undefined }
  | { kind: 'unconfirmed'; tasks: number; credits: number };

/** The record of a channel that was told nothing yet; what is unconfirmed by now will be told. */
export function newRecord(channelId: string, view: AccountView): AlertRecord {
  const { periodKey, budgetCredits } = view;
  return {
    channelId,
    told: { periodKey, budgetCredits, percent: reached(view) },
    toldTaskKeys: [],
    tellingTaskKeys: [],
  };
}

/** The highest threshold that spending and holds have reached; 0 for none. */
function reached({ spentCredits, heldCredits, budgetCredits }: AccountView): number {
  if (budgetCredits === 0) return 0;
  const usedPercent = ((spentCredits + heldCredits) / budgetCredits) * 100;
  return THRESHOLDS_PERCENT.findLast((threshold) => usedPercent >= threshold) ?? 0;
}

type HeldTask = Pick<Hold, 'unconfirmed' | 'credits'> & { taskKey: string };

/** The record with the unconfirmed tasks that the next alert is about; the same one where an alert is being posted, or none is due. */
export function withNextTasks(before: AlertRecord, holds: readonly HeldTask[]): AlertRecord {
  if (before.tellingTaskKeys.length > 0) return before;
  const told = new Set(before.toldTaskKeys);
  const fresh = holds.filter(({ unconfirmed, taskKey }) => unconfirmed && !told.has(taskKey));
  return fresh.length === 0 ? before : { ...before, tellingTaskKeys: fresh.map(({ taskKey }) => taskKey) };
}

/**
 * What is to be told now, and the record once it was. Each threshold is told once in a period; a budget that grew has those
 * thresholds ahead of it again that it is under now. Where several were passed at once, the highest is told.
 */
export function dueAlerts(
  before: AlertRecord,
  view: AccountView,
  holds: readonly HeldTask[],
): { alerts: Alert[]; after: AlertRecord } {
  const { periodKey, budgetCredits, leftCredits, renewsAtMs } = view;
  const percent = reached(view);
  const isNewPeriod = before.told.periodKey !== periodKey;
  const hasGrown = !isNewPeriod && budgetCredits > before.told.budgetCredits;
  const toldPercent = isNewPeriod ? 0 : hasGrown ? Math.min(before.told.percent, percent) : before.told.percent;
  const used: Alert[] =
    percent > toldPercent ? [{ kind: 'used', percent, leftCredits, budgetCredits, renewsAtMs }] : [];

  const telling = new Set(before.tellingTaskKeys);
  const told = new Set([...before.toldTaskKeys, ...telling]);
  const unconfirmed = holds.filter((hold) => hold.unconfirmed);
  const fresh = unconfirmed.filter(({ taskKey }) => telling.has(taskKey));
  const credits = fresh.reduce((sum, hold) => sum + hold.credits, 0);
  const lost: Alert[] = fresh.length > 0 ? [{ kind: 'unconfirmed', tasks: fresh.length, credits }] : [];
  const after: AlertRecord = {
    ...before,
    told: { periodKey, budgetCredits, percent: Math.max(percent, toldPercent) },
    toldTaskKeys: unconfirmed.map(({ taskKey }) => taskKey).filter((taskKey) => told.has(taskKey)),
    tellingTaskKeys: [],
  };
  return { alerts: [...used, ...lost], after };
}
