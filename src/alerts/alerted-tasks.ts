import { z } from 'zod';
import type { Hold } from '../budget/account/account.ts';
import { HOLDS_MAX } from '../budget/account/decisions.ts';

/** Which unconfirmed tasks had an alert. */
export const alertedTasksPart = { alertedTaskKeys: z.array(z.string().min(1).max(200)).max(HOLDS_MAX) };

type AlertedTasks = z.output<z.ZodObject<typeof alertedTasksPart>>;

export type HeldTask = Pick<Hold, 'unconfirmed' | 'credits'> & { taskKey: string };

/** The unconfirmed tasks that had no alert, and the record after theirs, which drops resolved tasks. */
export function tasksToAlert<Held extends HeldTask>(
  { alertedTaskKeys }: AlertedTasks,
  holds: readonly Held[],
): { fresh: Held[]; after: AlertedTasks } {
  const alerted = new Set(alertedTaskKeys);
  const unconfirmed = holds.filter((hold) => hold.unconfirmed).slice(0, HOLDS_MAX);
  return {
    fresh: unconfirmed.filter(({ taskKey }) => !alerted.has(taskKey)),
    after: { alertedTaskKeys: unconfirmed.map(({ taskKey }) => taskKey) },
  };
}
