import { z } from 'zod';
import { addDays, addMonths, dateAt, mondayOf, startOfDateMs } from './calendar.ts';

/** How often an account gets its allowance, or a share starts again. `none`: one period that never ends. */
export const EVERY = ['day', 'week', 'month', 'none'] as const;
export type Every = (typeof EVERY)[number];

/** The period of an account without an allowance. */
const ALWAYS = 'always';

/**
 * Identifies a period for ever, so that no allowance is given twice even if the clock jumps: a month `2026-11`, a day
 * `2026-11-20`, a week by its Monday `w2026-11-16`, or `always`.
 */
export const periodKeySchema = z
  .string()
  .regex(/^(?:w?\d{4}-(?:0[1-9]|1[0-2])-\d{2}|\d{4}-(?:0[1-9]|1[0-2])|always)$/u);
export type PeriodKey = string;

export function periodKeyAt(atMs: number, every: Every = 'month', timeZone = 'UTC'): PeriodKey {
  if (every === 'none') return ALWAYS;
  const date = dateAt(atMs, timeZone);
  if (every === 'day') return date;
  return every === 'week' ? `w${mondayOf(date)}` : date.slice(0, 7);
}

export function everyOf(key: PeriodKey): Every {
  if (key === ALWAYS) return 'none';
  if (key.startsWith('w')) return 'week';
  return key.length === 7 ? 'month' : 'day';
}

/** The first date of a period, by which periods of different kinds are sorted. `always` comes first. */
export function startDateOf(key: PeriodKey): string {
  switch (everyOf(key)) {
    case 'none':
      return '0000-01-01';
    case 'week':
      return key.slice(1);
    case 'month':
      return `${key}-01`;
    case 'day':
      return key;
  }
}

/** @param periods how many periods later; negative for earlier */
export function periodAfter(key: PeriodKey, periods = 1): PeriodKey {
  const start = startDateOf(key);
  switch (everyOf(key)) {
    case 'none':
      return key;
    case 'week':
      return `w${addDays(start, 7 * periods)}`;
    case 'month':
      return addMonths(start, periods).slice(0, 7);
    case 'day':
      return addDays(start, periods);
  }
}

export function periodStartMs(key: PeriodKey, timeZone = 'UTC'): number {
  return startOfDateMs(startDateOf(key), timeZone);
}

/** When the next period starts; undefined for `always`. */
export function periodEndMs(key: PeriodKey, timeZone = 'UTC'): number | undefined {
  return key === ALWAYS ? undefined : periodStartMs(periodAfter(key), timeZone);
}

/** Compares periods by their first date. */
export function byStart(a: PeriodKey, b: PeriodKey): number {
  return startDateOf(a).localeCompare(startDateOf(b)) || a.localeCompare(b);
}
