import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { createRandom } from '../jobs/random.ts';
import { endSessions, hasPostgres, newPostgres } from '../support/postgres.ts';
import { createCustomers } from './customers.ts';
import { openFleet } from './fleet.ts';
import { openWatchedLine } from './watched-line.ts';

/** Longer than what has left a process takes to arrive. */
const ARRIVAL_MS = 500;

describe.runIf(hasPostgres)('a former owner', { timeout: 300_000 }, () => {
  it.each([1, 2])('creates no task after it stood still in a burst and another took over (%i)', async (seed) => {
    const fleet = await openFleet({ storeUrl: await newPostgres() });
    onTestFinished(() => fleet.close());
    const toService = await openWatchedLine(fleet.service.url);
    onTestFinished(toService.close);
    const creates = () => toService.requests.filter((request) => request.startsWith('POST'));
    const customers = createCustomers(fleet);
    const owner = fleet.add({ TASK_API_URL: toService.url });
    const spare = fleet.add();
    onTestFailed(() => void process.stderr.write(`${owner.lines.slice(-30).join('\n')}\n`));
    owner.launch();
    await fleet.until(() => owner.isReady);
    spare.launch();
    await fleet.until(() => spare.isWaiting);

    const asking = Promise.all(Array.from({ length: 16 }, () => customers.ask()));
    await fleet.happenings(1 + Math.floor(createRandom(seed)() * 60));
    owner.standStill();
    await asking;
    await endSessions(fleet.storeUrl);
    await fleet.until(() => spare.isReady);
    await delay(ARRIVAL_MS);
    const before = creates().length;
    owner.goOn();
    await fleet.until(() => !owner.isRunning);
    await delay(ARRIVAL_MS);
    expect(creates().length).toBe(before);
  });
});
