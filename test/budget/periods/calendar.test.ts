import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dateAt,
  isTimeZone,
  mondayOf,
  startOfDateMs,
} from '../../../src/budget/periods/calendar.ts';
import {
  byStart,
  EVERY,
  periodAfter,
  periodEndMs,
  periodKeyAt,
  periodStartMs,
} from '../../../src/budget/periods/period.ts';

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'Australia/Lord_Howe'],
  ...['America/Santiago', 'Asia/Beirut', 'Africa/Cairo', 'America/Havana', 'Pacific/Apia', 'Pacific/Kiritimati'],
];
const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2040, 0) });

describe('a date', () => {
  it.each([
    ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['Europe/Berlin', '2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-20', '2026-11-19T11:00:00.000Z'],
    // The last hour of the night exists twice, or not at all: the day has 25 or 23 hours, and still starts at midnight.
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    // Midnight itself is skipped: the day starts at one o'clock.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    // The whole date was skipped when Samoa changed sides.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('in %s, %s begins at %s', (timeZone, date, begins) => {
    expect(new Date(startOfDateMs(date, timeZone)).toISOString()).toBe(begins);
  });

  it('starts at its first instant in the zone, with or without summer time', () => {
    fc.assert(
      fc.property(instant, zone, (atMs, timeZone) => {
        const date = dateAt(atMs, timeZone);
        const beginsMs = startOfDateMs(date, timeZone);
        expect(beginsMs).toBeLessThanOrEqual(atMs);
        expect(dateAt(beginsMs, timeZone)).toBe(date);
        expect(dateAt(beginsMs - 1, timeZone) < date).toBe(true);
      }),
    );
  });

  it.each([
    ['2026-11-30', 1, '2026-12-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s and %d days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  it('knows its Monday, and the months around it', () => {
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2026-11-16')).toBe('2026-11-16');
    expect(addMonths('2026-12-01', 1)).toBe('2027-01-01');
    expect(addMonths('2026-01-01', -1)).toBe('2025-12-01');
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('can be %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'Berlin', '+01:00', 'Middle/Earth', 'Europe/Berlin; drop', 'x'.repeat(200)])('cannot be %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('a period of any kind', () => {
  const every = fc.constantFrom(...EVERY.filter((one) => one !== 'none'));

  it('ends exactly when the next one starts, in every zone', () => {
    fc.assert(
      fc.property(instant, every, zone, (atMs, kind, timeZone) => {
        const key = periodKeyAt(atMs, kind, timeZone);
        const endMs = periodEndMs(key, timeZone) ?? 0;
        expect(periodStartMs(key, timeZone)).toBeLessThanOrEqual(atMs);
        expect(endMs).toBeGreaterThan(atMs);
        expect(periodKeyAt(endMs - 1, kind, timeZone)).toBe(key);
        expect(periodKeyAt(endMs, kind, timeZone)).toBe(periodAfter(key));
        expect(byStart(key, periodAfter(key))).toBeLessThan(0);
        expect(periodAfter(periodAfter(key), -1)).toBe(key);
      }),
    );
  });

  it('never ends without an allowance', () => {
    const key = periodKeyAt(0, 'none', 'UTC');
    expect(periodEndMs(key, 'UTC')).toBeUndefined();
    expect(periodAfter(key)).toBe(key);
    expect(byStart(key, '1970-01-01')).toBeLessThan(0);
  });
});
