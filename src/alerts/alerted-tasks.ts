import { z } from 'zod';
import type { Hold } from '../budget/account/account.ts';
import { HOLDS_MAX } from '../budget/account/decisions.ts';

/** Which unconfirmed tasks had an alert. Each has one. */
export const alertedTasksPart = {
  /** Tasks that had an alert. */
  alertedTaskKeys: z.array(z.string().min(1).max(200)).max(HOLDS_MAX),
  /** Tasks of the alert that is being posted. Recorded first, so that a restart posts the same alert with the same key. */
  pendingTaskKeys: z.array(z.string().min(1).max(200)).max(HOLDS_MAX),
};

type AlertedTasks = z.output<z.ZodObject<typeof alertedTasksPart>>;

export type HeldTask = Pick<Hold, 'unconfirmed' | 'credits'> & { taskKey: string };

/** Adds the tasks of the next alert. Returns the same record if an alert is being posted or none is due. */
export function withNextTasks<Holder extends AlertedTasks>(before: Holder, holds: readonly HeldTask[]): Holder {
  if (before.pendingTaskKeys.length > 0) return before;
  const alerted = new Set(before.alertedTaskKeys);
  const fresh = holds.filter(({ unconfirmed, taskKey }) => unconfirmed && !alerted.has(taskKey)).slice(0, HOLDS_MAX);
  return fresh.length === 0 ? before : { ...before, pendingTaskKeys: fresh.map(({ taskKey }) => taskKey) };
}

/** The pending tasks that are still unconfirmed, and the record after their alert. Drops resolved tasks. */
export function tasksToAlert<Held extends HeldTask>(
  before: AlertedTasks,
  holds: readonly Held[],
): { fresh: Held[]; after: AlertedTasks } {
  const pending = new Set(before.pendingTaskKeys);
  const alerted = new Set([...before.alertedTaskKeys, ...pending]);
  const unconfirmed = holds.filter((hold) => hold.unconfirmed);
  return {
    fresh: unconfirmed.filter(({ taskKey }) => pending.has(taskKey)),
    after: {
      alertedTaskKeys: unconfirmed
        .map(({ taskKey }) => taskKey)
        .filter((taskKey) => alerted.has(taskKey))
        .slice(0, HOLDS_MAX),
      pendingTaskKeys: [],
    },
  };
}
