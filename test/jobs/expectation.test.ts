import { describe, expect, it } from 'vitest';
import { expectationOf } from '../../src/jobs/expectation.ts';
import { NOW, SUBMITTED, sampleJob } from './samples.ts';

const TEN_SECONDS = { seen: 3, meanLogSeconds: Math.log(10), varianceLogSeconds: 0.25 };
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
    expect(expectation?.doneByMs).toBe(NOW + 13_000);
    expect(expectation?.progress).toBeCloseTo(0.5, 6);
  });

  it('counts from the create where nobody saw the run begin', () => {
    expect(expectationOf(sampleJob({}, running()), TEN_SECONDS, NOW)?.doneByMs).toBe(NOW + 10_000);
  });

  it('is that of the task which began first', () => {
    const job = sampleJob({}, running(NOW + 5_000), { ...running(NOW + 1_000), key: 'job1-2' });
    expect(expectationOf(job, TEN_SECONDS, NOW)?.doneByMs).toBe(NOW + 11_000);
  });
});
