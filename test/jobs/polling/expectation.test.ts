import { describe, expect, it } from 'vitest';
import { NO_DURATIONS, type Observation } from '../../../src/jobs/polling/durations.ts';
import { expectationOf, notBehind } from '../../../src/jobs/polling/expectation.ts';
import { type RunLaw, runLawOf } from '../../../src/jobs/polling/run-law.ts';
import { NOW, SUBMITTED, sampleJob } from '../samples.ts';

/** Ends at two thirds of the time, at the time and at one and a half of it, again and again. */
const lawOf = (seconds: number): RunLaw => {
  const ends = [seconds / 1.5, seconds, seconds * 1.5].map((end): Observation => [end * 0.95, end * 1.05]);
  return runLawOf('image', { ...NO_DURATIONS, seen: 3, recent: Array.from({ length: 12 }, () => ends).flat() });
};
const TEN_SECONDS = lawOf(10);
const running = (runningSinceMs?: number) => ({
  ...SUBMITTED,
  serviceState: 'running' as const,
  ...(runningSinceMs === undefined ? {} : { runningSinceMs }),
});

describe('the expectation of a job', () => {
  it('is nothing before three tasks of the model were seen', () => {
    const job = sampleJob({}, running(NOW));
    expect(expectationOf(job, { ...TEN_SECONDS, seen: 2 }, NOW)).toBeUndefined();
    expect(expectationOf(job, TEN_SECONDS, NOW)).toBeDefined();
  });

  it('is nothing while its tasks are queued', () => {
    expect(expectationOf(sampleJob({}, SUBMITTED), TEN_SECONDS, NOW)).toBeUndefined();
  });

  it('is half done at the median, counted from when the run began', () => {
    const expectation = expectationOf(sampleJob({}, running(NOW + 3_000)), TEN_SECONDS, NOW + 13_000);
    expect(expectation).toMatchObject({ startedMs: NOW + 3_000, isLate: false });
    expect(Number(expectation?.usuallyMs) / 10_000).toBeCloseTo(1, 2);
    expect(expectation?.progress).toBeCloseTo(0.5, 1);
  });

  it('counts from the create where nobody saw the run begin', () => {
    expect(expectationOf(sampleJob({}, running()), TEN_SECONDS, NOW)?.startedMs).toBe(SUBMITTED.submittedAtMs);
  });

  it('is that of the task which began first', () => {
    const job = sampleJob({}, running(NOW + 5_000), { ...running(NOW + 1_000), key: 'job1-2' });
    expect(expectationOf(job, TEN_SECONDS, NOW)?.startedMs).toBe(NOW + 1_000);
  });

  it('promises nothing any more when it takes longer than most, and nothing when it was cancelled', () => {
    const job = sampleJob({}, running(NOW));
    expect(expectationOf(job, TEN_SECONDS, NOW + 60_000)?.isLate).toBe(true);
    expect(expectationOf({ ...job, cancelledAtMs: NOW }, TEN_SECONDS, NOW + 5_000)).toBeUndefined();
  });

  it('never goes back while the same task runs, whatever is learned, and begins anew with the next', () => {
    const job = sampleJob({}, running(NOW));
    const before = expectationOf(job, TEN_SECONDS, NOW + 10_000);
    const slower = lawOf(30);
    const after = expectationOf(job, slower, NOW + 11_000);
    expect(after?.progress).toBeLessThan(before?.progress ?? 0);
    expect(notBehind(before, after)).toBe(before);
    expect(notBehind(after, before)).toBe(before);
    const next = expectationOf(sampleJob({}, running(NOW + 9_000)), TEN_SECONDS, NOW + 10_000);
    expect(notBehind(before, next)).toBe(next);
    expect(notBehind(before, undefined)).toBeUndefined();
  });
});
