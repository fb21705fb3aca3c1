import { describe, expect, it } from 'vitest';
import { type Durations, learn, PRIOR_DURATIONS } from '../../../src/jobs/polling/durations.ts';
import { blurredStart, endedShare, medianMs, runLawOf } from '../../../src/jobs/polling/run-law.ts';
import { observedRun } from '../../../src/jobs/polling/run-times.ts';
import { createRandom } from '../random.ts';

const learned = (count: number, secondsOf: (task: number) => number): Durations => {
  let durations = PRIOR_DURATIONS.video;
  for (let task = 0; task < count; task++) {
    durations = learn(durations, secondsOf(task) * 990, secondsOf(task) * 1_010);
  }
  return durations;
};

describe('the law of the run times', () => {
  it.each([
    ['image', 15],
    ['video', 120],
  ] as const)('is what is believed of its kind before anything was seen: %s, %d s', (kind, seconds) => {
    const law = runLawOf(PRIOR_DURATIONS[kind]);
    expect(medianMs(law) / 1_000 / seconds).toBeCloseTo(1, 1);
    expect(endedShare(law, seconds * 1_000 * Math.exp(0.8))).toBeCloseTo(0.84, 1);
  });

  it('knows two kinds of tasks apart', () => {
    const law = runLawOf(learned(60, (task) => (task % 2 === 0 ? 60 : 240)));
    expect(endedShare(law, 50_000)).toBeLessThan(0.06);
    expect(endedShare(law, 75_000)).toBeGreaterThan(0.42);
    expect(endedShare(law, 200_000)).toBeLessThan(0.58);
    expect(endedShare(law, 300_000)).toBeGreaterThan(0.94);
  });

  it('has the median and the later quantiles of what was seen', () => {
    const random = createRandom(3);
    const law = runLawOf(learned(80, () => 60 + 180 * random()));
    expect(medianMs(law) / 150_000).toBeCloseTo(1, 0);
    expect(endedShare(law, 204_000)).toBeGreaterThan(0.7);
    expect(endedShare(law, 204_000)).toBeLessThan(0.9);
  });

  it('only rises, from nothing at the start to all but a few', () => {
    for (const durations of [PRIOR_DURATIONS.image, learned(40, () => 0.1), learned(40, (task) => 10 ** (task % 5))]) {
      const law = runLawOf(durations);
      for (const { ended } of [law, blurredStart(law, 10)]) {
        expect(ended[0]).toBeGreaterThanOrEqual(0);
        expect(ended.every((share, index) => share >= (ended[index - 1] ?? 0) - 1e-12 && share <= 1)).toBe(true);
        expect(ended.at(-1)).toBeGreaterThan(0.9);
      }
      expect(law.times.length).toBeLessThan(700);
    }
  });

  it('is less sure where the beginning is not known, and has the same median', () => {
    const law = runLawOf(learned(60, () => 100));
    const blurred = blurredStart(law, 40);
    expect(medianMs(blurred) / medianMs(law)).toBeCloseTo(1, 1);
    expect(endedShare(law, 90_000)).toBeLessThan(0.1);
    expect(endedShare(blurred, 90_000)).toBeGreaterThan(0.2);
    expect(endedShare(blurred, 110_000)).toBeLessThan(0.8);
  });
});

describe('what a finished task tells of its run', () => {
  const queued = { submittedAtMs: 0, queuedAtMs: 60_000, runningSinceMs: undefined };

  it('is the time from its create to the looks around its end, where nobody saw it queued', () => {
    const seen = { submittedAtMs: 1_000, queuedAtMs: undefined, runningSinceMs: undefined };
    expect(observedRun(seen, 6_000, 9_000)).toEqual({ notBeforeMs: 5_000, seenAfterMs: 8_000 });
    expect(observedRun({ ...seen, runningSinceMs: 1_000 }, 6_000, 9_000)).toEqual({
      notBeforeMs: 5_000,
      seenAfterMs: 8_000,
    });
  });

  it('is only how long it took at most, where it was queued at one look and done at the next', () => {
    expect(observedRun(queued, 60_000, 68_000)).toEqual({ notBeforeMs: 0, seenAfterMs: 8_000 });
  });

  it('leaves open when between two looks the run began', () => {
    // Queued at 60 s, running at 66 s, running at 70 s, done at 72 s.
    expect(observedRun({ ...queued, runningSinceMs: 63_000 }, 70_000, 72_000)).toEqual({
      notBeforeMs: 4_000,
      seenAfterMs: 12_000,
    });
  });
});
