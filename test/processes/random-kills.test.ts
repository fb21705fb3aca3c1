import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFailed, onTestFinished } from 'vitest';
import { startPostgres } from '../../src/sandbox/postgres/postgres-server.ts';
import { createRandom } from '../jobs/random.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createCustomers } from './customers.ts';
import { DEEDS, type Deed, restarting } from './deeds.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { createOperator } from './operator.ts';

/**
 * Three processes while anything happens to any of them, in rounds. Two share the servers, and the third waits. After
 * each round, compares every member's command with Discord, the service and the books. Run it for long with
 * `EASEL_KILLS_MINUTES=60 npx vitest run test/processes/random-kills`. `EASEL_KILLS_SEED` changes the course of events.
 */
const MINUTES = Number(process.env['EASEL_KILLS_MINUTES'] ?? 0);
const SEED = Number(process.env['EASEL_KILLS_SEED'] ?? 20_261_122);
/** How long a round's events last, before it waits for open commands. */
const ROUND_MS = 25_000;
/** No process may serve anyone for a while. */
const DULL_MS = 2_000;
const RESTARTED_WITHIN_MS = 2_000;

it.runIf(hasPostgres)(
  'three processes survive random kills, pauses and cut connections: nothing is lost, nothing is done twice',
  { timeout: MINUTES * 60_000 + 300_000 },
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const fleet = await openFleet({
      storeUrl: postgres.url,
      shards: { recommended: 2, atOnce: 2 },
      environment: { SHARDS_PER_PROCESS: '1' },
    });
    onTestFinished(() => fleet.close());
    const customers = createCustomers(fleet);
    const operator = createOperator(fleet);
    const done: string[] = [];
    onTestFailed(() => {
      for (const { name, lines } of fleet.easels) process.stderr.write(`${name}\n${lines.slice(-40).join('\n')}\n`);
      process.stderr.write(
        `seed ${SEED}: ${done.join(', ')}\n${JSON.stringify(customers.ends())}\n${customers.open()}\n`,
      );
    });
    const random = createRandom(SEED);
    for (let count = 0; count < 3; count++) fleet.add();
    onTestFinished(keepRunning(fleet, random));
    await allServed(fleet);

    const deeds: readonly Deed[] = [...DEEDS, restarting(postgres)];
    let granted = 0;
    const endsAtMs = performance.now() + MINUTES * 60_000;
    do {
      const roundEndsAtMs = performance.now() + ROUND_MS;
      while (performance.now() < roundEndsAtMs) {
        // An event while no process serves anyone is reported soon.
        if (random() < 0.8) await Promise.race([fleet.until(() => someServe(fleet)), delay(2 * DULL_MS)]);
        for (let count = Math.floor(random() * 5); count >= 0; count--) await customers.ask();
        if (random() < 0.3) await operator.grant();
        await Promise.race([fleet.happenings(1 + Math.floor(random() * 80)), delay(DULL_MS)]);
        const deed = deeds[Math.floor(random() * deeds.length)];
        done.push(deed?.name ?? '');
        await deed?.(fleet, random);
      }
      fleet.service.faults.replace({});
      for (const easel of fleet.easels) easel.goOn();
      await allServed(fleet);
      await customers.served();
      await operator.served();
      await customers.expectAllInOrder();
      granted = await operator.expectAllInOrder();
    } while (performance.now() < endsAtMs);
    const ends = customers.ends();
    if (MINUTES > 0)
      process.stderr.write(`${JSON.stringify({ ...ends, granted })} after ${JSON.stringify(countsOf(done))}\n`);
    expect(ends.shown).toBeGreaterThan(0);
  },
);

/** Restarts ended processes after a while, like their supervisor. @returns a function that stops doing so. */
function keepRunning(fleet: Fleet, random: () => number): () => void {
  let isOver = false;
  const keep = async (): Promise<void> => {
    while (!isOver) {
      await fleet.until(() => isOver || fleet.easels.some(({ isRunning }) => !isRunning));
      await delay(random() * RESTARTED_WITHIN_MS);
      for (const easel of fleet.easels) if (!(isOver || easel.isRunning)) easel.launch();
    }
  };
  void keep();
  return () => {
    isOver = true;
  };
}

const someServe = ({ easels }: Fleet): boolean => easels.some(({ isReady, standsStill }) => isReady && !standsStill);

/** Two processes serve, and the third waits. */
const allServed = (fleet: Fleet): Promise<boolean> =>
  fleet.until(
    () => fleet.easels.filter(({ isReady }) => isReady).length === 2 && fleet.easels.some(({ isWaiting }) => isWaiting),
  );

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
