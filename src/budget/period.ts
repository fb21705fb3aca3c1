import { z } from 'zod';

/**
 * A calendar month in UTC as `2026-11`. Later months have greater keys. The key names the month for ever, so that a clock
 * that jumps back finds the month's spending where it was.
 */
export const periodKeySchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/u);
export type PeriodKey = string;

export function periodKeyAt(atMs: number): PeriodKey {
  return new Date(atMs).toISOString().slice(0, 7);
}

/** When the period after this one begins. */
export function periodEndMs(key: PeriodKey): number {
  const [year, month] = key.split('-').map(Number);
  // Date.UTC counts months from 0, so the month's own number is the next month.
  return Date.UTC(year ?? 0, month ?? 0, 1);
}
