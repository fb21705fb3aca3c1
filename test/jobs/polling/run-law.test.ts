import { describe, expect, it } from 'vitest';
import { type Durations, learn, NO_DURATIONS } from '../../../src/jobs/polling/durations.ts';
import { endedShare, medianMs, runLawOf } from '../../../src/jobs/polling/run-law.ts';
import { createRandom, normalFrom } from '../random.ts';

const learned = (count: number, secondsOf: (task: number) => number): Durations => {
  let durations = NO_DURATIONS;
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
    const law = runLawOf(kind, NO_DURATIONS);
    expect(medianMs(law) / 1_000 / seconds).toBeCloseTo(1, 1);
    expect(endedShare(law, seconds * 1_000 * Math.exp(0.8))).toBeCloseTo(0.84, 1);
  });

  it('tells two kinds of tasks apart', () => {
    const law = runLawOf(
      'video',
      learned(60, (task) => (task % 2 === 0 ? 60 : 240)),
    );
    expect(endedShare(law, 50_000)).toBeLessThan(0.06);
    expect(endedShare(law, 75_000)).toBeGreaterThan(0.42);
    expect(endedShare(law, 200_000)).toBeLessThan(0.58);
    expect(endedShare(law, 300_000)).toBeGreaterThan(0.94);
  });

  it('has the median and the upper quantiles of the observations', () => {
    const random = createRandom(3);
    const law = runLawOf(
      'video',
      learned(80, () => 60 + 180 * random()),
    );
    expect(medianMs(law) / 150_000).toBeCloseTo(1, 0);
    expect(endedShare(law, 204_000)).toBeGreaterThan(0.7);
    expect(endedShare(law, 204_000)).toBeLessThan(0.9);
  });

  it('rises from almost 0 to almost 1', () => {
    for (const durations of [NO_DURATIONS, learned(40, () => 0.1), learned(40, (task) => 10 ** (task % 5))]) {
      const { ended } = runLawOf('image', durations);
      expect(ended[0]).toBeGreaterThanOrEqual(0);
      expect(ended.every((share, index) => share >= (ended[index - 1] ?? 0) && share <= 1)).toBe(true);
      expect(ended.at(-1)).toBeCloseTo(1, 9);
    }
  });

  it.each([
    ['pictures of 8 s', 'image', 8, 0.3],
    ['pictures of 90 s', 'image', 90, 0.2],
    ['clips of 40 s', 'video', 40, 0.5],
    ['clips of half an hour', 'video', 1800, 0.4],
  ] as const)('comes near %s, whatever was believed before', (_, kind, seconds, spread) => {
    const normal = normalFrom(createRandom(7));
    const law = runLawOf(
      kind,
      learned(100, () => seconds * Math.exp(spread * normal())),
    );
    expect(Math.abs(Math.log(medianMs(law) / 1_000 / seconds))).toBeLessThan(spread / 2);
    // The prior keeps four tasks of 44.
    expect(endedShare(law, seconds * 1_000 * Math.exp(-2 * spread))).toBeLessThan(0.125);
    expect(endedShare(law, seconds * 1_000 * Math.exp(2 * spread))).toBeGreaterThan(0.87);
  });

  it('follows a service that became slower', () => {
    const law = runLawOf(
      'image',
      learned(100, (task) => (task < 40 ? 5 : 60)),
    );
    expect(medianMs(law)).toBeGreaterThan(45_000);
  });

  it('doesn’t learn shorter times from runs with only an upper bound', () => {
    let durations = learned(20, () => 8);
    for (let task = 0; task < 20; task++) durations = learn(durations, 0, 60_000);
    expect(medianMs(runLawOf('image', durations)) / 8_000).toBeCloseTo(1, 1);
  });

  it('changes little after a wide interval', () => {
    const known = learned(39, () => 10);
    const median = medianMs(runLawOf('image', learn(known, 0, 3_600_000)));
    expect(median / medianMs(runLawOf('image', known))).toBeCloseTo(1, 1);
  });
});
