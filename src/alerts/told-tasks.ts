import { z } from 'zod';
import type { Hold } from '../budget/account/account.ts';
import { HOLDS_MAX } from '../budget/amounts.ts';

/** Which unconfirmed tasks were told: of each once. */
export const toldTasksPart = {
  /** Unconfirmed tasks that were told. */
  toldTaskKeys: z.array(z.string().min(1).max(200)).max(HOLDS_MAX),
  /** Those of the alert that is being posted, written down first: a restart posts the same alert, and Discord keeps one. */
  tellingTaskKeys: z.array(z.string().min(1).max(200)).max(HOLDS_MAX),
};

export interface ToldTasks {
  toldTaskKeys: string[];
  tellingTaskKeys: string[];
}

export type HeldTask = Pick<Hold, 'unconfirmed' | 'credits'> & { taskKey: string };

/** The record with the unconfirmed tasks that the next alert is about; the same one where an alert is being posted, or none is due. */
export function withNextTasks<Told extends ToldTasks>(before: Told, holds: readonly HeldTask[]): Told {
  if (before.tellingTaskKeys.length > 0) return before;
  const told = new Set(before.toldTaskKeys);
  const fresh = holds.filter(({ unconfirmed, taskKey }) => unconfirmed && !told.has(taskKey)).slice(0, HOLDS_MAX);
  return fresh.length === 0 ? before : { ...before, tellingTaskKeys: fresh.map(({ taskKey }) => taskKey) };
}

/** Those of them that are still unconfirmed, and the record once they were told; what was resolved is forgotten. */
export function tasksToTell<Held extends HeldTask>(
  before: ToldTasks,
  holds: readonly Held[],
): { fresh: Held[]; after: ToldTasks } {
  const telling = new Set(before.tellingTaskKeys);
  const told = new Set([...before.toldTaskKeys, ...telling]);
  const unconfirmed = holds.filter((hold) => hold.unconfirmed);
  return {
    fresh: unconfirmed.filter(({ taskKey }) => telling.has(taskKey)),
    after: {
      toldTaskKeys: unconfirmed
        .map(({ taskKey }) => taskKey)
        .filter((taskKey) => told.has(taskKey))
        .slice(0, HOLDS_MAX),
      tellingTaskKeys: [],
    },
  };
}
