import { z } from 'zod';
import type { AccountView } from '../budget/account/view.ts';
import { idSchema, sumSchema } from '../budget/ledger/amounts.ts';
import { periodKeySchema } from '../budget/periods/period.ts';
import { defineCollection } from '../store/store.ts';
import { alertedTasksPart, type HeldTask, tasksToAlert } from './alerted-tasks.ts';

/** Alerts about a server's budget, and which of them were posted. */

const THRESHOLDS_PERCENT = [50, 80, 100] as const;

export const alertRecordSchema = z.strictObject({
  channelId: idSchema,
  /** The last threshold that was posted, and the budget that it belongs to. */
  alerted: z.strictObject({ periodKey: periodKeySchema, budgetCredits: sumSchema, percent: z.int().min(0).max(100) }),
  ...alertedTasksPart,
});
export type AlertRecord = z.output<typeof alertRecordSchema>;

export const alertCollection = defineCollection({
  name: 'alerts',
  schema: alertRecordSchema,
  serverOf: 'key',
  keeps: {
    what: 'which alerts a server’s managers got',
    ends: { when: 'never' },
    erased: 'none',
  },
});

export type Alert =
  | { kind: 'used'; percent: number; leftCredits: number; budgetCredits: number; renewsAtMs: number | undefined }
  | { kind: 'unconfirmed'; tasks: number; credits: number };

/** The record of a new channel. It gets no alert about a threshold that is already passed, but one about unconfirmed tasks. */
export function newAlertRecord(channelId: string, view: AccountView): AlertRecord {
  const { periodKey, budgetCredits } = view;
  return {
    channelId,
    alerted: { periodKey, budgetCredits, percent: reachedPercent(view) },
    alertedTaskKeys: [],
  };
}

/** The highest threshold that spending and holds have reached, or 0. */
function reachedPercent({ spentCredits, heldCredits, budgetCredits }: AccountView): number {
  if (budgetCredits === 0) return 0;
  const usedPercent = ((spentCredits + heldCredits) / budgetCredits) * 100;
  return THRESHOLDS_PERCENT.findLast((threshold) => usedPercent >= threshold) ?? 0;
}

/**
 * The alerts that are due, and the record after they are posted. Each threshold has one alert in a period. If the budget
 * grows, thresholds above the current use can be reached again. If several are passed at once, only the highest counts.
 */
export function dueAlerts(
  before: AlertRecord,
  view: AccountView,
  holds: readonly HeldTask[],
): { alerts: Alert[]; after: AlertRecord } {
  const { periodKey, budgetCredits, leftCredits, renewsAtMs } = view;
  const percent = reachedPercent(view);
  const isNewPeriod = before.alerted.periodKey !== periodKey;
  const hasGrown = !isNewPeriod && budgetCredits > before.alerted.budgetCredits;
  const alertedPercent = isNewPeriod
    ? 0
    : hasGrown
      ? Math.min(before.alerted.percent, percent)
      : before.alerted.percent;
  const used: Alert[] =
    percent > alertedPercent ? [{ kind: 'used', percent, leftCredits, budgetCredits, renewsAtMs }] : [];

  const { fresh, after: afterTasks } = tasksToAlert(before, holds);
  const credits = fresh.reduce((sum, hold) => sum + hold.credits, 0);
  const lost: Alert[] = fresh.length > 0 ? [{ kind: 'unconfirmed', tasks: fresh.length, credits }] : [];
  const after: AlertRecord = {
    ...before,
    ...afterTasks,
    alerted: { periodKey, budgetCredits, percent: Math.max(percent, alertedPercent) },
  };
  return { alerts: [...used, ...lost], after };
}
