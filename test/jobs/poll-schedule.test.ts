import { describe, expect, it } from 'vitest';
import { type Durations, PRIOR_DURATIONS } from '../../src/jobs/durations.ts';
import { nextPollDelayMs, type PollSituation } from '../../src/jobs/poll-schedule.ts';
import { costOf, costOfBestInterval, costOfRule, type Service, tasksOf } from './poll-simulation.ts';

const durations = (seconds: number, spread: number): Durations => ({
  seen: 100,
  meanLogSeconds: Math.log(seconds),
  varianceLogSeconds: spread ** 2,
});
const delay = (changed: Partial<PollSituation>): number =>
  nextPollDelayMs({
    kind: 'image',
    durations: PRIOR_DURATIONS.image,
    serviceState: 'running',
    sinceSubmittedMs: 10_000,
    sinceRunningMs: 10_000,
    random: 0.5,
    ...changed,
  });

describe('the next poll', () => {
  it('comes after half a second at the earliest and thirty at the latest, whatever the model and the time', () => {
    for (const kind of ['image', 'video'] as const) {
      for (const seconds of [0.2, 1, 15, 120, 3_600]) {
        for (const spread of [0, 0.1, 0.8, 2]) {
          for (const elapsedMs of [0, 100, 2_900, 3_100, 60_000, 3_600_000, 1e9]) {
            for (const random of [0, 0.5, 0.999999]) {
              for (const serviceState of ['queued', 'running'] as const) {
                const since = { sinceSubmittedMs: elapsedMs, sinceRunningMs: elapsedMs };
                const ms = delay({ kind, durations: durations(seconds, spread), serviceState, random, ...since });
                expect(ms).toBeGreaterThanOrEqual(500);
                expect(ms).toBeLessThanOrEqual(30_000);
              }
            }
          }
        }
      }
    }
  });

  it('is spread by a tenth either way', () => {
    const middle = delay({ random: 0.5 });
    expect(delay({ random: 0 })).toBeCloseTo(middle * 0.9, 6);
    expect(delay({ random: 1 })).toBeCloseTo(middle * 1.1, 6);
  });

  it('is sqrt(2L / h), where the hazard hardly changes', () => {
    // At the median of a log-normal h = 0.7979 / (spread * median); wide, so that it stays so for a while.
    const wide = { durations: durations(100, 1), sinceSubmittedMs: 100_000, sinceRunningMs: 100_000 };
    expect(delay({ kind: 'image', ...wide })).toBeCloseTo(Math.sqrt((2 * 0.25 * 100) / 0.7979) * 1000, -1);
    expect(delay({ kind: 'video', ...wide })).toBeCloseTo(Math.sqrt((2 * 0.5 * 100) / 0.7979) * 1000, -1);
  });

  it('is an early look at three seconds, once, however long the model takes', () => {
    const slow = { kind: 'video', durations: durations(600, 0.3) } as const;
    const just = { sinceSubmittedMs: 0, sinceRunningMs: undefined };
    for (const serviceState of ['queued', 'running'] as const) {
      expect(delay({ ...slow, ...just, serviceState })).toBe(3_000);
      // The early look came as early or late as the jitter lets it.
      for (const sinceSubmittedMs of [2_700, 3_000, 3_300]) {
        expect(delay({ ...slow, serviceState, sinceSubmittedMs, sinceRunningMs: undefined })).toBe(30_000);
      }
    }
  });

  it('waits for the median run while the task is queued, for its run has not begun', () => {
    const queued = { serviceState: 'queued', sinceRunningMs: undefined, durations: durations(12, 0.1) } as const;
    for (const sinceSubmittedMs of [5_000, 500_000]) {
      expect(delay({ ...queued, sinceSubmittedMs })).toBeCloseTo(12_000, 6);
    }
  });

  it.each([1, 2, 4, 8, 15, 25])('does not sleep through the end of tasks that all take about %d s', (seconds) => {
    const tight = durations(seconds, 0.1);
    let now = 0;
    const looks: number[] = [];
    while (now < seconds * 3_000) {
      now += delay({ durations: tight, sinceSubmittedMs: now, sinceRunningMs: now });
      looks.push(now);
    }
    const afterMedian = looks.find((at) => at >= seconds * 1_000) ?? 0;
    expect(afterMedian).toBeLessThan(seconds * 1_000 * 1.25 + 600);
  });
});

describe('the cost of all polls and all lateness', () => {
  const services: Service[] = [
    { kind: 'image', medianSeconds: 6, spread: 0.3 },
    { kind: 'image', medianSeconds: 15, spread: 0.2 },
    { kind: 'image', medianSeconds: 15, spread: 0.8 },
    { kind: 'image', medianSeconds: 45, spread: 0.5 },
    { kind: 'video', medianSeconds: 60, spread: 0.3 },
    { kind: 'video', medianSeconds: 120, spread: 0.5 },
    { kind: 'video', medianSeconds: 300, spread: 0.2 },
  ];

  it.each(services)(
    'is no worse than the best fixed interval: $kind of $medianSeconds s, spread $spread',
    (service) => {
      const tasks = tasksOf(service, 2_000);
      expect(costOfRule(service, tasks) / costOfBestInterval(service, tasks)).toBeLessThan(1.03);
    },
  );

  it.each(services.filter(({ spread, medianSeconds }) => spread < 0.3 && medianSeconds >= 15))(
    'is well under it where tasks take much the same time: $kind of $medianSeconds s, spread $spread',
    (service) => {
      const tasks = tasksOf(service, 2_000);
      expect(costOfRule(service, tasks)).toBeLessThan(0.86 * costOfBestInterval(service, tasks));
    },
  );

  it.each(services.filter(({ medianSeconds }) => medianSeconds >= 45))(
    'is far under a look every two seconds: $kind of $medianSeconds s, spread $spread',
    (service) => {
      const tasks = tasksOf(service, 2_000);
      expect(costOfRule(service, tasks)).toBeLessThan(0.74 * costOf(service.kind, tasks, () => 2_000));
    },
  );
});
