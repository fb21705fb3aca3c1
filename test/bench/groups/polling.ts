import { LAWS, optimumOf, PICTURES_OF_8_S } from '../../jobs/poll-laws.ts';
import { costOfBestInterval, costOfRule } from '../../jobs/poll-simulation.ts';
import type { Figure } from '../rig/figures.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const SEEDS = 4;
/** After a queue, one run says little, because its waits are exponential. */
const SEEDS_QUEUED = 30;
const COUNTED = 200;

/**
 * The cost of polls and of noticing ends late, compared with the least possible for anyone who knows how long tasks
 * take.
 */
export async function benchPolling(yard: Yard): Promise<Figure[]> {
  const tasks = { learned: 100, counted: scaled(yard, COUNTED) };
  const ratios = LAWS.map((law) => meanOf((seed) => costOfRule(law, { seed, ...tasks })) / optimumOf(law));
  const queued = { ...tasks, queueSeconds: 60 };
  const rule = meanOf((seed) => costOfRule(PICTURES_OF_8_S, { seed, ...queued }), SEEDS_QUEUED);
  const interval = meanOf((seed) => costOfBestInterval(PICTURES_OF_8_S, { seed, ...queued }), SEEDS_QUEUED);
  const worst = Math.max(...ratios);
  return [
    {
      what: `polls and delay, to the optimum that knows the law: mean of ${LAWS.length} laws`,
      ...{ value: ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length, unit: 'times' },
      ...{ note: `worst ${worst.toFixed(2)}, ${LAWS[ratios.indexOf(worst)]?.name}`, goal: { of: 'value', most: 1.2 } },
    },
    {
      ...{ what: '- after a queue of 60 s, to the best fixed interval', value: rule / interval, unit: 'times' },
      goal: { of: 'value', most: 0.6 },
    },
  ];
}

function meanOf(costOf: (seed: number) => number, seeds = SEEDS): number {
  return Array.from({ length: seeds }, (_, index) => costOf(index + 1)).reduce((sum, cost) => sum + cost, 0) / seeds;
}
