import { describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { startPostgres } from '../../src/sandbox/postgres/postgres-server.ts';
import { endSessions, hasPostgres, newPostgres } from '../support/postgres.ts';
import { type Customers, createCustomers } from './customers.ts';
import { type Easel, type Fleet, type FleetOptions, openFleet } from './fleet.ts';

/** Two real processes, one serving and one waiting, and what happens to the serving one. `random-kills` kills it. */

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

const submittedBy = ({ lines }: Easel): number => lines.filter((line) => line.includes('task submitted')).length;

const askFor = (customers: Customers, count: number): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, () => customers.ask()));

describe.runIf(hasPostgres)('an Easel with a spare, both real processes', { timeout: 300_000 }, () => {
  it('is upgraded one process at a time while members keep asking, and leaves nothing unconfirmed; one that stands still for longer than its session lives ends when it continues, like one that loses its connection, and open jobs are done once', async () => {
    const { fleet, customers, owner: first, spare: owner } = await openPair({ storeUrl: await newPostgres() });
    await askFor(customers, 3);
    expect(await owner.stop()).toBe(0);
    await becomeSpare(fleet, owner);
    const askingMeanwhile = askFor(customers, 3);
    expect(await first.stop()).toBe(0);
    await fleet.until(() => owner.isReady);
    await askingMeanwhile;
    const spare = first;
    await becomeSpare(fleet, spare);
    await askFor(customers, 3);
    await customers.served();
    await customers.expectAllInOrder();
    expect(customers.ends()).toMatchObject({ unconfirmed: 0, open: 0 });

    const submitted = submittedBy(owner);
    const asking = askFor(customers, 4);
    await fleet.until(() => submittedBy(owner) > submitted);
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

    await becomeSpare(fleet, owner);
    const before = submittedBy(spare);
    await askFor(customers, 4);
    await fleet.until(() => submittedBy(spare) > before);
    await endSessions(fleet.storeUrl);
    await fleet.until(() => owner.isReady && !spare.isRunning);
    expect(spare.exitCode).toBe(1);
    await customers.served();
    await customers.expectAllInOrder();
  });

  it('ends when PostgreSQL is stopped; restarted, it waits for PostgreSQL like its spare, and nothing is lost', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    const { fleet, customers, owner, spare } = await openPair({ storeUrl: server.url });
    await askFor(customers, 4);
    await fleet.until(() => submittedBy(owner) > 0);
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
});
