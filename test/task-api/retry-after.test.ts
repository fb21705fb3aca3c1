import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../src/task-api/wire.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12, 0, 0);

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['5', 5_000],
    [' 5 ', 5_000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Friday, 20-Nov-26 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['99999999999999999999', 86_400_000],
  ])('is read from %j', (header, waitMs) => {
    expect(parseRetryAfter(header, NOW_MS)).toBe(waitMs);
  });

  it.each([undefined, '', ' ', 'soon', '-5', '1.5', 'Fri, whenever', '5s'])('is ignored if it is %j', (header) => {
    expect(parseRetryAfter(header, NOW_MS)).toBeUndefined();
  });
});
