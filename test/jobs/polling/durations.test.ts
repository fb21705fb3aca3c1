import { describe, expect, it } from 'vitest';
import {
  type Durations,
  durationsSchema,
  LEAST_SPREAD_LOG,
  learn,
  learnFailure,
  logNormalShare,
  PRIOR_DURATIONS,
  RECENT_MOST,
  spreadLog,
} from '../../../src/jobs/polling/durations.ts';
import { createRandom, normalFrom } from '../random.ts';

const durations = (meanLogSeconds: number, spread: number): Durations => ({
  ...PRIOR_DURATIONS.image,
  seen: 100,
  meanLogSeconds,
  varianceLogSeconds: spread ** 2,
});
const middleMs = ({ meanLogSeconds }: Durations): number => Math.exp(meanLogSeconds) * 1000;

describe('the share of tasks that has ended', () => {
  it.each([
    [-3, 0.0013499],
    [-1, 0.1586553],
    [0, 0.5],
    [1, 0.8413447],
    [1.959964, 0.975],
    [3, 0.9986501],
  ])('is that of the normal distribution at %d deviations', (z, share) => {
    // Median 1 s and spread 1: exp(z) seconds are z standard deviations.
    expect(logNormalShare(durations(0, 1), Math.exp(z))).toBeCloseTo(share, 6);
  });

  it('is nothing at the start, and before it', () => {
    expect(logNormalShare(durations(0, 1), 0)).toBe(0);
    expect(logNormalShare(durations(0, 1), -5)).toBe(0);
  });
});

describe('learning', () => {
  it.each([
    ['pictures of 8 s', 'image', 8, 0.3],
    ['pictures of 90 s', 'image', 90, 0.2],
    ['clips of 40 s', 'video', 40, 0.5],
    ['clips of half an hour', 'video', 1800, 0.4],
  ] as const)('comes near %s, whatever was believed before', (_, kind, seconds, spread) => {
    const normal = normalFrom(createRandom(7));
    let learned = PRIOR_DURATIONS[kind];
    for (let task = 0; task < 400; task++) {
      const tookMs = Math.exp(Math.log(seconds) + spread * normal()) * 1000;
      learned = learn(learned, tookMs * 0.97, tookMs * 1.03);
    }
    expect(learned.seen).toBe(400);
    // The last twenty or so count, so an estimate keeps moving by a quarter of the spread.
    expect(Math.abs(Math.log(middleMs(learned) / 1000 / seconds))).toBeLessThan(spread);
    expect(spreadLog(learned) / spread).toBeGreaterThan(0.5);
    expect(spreadLog(learned) / spread).toBeLessThan(1.6);
  });

  it('follows a service that became slower', () => {
    let learned = PRIOR_DURATIONS.image;
    for (let task = 0; task < 100; task++) learned = learn(learned, 4_900, 5_100);
    for (let task = 0; task < 60; task++) learned = learn(learned, 59_000, 61_000);
    expect(middleMs(learned)).toBeGreaterThan(45_000);
  });

  it('is near the middle of a narrow interval, on the scale of the logarithm', () => {
    const middle = learn(PRIOR_DURATIONS.image, 10_000, 10_000);
    const wide = learn(PRIOR_DURATIONS.image, 8_000, 12_500);
    expect(Math.sign(wide.meanLogSeconds - PRIOR_DURATIONS.image.meanLogSeconds)).toBe(-1);
    expect(middleMs(wide) / middleMs(middle)).toBeCloseTo(1, 1);
  });

  it('learns no shorter time from ends of which only the latest moment is known', () => {
    let learned = durations(Math.log(8), 0.35);
    for (let task = 0; task < 100; task++) learned = learn(learned, 0, 60_000);
    expect(middleMs(learned) / 8_000).toBeCloseTo(1, 2);
    expect(spreadLog(learned) / 0.35).toBeCloseTo(1, 1);
  });

  it('remembers the last ends, and no more of them', () => {
    let learned = PRIOR_DURATIONS.video;
    for (let task = 1; task <= RECENT_MOST + 3; task++) learned = learn(learned, task * 1_000, task * 1_000 + 500);
    expect(learned.recent).toHaveLength(RECENT_MOST);
    expect([learned.recent[0], learned.recent.at(-1)]).toEqual([
      [4, 4.5],
      [RECENT_MOST + 3, RECENT_MOST + 3.5],
    ]);
    expect(durationsSchema.parse(JSON.parse(JSON.stringify(learned)))).toEqual(learned);
  });

  it('counts the tasks since one may have failed at once', () => {
    const quiet = learnFailure(learn(learn(PRIOR_DURATIONS.image, 5_000, 6_000), 5_000, 6_000), false);
    expect(quiet.sinceEarlyFailure).toBe(3);
    expect(learnFailure(quiet, true)).toEqual({ ...quiet, sinceEarlyFailure: 0 });
  });

  it('is taught little by an interval that says little', () => {
    const known = durations(Math.log(10), 0.3);
    const after = learn(known, 0, 3_600_000);
    expect(middleMs(after) / 10_000).toBeGreaterThan(0.99);
    expect(middleMs(after) / 10_000).toBeLessThan(1.01);
  });

  it('makes nothing of intervals that are no intervals', () => {
    for (const [from, to] of [
      [0, 0],
      [-5_000, 100],
      [10_000, 5_000],
    ] as const) {
      const learned = learn(PRIOR_DURATIONS.image, from, to);
      expect(Number.isFinite(learned.meanLogSeconds)).toBe(true);
      expect(learned.varianceLogSeconds).toBeGreaterThanOrEqual(0);
    }
  });

  it('never trusts the median wholly', () => {
    let learned = PRIOR_DURATIONS.image;
    for (let task = 0; task < 1000; task++) learned = learn(learned, 10_000, 10_000);
    expect(spreadLog(learned)).toBe(LEAST_SPREAD_LOG);
  });
});
