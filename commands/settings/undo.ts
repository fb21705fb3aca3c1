import type { UndoState } from '../../src/moderation/settings/server-settings.ts';

/** The argument of *Undo*: which change it takes back, so that it never takes back one that its panel did not show. */
export const undoArgumentOf = ({ steps, changedAtMs }: UndoState): string => `undo-${steps}-${changedAtMs}`;

/** @param text what stands behind `undo-`; an older panel's tells nothing, and fits no change. */
export function undoSeenIn(text: string): UndoState {
  const [, steps, changedAtMs] = /^(\d{1,3})-(\d{1,16})$/.exec(text) ?? [];
  return { steps: Number(steps ?? -1), changedAtMs: Number(changedAtMs ?? -1) };
}
