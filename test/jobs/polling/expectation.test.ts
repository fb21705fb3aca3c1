import { describe, expect, it } from 'vitest';
import { NO_DURATIONS } from '../../../src/jobs/polling/durations.ts';
import { expectationOf, neverBackwards } from '../../../src/jobs/polling/expectation.ts';
import { type RunLaw, runLawOf } from '../../../src/jobs/polling/run-law.ts';
import { NOW, SUBMITTED, sampleJob } from '../samples.ts';

/** Runs of two thirds of this time, this time, and one and a half times it, in turn. */
const lawOf = (seconds: number): RunLaw => {
  const ends = [seconds / 1.5, seconds, seconds * 1.5].map((end): [number, number] => [end * 0.95, end * 1.05]);
  return runLawOf('image', { ...NO_DURATIONS, seen: 3, recent: Array.from({ length: 12 }, () => ends).flat() });
};
const TEN_SECONDS = lawOf(10);
const running = (runningSinceMs?: number) => ({
  ...SUBMITTED,
  serviceState: 'running' as const,
  ...(runningSinceMs === undefined ? {} : { runningSinceMs }),
});

describe('the expectation of a job', () => {
  it('is undefined before three tasks of the model were seen', () => {
    const job = sampleJob({}, running(NOW));
    expect(expectationOf(job, { ...TEN_SECONDS, seen: 2 }, NOW)).toBeUndefined();
    expect(expectationOf(job, TEN_SECONDS, NOW)).toBeDefined();
  });

  it('is undefined while its tasks are queued', () => {
    expect(expectationOf(sampleJob({}, SUBMITTED), TEN_SECONDS, NOW)).toBeUndefined();
  });

  it('is half done at the median run time, counted from the start of the run', () => {
    const expectation = expectationOf(sampleJob({}, running(NOW + 3_000)), TEN_SECONDS, NOW + 13_000);
    expect(expectation).toMatchObject({ startedMs: NOW + 3_000, isLate: false });
    expect(Number(expectation?.usuallyMs) / 10_000).toBeCloseTo(1, 2);
    expect(expectation?.progress).toBeCloseTo(0.5, 1);
  });

  it('counts from the create if no poll saw the run start', () => {
    expect(expectationOf(sampleJob({}, running()), TEN_SECONDS, NOW)?.startedMs).toBe(SUBMITTED.submittedAtMs);
  });

  it('is that of the task that started first', () => {
    const job = sampleJob({}, running(NOW + 5_000), { ...running(NOW + 1_000), key: 'job1-2' });
    expect(expectationOf(job, TEN_SECONDS, NOW)?.startedMs).toBe(NOW + 1_000);
  });

  it('promises nothing for a task that takes longer than most, or a cancelled job', () => {
    const job = sampleJob({}, running(NOW));
    expect(expectationOf(job, TEN_SECONDS, NOW + 60_000)?.isLate).toBe(true);
    expect(expectationOf({ ...job, cancelledAtMs: NOW }, TEN_SECONDS, NOW + 5_000)).toBeUndefined();
  });

  it('never goes back while the same task runs, and starts over with the next task', () => {
    const job = sampleJob({}, running(NOW));
    const before = expectationOf(job, TEN_SECONDS, NOW + 10_000);
    const slower = lawOf(30);
    const after = expectationOf(job, slower, NOW + 11_000);
    expect(after?.progress).toBeLessThan(before?.progress ?? 0);
    expect(neverBackwards(before, after)).toBe(before);
    expect(neverBackwards(after, before)).toBe(before);
    const next = expectationOf(sampleJob({}, running(NOW + 9_000)), TEN_SECONDS, NOW + 10_000);
    expect(neverBackwards(before, next)).toBe(next);
    expect(neverBackwards(before, undefined)).toBeUndefined();
  });
});
