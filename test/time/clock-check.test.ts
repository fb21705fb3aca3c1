import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/log.ts';
import { type ClockCheck, createClockCheck } from '../../src/time/clock-check.ts';
import { FakeClock } from '../support/fake-clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

let clock: FakeClock;
let check: ClockCheck;
let lines: { level: number; aheadMs: number }[];

beforeEach(() => {
  clock = new FakeClock();
  lines = [];
  check = createClockCheck({ clock, log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) });
});

const levels = (): number[] => lines.map(({ level }) => level);

describe('the clock', () => {
  it('is not known to be right before Discord’s first answer', () => {
    expect(check.isRight()).toBe(false);
    expect(check.status()).toEqual({ state: 'unknown', aheadMs: undefined });
  });

  it('is right within three minutes of Discord, and nothing is logged', () => {
    for (const aheadMs of [0, 170_000, -170_000]) {
      clock.step(aheadMs);
      check.observe(clock.now() - aheadMs);
      expect(check.status()).toEqual({ state: 'right', aheadMs });
      clock.step(-aheadMs);
    }
    expect(lines).toEqual([]);
  });

  it.each([
    ['ahead', 100 * DAY_MS],
    ['behind', -4 * MINUTE_MS],
  ])('is reported once when it is %s, and once when it is right again', async (_, aheadMs) => {
    clock.step(aheadMs);
    for (let time = 0; time < 5; time++) {
      check.observe(clock.now() - aheadMs);
      await clock.advance(MINUTE_MS);
    }
    expect(check.status()).toEqual({ state: 'wrong', aheadMs });
    expect(lines).toMatchObject([{ level: 50, aheadMs }]);
    clock.step(-aheadMs);
    for (let time = 0; time < 5; time++) check.observe(clock.now());
    expect(check.isRight()).toBe(true);
    expect(levels()).toEqual([50, 30]);
  });

  it('does not count as wrong because an answer came late', async () => {
    check.observe(clock.now());
    await clock.advance(20 * MINUTE_MS);
    check.observe(clock.now() - 15 * MINUTE_MS);
    expect(check.isRight()).toBe(true);
    expect(lines).toEqual([]);
  });

  it('says how old something is at Discord, unless this clock or the comparison says that it is younger', () => {
    expect(check.ageMs(clock.now() - 5_000)).toBe(0);
    check.observe(clock.now());
    expect(check.ageMs(clock.now() - 5_000)).toBe(5_000);
    for (const aheadMs of [DAY_MS, -DAY_MS]) {
      const nowMs = clock.now();
      clock.step(aheadMs);
      expect(check.ageMs(nowMs)).toBe(0);
      clock.step(-aheadMs);
    }
    // An answer with a wrong time counts until the next hour, but makes nothing old by itself.
    check.observe(clock.now() + DAY_MS);
    expect(check.ageMs(clock.now())).toBe(0);
  });

  it('is seen to be set ahead or back before Discord’s next answer', async () => {
    check.observe(clock.now());
    clock.step(DAY_MS);
    expect(check.status()).toEqual({ state: 'wrong', aheadMs: DAY_MS });
    clock.step(-2 * DAY_MS);
    expect(check.status()).toEqual({ state: 'wrong', aheadMs: -DAY_MS });
  });

  it('is compared with Discord’s latest time if the monotonic clock has drifted', async () => {
    check.observe(clock.now());
    // The machine ran fast, and its clock was set back.
    await clock.advance(5 * DAY_MS);
    clock.step(-4 * MINUTE_MS);
    check.observe(clock.now());
    expect(check.isRight()).toBe(true);
  });
});
