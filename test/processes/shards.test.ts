import { describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { discordRateLimits } from '../../src/sandbox/discord/limits.ts';
import { systemClock } from '../../src/time/clock.ts';
import { seatsIn } from '../bench/rig/town.ts';
import { hasPostgres, newPostgres } from '../support/postgres.ts';
import { startRestProxy } from '../support/rest-proxy/rest-proxy.ts';
import { type Customers, createCustomers } from './customers.ts';
import { type Easel, type Fleet, openFleet } from './fleet.ts';
import { createOperator } from './operator.ts';

/** Real processes that share the servers of one store by Discord's shards. */

const SEATS = seatsIn(8);

/** @param atOnce how many shards may identify at once, which Discord sets for each bot. */
async function open(
  environment: Readonly<Record<string, string>>,
  atOnce: number,
): Promise<{ fleet: Fleet; customers: Customers }> {
  const fleet = await openFleet({
    ...{ storeUrl: await newPostgres(), environment },
    ...{ shards: { recommended: 1, atOnce }, rateLimits: discordRateLimits },
  });
  onTestFinished(() => fleet.close());
  const customers = createCustomers(fleet);
  onTestFailed(() => {
    for (const { name, lines } of fleet.easels) process.stderr.write(`${name}\n${lines.slice(-30).join('\n')}\n`);
    process.stderr.write(`${JSON.stringify(customers.ends())}\n${customers.open()}\n`);
  });
  return { fleet, customers };
}

const askEverywhere = (customers: Customers): Promise<unknown> => Promise.all(SEATS.map((seat) => customers.ask(seat)));

describe.runIf(hasPostgres)('real processes that share the servers', { timeout: 300_000 }, () => {
  it('are killed in turn behind a proxy; a spare takes over their servers, and operator commands reach the new owners', async () => {
    const { fleet, customers } = await open({ SHARDS: '2', SHARDS_PER_PROCESS: '1' }, 1);
    const operator = createOperator(fleet);
    const proxy = await startRestProxy({ clock: systemClock, target: fleet.discord.origin });
    onTestFinished(() => proxy.close());
    const add = (): Easel => fleet.add({ DISCORD_API_URL: proxy.apiUrl });
    const pair = [add(), add()];
    for (const easel of pair) easel.launch();
    await fleet.until(() => pair.every(({ isReady }) => isReady));
    for (const owner of pair) {
      const spare = add();
      spare.launch();
      await fleet.until(() => spare.isWaiting);
      await askEverywhere(customers);
      await Promise.all(SEATS.map((seat) => operator.grant(seat)));
      await fleet.until(() => owner.lines.some((line) => line.includes('task submitted')));
      await owner.kill();
      // The other process keeps serving its own servers. Commands in the dead one's servers may get no answer.
      await askEverywhere(customers);
      await fleet.until(() => spare.isReady);
    }
    await askEverywhere(customers);
    await Promise.all(SEATS.map((seat) => operator.grant(seat)));
    await customers.served();
    await operator.served();
    await customers.expectAllInOrder();
    expect(await operator.expectAllInOrder()).toBeGreaterThan(SEATS.length);
    expect(fleet.discord.requests.list({ status: 429 })).toEqual([]);
    expect(fleet.discord.identifiesRefused).toBe(0);
    expect(customers.ends().shown).toBeGreaterThanOrEqual(2 * SEATS.length);
  });

  it('are started with twice as many shards, and again, while jobs are open: every job ends once', async () => {
    const { fleet, customers } = await open({}, 2);
    const divisions = [
      { SHARDS: '1', SHARDS_PER_PROCESS: '1' },
      { SHARDS: '2', SHARDS_PER_PROCESS: '1' },
      { SHARDS: '4', SHARDS_PER_PROCESS: '2' },
    ];
    for (const division of divisions) {
      const count = Number(division.SHARDS) / Number(division.SHARDS_PER_PROCESS);
      const easels = Array.from({ length: count }, () => fleet.add(division));
      for (const easel of easels) easel.launch();
      await fleet.until(() => easels.every(({ isReady }) => isReady));
      await askEverywhere(customers);
      await fleet.until(() => easels.every(({ lines }) => lines.some((line) => line.includes('task submitted'))));
      if (division === divisions.at(-1)) break;
      // One process is stopped properly, the others are not.
      await Promise.all(easels.map((easel, index) => (index === 0 ? easel.stop() : easel.kill())));
    }
    await customers.served();
    await customers.expectAllInOrder();
    expect(fleet.discord.identifiesRefused).toBe(0);
    expect(customers.ends().shown).toBeGreaterThan(SEATS.length);
  });
});
