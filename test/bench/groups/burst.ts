import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, median } from '../rig/figures.ts';
import { openRigs, type Rig } from '../rig/rig.ts';
import { answerMs, CROWD } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const COMMANDS = 200;
const ROUNDS = 5;
const REST_MS = 1_000;
const KINDS = ['bare', 'easel', 'grown'] as const;

/** The slowest answer to two hundred commands at once in one server. */
export async function benchBurst(yard: Yard): Promise<Figure[]> {
  // The tasks stay with the service, so that one round leaves no work for the next.
  const rigs = await openRigs(yard, KINDS, { pictures: 'for ever' });
  const slowest = { bare: [], easel: [], grown: [] } as Record<(typeof KINDS)[number], number[]>;
  // With cold code, either bot takes twice as long, once after its start.
  for (const rig of rigs.all) await burst(rig, scaled(yard, COMMANDS));
  for (let round = 0; round < scaled(yard, ROUNDS, 2); round++) {
    for (const kind of KINDS) slowest[kind].push(await burst(rigs.of(kind), scaled(yard, COMMANDS)));
  }
  await rigs.close();
  const easel = median(slowest.easel);
  return [
    {
      what: `${scaled(yard, COMMANDS)} commands at once in one server: the slowest`,
      ...{ value: easel, unit: 'ms', goal: { of: 'ratio', most: 2.5 } },
      floor: { name: 'bare', value: median(slowest.bare) },
    },
    {
      ...{ what: '- with a grown store', value: median(slowest.grown), unit: 'ms' },
      ...{ floor: { name: 'with a new store', value: easel }, goal: { of: 'ratio', most: 1.1 } },
    },
  ];
}

async function burst({ discord, service, kind }: Rig, commands: number): Promise<number> {
  const createdBefore = service.creates;
  const seats = Array.from({ length: commands }, (_, index) => CROWD[index % CROWD.length]).filter(
    (seat) => seat !== undefined,
  );
  const times = await Promise.all(seats.map((seat) => answerMs(discord, seat)));
  // A command without an answer in time did not start a job.
  const begun = times.filter(Number.isFinite).length;
  while (kind !== 'bare' && service.creates < createdBefore + begun) await delay(50);
  await delay(REST_MS);
  return Math.max(...times);
}
