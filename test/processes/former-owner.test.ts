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
  it('creates no task after it stood still in a burst and another took over, and neither does the next one', async () => {
    const fleet = await openFleet({ storeUrl: await newPostgres() });
    onTestFinished(() => fleet.close());
    const customers = createCustomers(fleet);
    const add = async () => {
      const toService = await openWatchedLine(fleet.service.url);
      onTestFinished(toService.close);
      const easel = fleet.add({ TASK_API_URL: toService.url });
      onTestFailed(() => void process.stderr.write(`${easel.lines.slice(-30).join('\n')}\n`));
      const creates = (): number => toService.requests.filter((request) => request.startsWith('POST')).length;
      return { easel, creates };
    };
    const [first, second] = [await add(), await add()];
    first.easel.launch();
    await fleet.until(() => first.easel.isReady);

    for (const [index, [owner, spare]] of [[first, second] as const, [second, first] as const].entries()) {
      spare.easel.launch();
      await fleet.until(() => spare.easel.isWaiting);
      const asking = Promise.all(Array.from({ length: 16 }, () => customers.ask()));
      await fleet.happenings(1 + Math.floor(createRandom(index + 1)() * 60));
      owner.easel.standStill();
      await asking;
      await endSessions(fleet.storeUrl);
      await fleet.until(() => spare.easel.isReady);
      await delay(ARRIVAL_MS);
      const before = owner.creates();
      owner.easel.goOn();
      await fleet.until(() => !owner.easel.isRunning);
      await delay(ARRIVAL_MS);
      expect(owner.creates()).toBe(before);
    }
  });
});
