import { PRIOR_DURATIONS } from '../../src/jobs/polling/durations.ts';
import { runTimesOf } from '../../src/jobs/polling/run-times.ts';
import { LAWS, optimumOf, PICTURES_OF_8_S } from '../jobs/poll-laws.ts';
import { costOfBestInterval, costOfRule } from '../jobs/poll-simulation.ts';
import { median } from './figures.ts';

const SEEDS = [1, 2, 3, 4];
const TASKS = { learned: 100, counted: 200 };

/** What polls and late sight of ends cost, against the least that anybody could pay who knows how long tasks take. */
export function benchPolling(): void {
  console.log('the cost of polling, as a ratio to the optimum that knows the law of the run times');
  const ratios = LAWS.map((law) => {
    const ratio = meanOf((seed) => costOfRule(law, { seed, ...TASKS })) / optimumOf(law);
    console.log(`  ${law.kind}, ${law.name}: ${ratio.toFixed(2)}`);
    return ratio;
  });
  console.log(`  mean: ${(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toFixed(3)}`);
  const queued = { ...TASKS, queueSeconds: 60 };
  const rule = meanOf((seed) => costOfRule(PICTURES_OF_8_S, { seed, ...queued }));
  const interval = meanOf((seed) => costOfBestInterval(PICTURES_OF_8_S, { seed, ...queued }));
  console.log(`  after a queue of 60 s, to the best fixed interval: ${(rule / interval).toFixed(2)}`);
  const times = Array.from({ length: 50 }, () => {
    const startedMs = performance.now();
    void runTimesOf('video', PRIOR_DURATIONS.video).schedule;
    return performance.now() - startedMs;
  });
  console.log(`  to compute a schedule: ${median(times).toFixed(1)} ms`);
}

function meanOf(costOf: (seed: number) => number): number {
  return SEEDS.reduce((sum, seed) => sum + costOf(seed), 0) / SEEDS.length;
}
