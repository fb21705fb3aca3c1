import { describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { startPostgres } from '../../src/sandbox/postgres/postgres-server.ts';
import { createRandom } from '../jobs/random.ts';
import { endSessions, hasPostgres, newPostgres } from '../support/postgres.ts';
import { type Customers, createCustomers } from './customers.ts';
import { type Easel, type Fleet, type FleetOptions, openFleet } from './fleet.ts';

/** Two real processes, one serving and one waiting, and everything that can happen to the serving one. */

interface Pair {
  fleet: Fleet;
  customers: Customers;
  owner: Easel;
  spare: Easel;
}

/** A serving owner, and a spare that knows it. */
async function openPair(options: FleetOptions): Promise<Pair> {
  const fleet = await openFleet(options);
  onTestFinished(() => fleet.close());
  const customers = createCustomers(fleet);
  onTestFailed(() => {
    for (const { name, lines } of fleet.easels) process.stderr.write(`${name}\n${lines.slice(-30).join('\n')}\n`);
    process.stderr.write(`${JSON.stringify(customers.ends())}\n${customers.open()}\n`);
  });
  const [owner, spare] = [fleet.add(), fleet.add()];
  owner.launch();
  await fleet.until(() => owner.isReady);
  spare.launch();
  await fleet.until(() => spare.isWaiting);
  return { fleet, customers, owner, spare };
}

/** Starts `easel` again and waits until it is a spare. */
async function becomeSpare(fleet: Fleet, easel: Easel): Promise<void> {
  easel.launch();
  await fleet.until(() => easel.isWaiting);
}

const askFor = (customers: Customers, count: number): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, () => customers.ask()));

describe.runIf(hasPostgres)('an Easel with a spare, both real processes', { timeout: 300_000 }, () => {
  it('is killed at any step of its jobs, again and again, and nothing is lost or done twice', async () => {
    const { fleet, customers, ...pair } = await openPair({ storeUrl: await newPostgres() });
    let { owner, spare } = pair;
    const random = createRandom(20_261_122);
    const { service } = fleet;
    for (let kill = 0; kill < 3; kill++) {
      const { creates } = service;
      const asking = askFor(customers, 4);
      // Every other time right after the service has accepted a task, before the owner knows.
      if (kill % 2 === 0) await fleet.until(() => service.creates > creates);
      else await fleet.happenings(1 + Math.floor(random() * 60));
      await owner.kill();
      await fleet.until(() => spare.isReady);
      await asking;
      owner.launch();
      [owner, spare] = [spare, owner];
    }
    await customers.served();
    await customers.expectAllInOrder();
    expect(customers.ends().shown).toBeGreaterThan(0);
  });

  it('stands still for longer than its session lives: it ends when it continues, and its open jobs are done once', async () => {
    const { fleet, customers, owner, spare } = await openPair({ storeUrl: await newPostgres() });
    const asking = askFor(customers, 4);
    await fleet.until(() => owner.lines.some((line) => line.includes('task submitted')));
    owner.standStill();
    await asking;
    // PostgreSQL ends its silent session.
    await fleet.until(() => spare.isReady);
    // Discord sends these to both, because the stopped process's connection is open.
    await askFor(customers, 4);
    await fleet.until(() => spare.lines.some((line) => line.includes('interaction answered')));
    owner.goOn();
    await fleet.until(() => !owner.isRunning);
    expect(owner.exitCode).toBe(1);
    expect(owner.lines.join('\n')).toContain('this process lost the store: the connection to PostgreSQL was lost');
    await customers.served();
    await customers.expectAllInOrder();
  });

  it('loses its connection to PostgreSQL: it ends, and the spare continues its jobs', async () => {
    const { fleet, customers, owner, spare } = await openPair({ storeUrl: await newPostgres() });
    await askFor(customers, 4);
    await fleet.until(() => owner.lines.some((line) => line.includes('task submitted')));
    await endSessions(fleet.storeUrl);
    await fleet.until(() => spare.isReady && !owner.isRunning);
    expect(owner.exitCode).toBe(1);
    await becomeSpare(fleet, owner);
    await askFor(customers, 2);
    await customers.served();
    await customers.expectAllInOrder();
  });

  it('ends when PostgreSQL is stopped; restarted, it waits for PostgreSQL like its spare, and nothing is lost', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    const { fleet, customers, owner, spare } = await openPair({ storeUrl: server.url });
    await askFor(customers, 4);
    await fleet.until(() => owner.lines.some((line) => line.includes('task submitted')));
    await server.stop();
    await fleet.until(() => !owner.isRunning);
    expect(owner.exitCode).toBe(1);
    owner.launch();
    const waits = ({ lines }: typeof owner) => lines.some((line) => line.includes('store.unavailable'));
    await fleet.until(() => waits(owner) && waits(spare));
    await askFor(customers, 2);
    await server.start();
    await fleet.until(() => spare.isReady || owner.isReady);
    await askFor(customers, 2);
    await customers.served();
    await customers.expectAllInOrder();
  });

  it('is upgraded one process at a time while members keep asking, and leaves nothing unconfirmed', async () => {
    const { fleet, customers, owner, spare } = await openPair({ storeUrl: await newPostgres() });
    await askFor(customers, 3);
    expect(await spare.stop()).toBe(0);
    await becomeSpare(fleet, spare);
    const asking = askFor(customers, 3);
    expect(await owner.stop()).toBe(0);
    await fleet.until(() => spare.isReady);
    await asking;
    await becomeSpare(fleet, owner);
    await askFor(customers, 3);
    await customers.served();
    await customers.expectAllInOrder();
    expect(customers.ends()).toMatchObject({ unconfirmed: 0, open: 0 });
  });
});
