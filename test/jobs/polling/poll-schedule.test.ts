import { describe, expect, it } from 'vitest';
import { type Durations, learn, NO_DURATIONS } from '../../../src/jobs/polling/durations.ts';
import {
  nextPollDelayMs,
  type PollSituation,
  QUIET_TASKS,
  runTimesOf,
} from '../../../src/jobs/polling/poll-schedule.ts';
import type { MediaKind } from '../../../src/task-api/models.ts';
import { LAWS, optimumOf, PICTURES_OF_8_S } from '../poll-laws.ts';
import { costOfBestInterval, costOfRule } from '../poll-simulation.ts';
import { createRandom, normalFrom } from '../random.ts';

function durationsOf(seconds: number, spread: number): Durations {
  const normal = normalFrom(createRandom(5));
  let durations = NO_DURATIONS;
  for (let task = 0; task < 40; task++) {
    const tookMs = seconds * 1_000 * Math.exp(spread * normal());
    durations = learn(durations, tookMs * 0.98, tookMs * 1.02);
  }
  return durations;
}

/** A task that was created this long ago and has been running or queued since. */
const since = (elapsedMs: number, state: 'running' | 'queued' = 'running'): Pick<PollSituation, 'run' | 'nowMs'> => ({
  run: { submittedAtMs: 0, queuedAtMs: state === 'queued' ? elapsedMs : undefined, runningSinceMs: undefined },
  nowMs: elapsedMs,
});

/** A model whose tasks take about this long and don't fail early. */
const situation = (
  changed: Partial<PollSituation>,
  { kind = 'image', seconds = 15, spread = 0.8 }: { kind?: MediaKind; seconds?: number; spread?: number } = {},
): PollSituation => ({
  runTimes: runTimesOf(kind, durationsOf(seconds, spread)),
  sinceEarlyFailure: QUIET_TASKS,
  random: 0.5,
  ...since(10_000),
  ...changed,
});

describe('the next poll', () => {
  it.each([0.2, 1, 15, 120, 3_600])('comes after 0.5 to 30 seconds at any time of a run: model of %d s', (seconds) => {
    for (const kind of ['image', 'video'] as const) {
      for (const spread of [0, 0.1, 2]) {
        const base = situation({}, { kind, seconds, spread });
        for (const elapsedMs of [0, 100, 2_900, 60_000, 3_600_000, 1e9]) {
          for (const random of [0, 0.5, 0.999999]) {
            for (const state of ['running', 'queued'] as const) {
              const ms = nextPollDelayMs({ ...base, ...since(elapsedMs, state), random, sinceEarlyFailure: 0 });
              expect(ms).toBeGreaterThanOrEqual(500);
              expect(ms).toBeLessThanOrEqual(30_000);
            }
          }
        }
      }
    }
  });

  it('has jitter of a tenth in both directions', () => {
    const middle = nextPollDelayMs(situation({ random: 0.5 }));
    expect(nextPollDelayMs(situation({ random: 0 }))).toBeCloseTo(middle * 0.9, 6);
    expect(nextPollDelayMs(situation({ random: 1 }))).toBeCloseTo(middle * 1.1, 6);
  });

  it('is one early poll at three seconds if a recent task may have failed right after its start', () => {
    const slow = situation({}, { kind: 'video', seconds: 600, spread: 0.3 });
    for (const state of ['running', 'queued'] as const) {
      const delay = (sinceEarlyFailure: number, elapsedMs: number): number =>
        nextPollDelayMs({ ...slow, ...since(elapsedMs, state), sinceEarlyFailure });
      expect(delay(QUIET_TASKS - 1, 0)).toBe(3_000);
      expect(delay(QUIET_TASKS, 0)).toBeGreaterThan(25_000);
      // The early poll came as early or late as jitter allows.
      for (const elapsedMs of [2_700, 3_000, 3_300]) expect(delay(0, elapsedMs)).toBeGreaterThan(25_000);
    }
  });

  it('comes about one run later while the task is queued, independent of how long it has waited', () => {
    const ms = nextPollDelayMs(situation(since(500_000, 'queued'), { seconds: 12, spread: 0.1 }));
    expect(ms / 12_000).toBeGreaterThan(0.8);
    expect(ms / 12_000).toBeLessThan(1.4);
  });

  it('follows the run if its start is known, and the queue otherwise', () => {
    const queued = situation(since(90_000, 'queued'), { seconds: 12, spread: 0.1 });
    const running = { ...queued, run: { ...queued.run, runningSinceMs: 80_000 } };
    const fromCreate = { ...queued, ...since(10_000) };
    expect(nextPollDelayMs(running)).toBe(nextPollDelayMs(fromCreate));
    expect(nextPollDelayMs(running)).toBeLessThan(nextPollDelayMs(queued));
  });

  it.each([1, 2, 4, 8, 15, 25])('doesn’t miss the end of tasks that all take about %d s', (seconds) => {
    const base = situation({}, { seconds, spread: 0.1 });
    let now = 0;
    while (now < seconds * 1_000) now += nextPollDelayMs({ ...base, ...since(now) });
    expect(now).toBeLessThan(seconds * 1_000 * 1.25 + 600);
  });

  it('gets rarer for a task that takes far longer than all before it', () => {
    const base = situation({}, { seconds: 10, spread: 0.1 });
    const delays = [60, 600, 3_600].map((seconds) => nextPollDelayMs({ ...base, ...since(seconds * 1_000) }));
    expect([...delays].sort((one, other) => one - other)).toEqual(delays);
    expect(delays[2]).toBe(30_000);
  });
});

describe('the cost of all polls and all lateness', () => {
  it('averages at most a fifth above the optimum over many distributions of run times', () => {
    const ratios = LAWS.map((law) => costOfRule(law, { seed: 11, learned: 100, counted: 150 }) / optimumOf(law));
    expect(ratios.reduce((sum, ratio) => sum + ratio, 0) / LAWS.length).toBeLessThan(1.2);
    expect(Math.max(...ratios)).toBeLessThan(2.2);
  });

  it('is well under that of the best fixed interval, even after a long queue', () => {
    const simulation = { seed: 3, learned: 60, counted: 140 };
    const after = { ...simulation, queueSeconds: 60 };
    expect(costOfRule(PICTURES_OF_8_S, after) / costOfBestInterval(PICTURES_OF_8_S, after)).toBeLessThan(0.7);
    expect(costOfRule(PICTURES_OF_8_S, simulation) / costOfBestInterval(PICTURES_OF_8_S, simulation)).toBeLessThan(0.9);
  });
});
