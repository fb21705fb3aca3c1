import { z } from 'zod';
import type { AccountView } from '../budget/account/view.ts';
import { idSchema, sumSchema } from '../budget/amounts.ts';
import { periodKeySchema } from '../budget/periods/period.ts';
import { type HeldTask, tasksToTell, toldTasksPart } from './told-tasks.ts';

/** What a server's channel is told of its budget, and what it was told already. */

const THRESHOLDS_PERCENT = [50, 80, 100] as const;

export const alertRecordSchema = z.strictObject({
  channelId: idSchema,
  /** The last threshold that was told, and of which budget it was one. */
  told: z.strictObject({ periodKey: periodKeySchema, budgetCredits: sumSchema, percent: z.int().min(0).max(100) }),
  ...toldTasksPart,
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

  const { fresh, after: told } = tasksToTell(before, holds);
  const credits = fresh.reduce((sum, hold) => sum + hold.credits, 0);
  const lost: Alert[] = fresh.length > 0 ? [{ kind: 'unconfirmed', tasks: fresh.length, credits }] : [];
  const after: AlertRecord = {
    ...before,
    ...told,
    told: { periodKey, budgetCredits, percent: Math.max(percent, toldPercent) },
  };
  return { alerts: [...used, ...lost], after };
}
