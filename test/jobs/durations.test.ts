import { describe, expect, it } from 'vitest';
import {
  type Durations,
  endedShare,
  hazardPerSecond,
  LEAST_SPREAD_LOG,
  learn,
  medianMs,
  PRIOR_DURATIONS,
  spreadLog,
} from '../../src/jobs/durations.ts';
import { createRandom, normalFrom } from './random.ts';

const durations = (meanLogSeconds: number, spread: number): Durations => ({
  seen: 100,
  meanLogSeconds,
  varianceLogSeconds: spread ** 2,
});
/** Median 1 s and spread 1: elapsed time exp(z) s is z standard deviations. */
const STANDARD = durations(0, 1);
const msAt = (z: number): number => Math.exp(z) * 1000;

describe('the share of tasks that has ended', () => {
  it.each([
    [-3, 0.0013499],
    [-1, 0.1586553],
    [0, 0.5],
    [1, 0.8413447],
    [1.959964, 0.975],
    [3, 0.9986501],
  ])('is that of the normal distribution at %d deviations', (z, share) => {
    expect(endedShare(STANDARD, msAt(z))).toBeCloseTo(share, 6);
  });

  it('is nothing at the start, and before it', () => {
    expect(endedShare(STANDARD, 0)).toBe(0);
    expect(endedShare(STANDARD, -5_000)).toBe(0);
  });
});

describe('the hazard', () => {
  // Density over survival of the normal distribution, from tables; times 1 / (spread * seconds).
  it.each([
    [-1, 0.2875999],
    [0, 0.7978846],
    [1, 1.5251353],
    [2, 2.3732155],
    [3, 3.2830986],
    [4, 4.2256079],
    [6, 6.1584826],
    [10, 10.0980932],
  ])('at %d deviations is the normal one', (z, hazard) => {
    expect((hazardPerSecond(STANDARD, msAt(z)) * Math.exp(z)) / hazard).toBeCloseTo(1, 2);
  });

  it('does not jump where the approximation changes', () => {
    const below = hazardPerSecond(STANDARD, msAt(3.4999));
    expect(hazardPerSecond(STANDARD, msAt(3.5001)) / below).toBeCloseTo(1, 2);
  });

  it('stays a number however early or late it is', () => {
    for (const elapsedMs of [0, 1, 1e3, 1e6, 1e9, 1e12]) {
      for (const spread of [0, 0.1, 1, 3]) {
        const hazard = hazardPerSecond(durations(Math.log(15), spread), elapsedMs);
        expect(hazard).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(hazard)).toBe(true);
      }
    }
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
    expect(Math.abs(Math.log(medianMs(learned) / 1000 / seconds))).toBeLessThan(spread);
    expect(spreadLog(learned) / spread).toBeGreaterThan(0.5);
    expect(spreadLog(learned) / spread).toBeLessThan(1.6);
  });

  it('follows a service that became slower', () => {
    let learned = PRIOR_DURATIONS.image;
    for (let task = 0; task < 100; task++) learned = learn(learned, 4_900, 5_100);
    for (let task = 0; task < 60; task++) learned = learn(learned, 59_000, 61_000);
    expect(medianMs(learned)).toBeGreaterThan(45_000);
  });

  it('takes the middle of the interval on the scale of the logarithm', () => {
    const middle = learn(PRIOR_DURATIONS.image, 10_000, 10_000);
    const wide = learn(PRIOR_DURATIONS.image, 8_000, 12_500);
    expect(Math.sign(wide.meanLogSeconds - PRIOR_DURATIONS.image.meanLogSeconds)).toBe(-1);
    expect(medianMs(wide) / medianMs(middle)).toBeCloseTo(1, 1);
  });

  it('is taught little by an interval that says little', () => {
    const known = durations(Math.log(10), 0.3);
    const after = learn(known, 0, 3_600_000);
    expect(medianMs(after) / 10_000).toBeGreaterThan(0.99);
    expect(medianMs(after) / 10_000).toBeLessThan(1.01);
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
