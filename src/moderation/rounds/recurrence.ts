import { z } from 'zod';
import { defineCollection } from '../../store/store.ts';
import { DAY_MS } from '../../time/clock.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import { LIST_MAX_ENTRIES } from '../words/word-list.ts';
import { THEME_MAX_CHARACTERS } from './round.ts';

/** The record of a server's recurring rounds, and what follows from it and the settings. */

const timeSchema = z.int().min(0);
const themeSchema = z.string().min(1).max(THEME_MAX_CHARACTERS);

/** Why no round was opened. Managers are notified once, until a round opens again. */
export const RECURRENCE_PROBLEMS = ['no room', 'closed', 'rules', 'refused'] as const;
export type RecurrenceProblem = (typeof RECURRENCE_PROBLEMS)[number];

const recurrenceSchema = z.strictObject({
  guildId: z.string(),
  /** When the next step is due; undefined if only a change of the settings can lead to one. */
  dueAtMs: timeSchema.optional(),
  /** When the last round was due. */
  lastAtMs: timeSchema.optional(),
  /** Themes that have had a round since the list last started over. */
  usedThemes: z.array(themeSchema).max(2 * LIST_MAX_ENTRIES),
  /** The round that is being opened. */
  opening: z.strictObject({ roundId: z.string(), theme: themeSchema, atMs: timeSchema }).optional(),
  notifiedProblem: z.enum(RECURRENCE_PROBLEMS).optional(),
});
export type Recurrence = z.output<typeof recurrenceSchema>;

export const recurrenceCollection = defineCollection({
  name: 'recurring_rounds',
  schema: recurrenceSchema,
  serverOf: 'key',
  keeps: {
    what: 'when a server’s next scheduled round is due, and used themes',
    ends: { when: 'never' },
    erased: 'none',
  },
});

type RecurrenceSettings = Pick<ModerationSettings, 'roundChannelId' | 'roundEveryDays' | 'roundThemes'>;

export function isRecurring({ roundChannelId, roundEveryDays, roundThemes }: RecurrenceSettings): boolean {
  return roundChannelId !== null && roundEveryDays > 0 && roundThemes.length > 0;
}

/** The first round is due at once. If the clock was set back, the wait starts now instead of in the future. */
export function dueAtMs({ lastAtMs }: Recurrence, { roundEveryDays }: RecurrenceSettings, nowMs: number): number {
  return lastAtMs === undefined ? nowMs : Math.min(lastAtMs, nowMs) + roundEveryDays * DAY_MS;
}

/** The planned time of the round that is due now. Missed rounds are skipped, and the time of day stays the same. */
export function plannedAtMs({ lastAtMs }: Recurrence, { roundEveryDays }: RecurrenceSettings, nowMs: number): number {
  if (lastAtMs === undefined || lastAtMs > nowMs) return nowMs;
  const everyMs = roundEveryDays * DAY_MS;
  return lastAtMs + Math.floor((nowMs - lastAtMs) / everyMs) * everyMs;
}

/** The first theme without a round since the list last started over, which it does once every theme has had one. */
export function nextTheme(
  { usedThemes }: Pick<Recurrence, 'usedThemes'>,
  { roundThemes }: Pick<RecurrenceSettings, 'roundThemes'>,
): { theme: string; usedThemes: string[] } | undefined {
  const left = roundThemes.find((theme) => !usedThemes.includes(theme));
  if (left !== undefined) return { theme: left, usedThemes };
  const [first] = roundThemes;
  return first === undefined ? undefined : { theme: first, usedThemes: [] };
}

/** Marks a theme as used, and forgets themes that are no longer in the list. */
export function withUsedTheme(record: Recurrence, theme: string, { roundThemes }: RecurrenceSettings): Recurrence {
  const usedThemes = [...record.usedThemes.filter((one) => roundThemes.includes(one) && one !== theme), theme];
  return { ...record, usedThemes };
}
