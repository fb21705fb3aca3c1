import { z } from 'zod';
import { DAY_MS } from '../../time/clock.ts';
import type { ModerationSettings } from '../settings/settings.ts';
import { LIST_MAX_ENTRIES } from '../words/word-list.ts';
import { THEME_MAX_CHARACTERS } from './round.ts';

/** The rounds that a server opens by itself: its record, and what follows from it and the settings. */

const timeSchema = z.int().min(0);
const themeSchema = z.string().min(1).max(THEME_MAX_CHARACTERS);

/** What managers are told once, until a round was opened again. */
export const HINDRANCES = ['used up', 'no room', 'closed', 'rules', 'refused'] as const;
export type Hindrance = (typeof HINDRANCES)[number];

export const recurrenceSchema = z.strictObject({
  guildId: z.string(),
  /** When it is looked at next; undefined while nothing follows until the settings change. */
  dueAtMs: timeSchema.optional(),
  /** When the last one was due. */
  lastAtMs: timeSchema.optional(),
  /** Themes that had a round since the list was last begun. */
  used: z.array(themeSchema).max(2 * LIST_MAX_ENTRIES),
  /** The round that is being opened. */
  opening: z.strictObject({ roundId: z.string(), theme: themeSchema, atMs: timeSchema }).optional(),
  told: z.enum(HINDRANCES).optional(),
});
export type Recurrence = z.output<typeof recurrenceSchema>;

type Wanted = Pick<ModerationSettings, 'roundChannelId' | 'roundEveryDays' | 'roundThemes' | 'roundThemesEnd'>;

export function isRecurring({ roundChannelId, roundEveryDays, roundThemes }: Wanted): boolean {
  return roundChannelId !== null && roundEveryDays > 0 && roundThemes.length > 0;
}

/** The first one is due at once. A clock that was set back makes nobody wait longer than from now on. */
export function dueAtMs({ lastAtMs }: Recurrence, { roundEveryDays }: Wanted, nowMs: number): number {
  return lastAtMs === undefined ? nowMs : Math.min(lastAtMs, nowMs) + roundEveryDays * DAY_MS;
}

/** The time for which the one of now counts: those that were missed are left out, and the time of day stays. */
export function plannedAtMs({ lastAtMs }: Recurrence, { roundEveryDays }: Wanted, nowMs: number): number {
  if (lastAtMs === undefined || lastAtMs > nowMs) return nowMs;
  const everyMs = roundEveryDays * DAY_MS;
  return lastAtMs + Math.floor((nowMs - lastAtMs) / everyMs) * everyMs;
}

/**
 * The first theme of the list that had no round since the list was begun. Where all had one the list is begun anew, if that is
 * wanted. Undefined where it is used up.
 */
export function nextTheme(
  { used }: Pick<Recurrence, 'used'>,
  { roundThemes, roundThemesEnd }: Wanted,
): { theme: string; used: string[] } | undefined {
  const left = roundThemes.find((theme) => !used.includes(theme));
  if (left !== undefined) return { theme: left, used };
  const [first] = roundThemes;
  return roundThemesEnd === 'again' && first !== undefined ? { theme: first, used: [] } : undefined;
}

/** Only those that are still in the list are remembered. */
export function withUsed(record: Recurrence, theme: string, { roundThemes }: Wanted): Recurrence {
  const used = [...record.used.filter((one) => roundThemes.includes(one) && one !== theme), theme];
  return { ...record, used };
}
