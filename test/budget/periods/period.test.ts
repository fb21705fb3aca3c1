import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodEndMs, periodKeyAt, periodKeySchema } from '../../../src/budget/periods/period.ts';

describe('a period', () => {
  it.each([
    ['2026-11-01T00:00:00.000Z', '2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-11-30T23:59:59.999Z', '2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', '2028-02', '2028-03-01T00:00:00.000Z'],
  ])('at %s is %s and ends at %s', (at, key, end) => {
    expect(periodKeyAt(Date.parse(at))).toBe(key);
    expect(new Date(periodEndMs(key) ?? 0).toISOString()).toBe(end);
  });

  it('ends exactly when the next one starts, and later periods have greater keys', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2999, 0) }), (atMs) => {
        const key = periodKeyAt(atMs);
        const endMs = periodEndMs(key) ?? 0;
        expect(periodKeySchema.parse(key)).toBe(key);
        expect(endMs).toBeGreaterThan(atMs);
        expect(periodKeyAt(endMs - 1)).toBe(key);
        expect(periodKeyAt(endMs) > key).toBe(true);
      }),
    );
  });
});
