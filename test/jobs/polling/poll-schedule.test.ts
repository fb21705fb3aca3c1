import { describe, expect, it } from 'vitest';
import { type Durations, PRIOR_DURATIONS } from '../../../src/jobs/polling/durations.ts';
import { nextPollDelayMs, type PollSituation, QUIET_TASKS } from '../../../src/jobs/polling/poll-schedule.ts';
import { runTimesOf, scheduleFor } from '../../../src/jobs/polling/run-times.ts';
import type { MediaKind } from '../../../src/task-api/models.ts';
import { LAWS, optimumOf, PICTURES_OF_8_S } from '../poll-laws.ts';
import { costOfBestInterval, costOfRule } from '../poll-simulation.ts';

const durations = (seconds: number, spread: number): Durations => ({
  ...PRIOR_DURATIONS.image,
  seen: 100,
  meanLogSeconds: Math.log(seconds),
  varianceLogSeconds: spread ** 2,
});
/** Of a model whose tasks take about so long, after many that did not fail early. */
const situation = (
  changed: Partial<PollSituation>,
  { kind = 'image', seconds = 15, spread = 0.8 }: { kind?: MediaKind; seconds?: number; spread?: number } = {},
): PollSituation => {
  const { schedule, queuedDelayMs } = runTimesOf(kind, durations(seconds, spread));
  return {
    ...{ schedule, queuedDelayMs, sinceEarlyFailure: QUIET_TASKS, random: 0.5 },
    ...{ sinceSubmittedMs: 10_000, sinceStartedMs: 10_000 },
    ...changed,
  };
};

describe('the next poll', () => {
  it.each([0.2, 1, 15, 120, 3_600])(
    'comes after half a second to thirty, whatever the time: model of %d s',
    (seconds) => {
      for (const kind of ['image', 'video'] as const) {
        for (const spread of [0, 0.1, 2]) {
          const base = situation({}, { kind, seconds, spread });
          for (const elapsedMs of [0, 100, 2_900, 60_000, 3_600_000, 1e9]) {
            for (const random of [0, 0.5, 0.999999]) {
              for (const schedule of [base.schedule, undefined]) {
                const since = { sinceSubmittedMs: elapsedMs, sinceStartedMs: elapsedMs };
                const ms = nextPollDelayMs({ ...base, ...since, random, schedule, sinceEarlyFailure: 0 });
                expect(ms).toBeGreaterThanOrEqual(500);
                expect(ms).toBeLessThanOrEqual(30_000);
              }
            }
          }
        }
      }
    },
  );

  it('is spread by a tenth either way', () => {
    const middle = nextPollDelayMs(situation({ random: 0.5 }));
    expect(nextPollDelayMs(situation({ random: 0 }))).toBeCloseTo(middle * 0.9, 6);
    expect(nextPollDelayMs(situation({ random: 1 }))).toBeCloseTo(middle * 1.1, 6);
  });

  it('is an early look at three seconds, once, where a task may have failed at once lately', () => {
    const slow = { kind: 'video', seconds: 600, spread: 0.3 } as const;
    for (const schedule of [situation({}, slow).schedule, undefined]) {
      const delay = (sinceEarlyFailure: number, elapsedMs: number): number => {
        const since = { sinceSubmittedMs: elapsedMs, sinceStartedMs: elapsedMs, sinceEarlyFailure };
        return nextPollDelayMs(situation({ ...since, schedule }, slow));
      };
      expect(delay(QUIET_TASKS - 1, 0)).toBe(3_000);
      expect(delay(QUIET_TASKS, 0)).toBe(30_000);
      // The early look came as early or late as the jitter lets it.
      for (const elapsedMs of [2_700, 3_000, 3_300]) expect(delay(0, elapsedMs)).toBe(30_000);
    }
  });

  it('comes about one run later while the task is queued, however long it has been there', () => {
    const queued = { schedule: undefined, sinceSubmittedMs: 500_000, sinceStartedMs: 500_000 };
    const ms = nextPollDelayMs(situation(queued, { seconds: 12, spread: 0.1 }));
    expect(ms / 12_000).toBeGreaterThan(0.8);
    expect(ms / 12_000).toBeLessThan(1.4);
  });

  it('follows the run where it is known to have begun, and the queue where it is not', () => {
    const runTimes = runTimesOf('image', PRIOR_DURATIONS.image);
    const seen = { submittedAtMs: 0, queuedAtMs: undefined, runningSinceMs: undefined };
    expect(scheduleFor(runTimes, seen)).toBe(runTimes.schedule);
    expect(scheduleFor(runTimes, { ...seen, queuedAtMs: 9_000 })).toBeUndefined();
    expect(scheduleFor(runTimes, { ...seen, queuedAtMs: 9_000, runningSinceMs: 12_000 })).toBe(
      runTimes.scheduleFromQueue,
    );
  });

  it.each([1, 2, 4, 8, 15, 25])('does not sleep through the end of tasks that all take about %d s', (seconds) => {
    const base = situation({}, { seconds, spread: 0.1 });
    let now = 0;
    while (now < seconds * 1_000) now += nextPollDelayMs({ ...base, sinceSubmittedMs: now, sinceStartedMs: now });
    expect(now).toBeLessThan(seconds * 1_000 * 1.25 + 600);
  });

  it('comes ever more seldom for a task that takes far longer than all before it', () => {
    const base = situation({}, { seconds: 10, spread: 0.1 });
    const delays = [60, 600, 3_600].map((seconds) =>
      nextPollDelayMs({ ...base, sinceSubmittedMs: seconds * 1_000, sinceStartedMs: seconds * 1_000 }),
    );
    expect([...delays].sort((one, other) => one - other)).toEqual(delays);
    expect(delays[2]).toBe(30_000);
  });
});

describe('the cost of all polls and all lateness', () => {
  it('is in the mean over many laws of run times at most a quarter above what whoever knows them pays', () => {
    const ratios = LAWS.map((law) => costOfRule(law, { seed: 11, learned: 60, counted: 60 }) / optimumOf(law));
    expect(ratios.reduce((sum, ratio) => sum + ratio, 0) / LAWS.length).toBeLessThan(1.25);
    expect(Math.max(...ratios)).toBeLessThan(2.3);
  });

  it('is well under the best fixed interval, also after a long wait in the queue', () => {
    const simulation = { seed: 3, learned: 60, counted: 140 };
    const after = { ...simulation, queueSeconds: 60 };
    expect(costOfRule(PICTURES_OF_8_S, after) / costOfBestInterval(PICTURES_OF_8_S, after)).toBeLessThan(0.7);
    expect(costOfRule(PICTURES_OF_8_S, simulation) / costOfBestInterval(PICTURES_OF_8_S, simulation)).toBeLessThan(0.9);
  });
});
