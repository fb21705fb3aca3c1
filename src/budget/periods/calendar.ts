import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../../time/clock.ts';

/** Dates as `2026-11-20` in IANA time zones. Intl is enough to find midnights, so there is no library. */

/** A formatter takes about 30 kB. Bounded, because Intl ignores case, so a zone has many spellings. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 });

/** @throws RangeError if there is no such zone */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}

/** Names only, because offsets such as +01:00 have no summer time. */
const ZONE_NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/u;

export function isTimeZone(name: string): boolean {
  if (name.length > 64 || !ZONE_NAME.test(name)) return false;
  try {
    formatterOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The date at an instant in a zone. */
export function dateAt(atMs: number, timeZone: string): string {
  if (timeZone === 'UTC') return new Date(atMs).toISOString().slice(0, 10);
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Cached, because every hold asks for one and a search takes about thirty steps. */
const starts = new LRUCache<string, number>({ max: 1_000 });

/** No zone is further than 14 hours from UTC; a day more is safe. */
const FARTHEST_ZONE_MS = 38 * 3_600_000;

/**
 * The first instant of a date in a zone. If summer time skips midnight, the first instant after it. If a zone skipped the
 * whole date, the first instant of the next date.
 */
export function startOfDateMs(date: string, timeZone: string): number {
  if (timeZone === 'UTC') return Date.parse(date);
  const key = `${date} ${timeZone}`;
  const startMs = starts.get(key) ?? findStartMs(date, timeZone);
  starts.set(key, startMs);
  return startMs;
}

function findStartMs(date: string, timeZone: string): number {
  const middle = Date.parse(date);
  let before = middle - FARTHEST_ZONE_MS;
  let after = middle + FARTHEST_ZONE_MS;
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2);
    if (dateAt(between, timeZone) < date) before = between;
    else after = between;
  }
  return after;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The Monday on or before a date. */
export function mondayOf(date: string): string {
  const weekday = new Date(Date.parse(date)).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}
