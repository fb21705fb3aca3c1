import { describe, expect, it } from 'vitest';
import {
  durationsSchema,
  learn,
  learnFailure,
  NO_DURATIONS,
  observedRun,
  RECENT_MOST,
} from '../../../src/jobs/polling/durations.ts';

describe('learning', () => {
  it('keeps a limited number of recent runs', () => {
    let learned = NO_DURATIONS;
    for (let task = 1; task <= RECENT_MOST + 3; task++) learned = learn(learned, task * 1_000, task * 1_000 + 500);
    expect(learned.recent).toHaveLength(RECENT_MOST);
    expect([learned.recent[0], learned.recent.at(-1)]).toEqual([
      [4, 4.5],
      [RECENT_MOST + 3, RECENT_MOST + 3.5],
    ]);
    expect(durationsSchema.parse(JSON.parse(JSON.stringify(learned)))).toEqual(learned);
  });

  it('counts the tasks since one may have failed right after its start', () => {
    const quiet = learnFailure(learn(learn(NO_DURATIONS, 5_000, 6_000), 5_000, 6_000), false);
    expect(quiet.sinceEarlyFailure).toBe(3);
    expect(learnFailure(quiet, true)).toEqual({ ...quiet, sinceEarlyFailure: 0 });
  });

  it('tolerates intervals that end before they start', () => {
    for (const [from, to] of [
      [0, 0],
      [-5_000, 100],
      [10_000, 5_000],
    ] as const) {
      expect(durationsSchema.safeParse(learn(NO_DURATIONS, from, to)).success).toBe(true);
    }
  });
});

describe('the run time of a finished task', () => {
  const queued = { submittedAtMs: 0, queuedAtMs: 60_000, runningSinceMs: undefined };

  it('lies between its create and the polls around its end, if it was never seen queued', () => {
    const seen = { submittedAtMs: 1_000, queuedAtMs: undefined, runningSinceMs: undefined };
    expect(observedRun(seen, 6_000, 9_000)).toEqual({ notBeforeMs: 5_000, seenAfterMs: 8_000 });
    expect(observedRun({ ...seen, runningSinceMs: 1_000 }, 6_000, 9_000)).toEqual({
      notBeforeMs: 5_000,
      seenAfterMs: 8_000,
    });
  });

  it('has only an upper bound if it was queued at one poll and done at the next', () => {
    expect(observedRun(queued, 60_000, 68_000)).toEqual({ notBeforeMs: 0, seenAfterMs: 8_000 });
  });

  it('allows for a start anywhere between two polls', () => {
    // Queued at 60 s, running at 66 s, running at 70 s, done at 72 s.
    expect(observedRun({ ...queued, runningSinceMs: 63_000 }, 70_000, 72_000)).toEqual({
      notBeforeMs: 4_000,
      seenAfterMs: 12_000,
    });
  });
});
