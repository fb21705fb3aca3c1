import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/budget/ledger/ledger.ts';
import { finding } from '../../src/findings/finding.ts';
import { createProcesses } from '../../src/health/processes.ts';
import { createLog } from '../../src/log.ts';
import { DAY_MS, MINUTE_MS } from '../../src/time/clock.ts';
import { VERSION } from '../../src/version.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const [ATELIER, STUDIO] = ['1300000000000000001', '1300000000000000002'];

const common = { number: 1, atMs: 0, periodKey: '2026-11', leftCredits: 0, overspentCredits: 0 };
const ofTask = { ...common, taskKey: 'job-1', jobId: 'job', memberId: 'member', modelId: 'image-model-a' };
const settled = (chargedCredits: number): Entry => ({ ...ofTask, kind: 'settled', heldCredits: 5, chargedCredits });
const released = (why: string): Entry => ({ ...ofTask, kind: 'released', credits: 5, why });

/** Some processes on one store, each with one shard. */
async function start() {
  const clock = new FakeClock();
  const store = await storeOver(new MemoryDatabase());
  const stopping = new AbortController();
  const process = (shard = 0, of = 1) => {
    const processes = createProcesses({
      store: { ...store, shards: { numbers: [shard], of } },
      clock,
      log: createLog('silent'),
      tasks: () => ({ sending: 1, atService: 2, delivering: 3, forPeople: 4 }),
      findings: () => (shard === 0 ? [] : [finding('discord.away', { shards: '1' })]),
    });
    void processes.run(stopping.signal);
    return processes;
  };
  return { clock, process, stop: () => stopping.abort(new Error('the test stops')) };
}

describe('what processes say of themselves', () => {
  it('counts what servers spent today, and why credits were returned', async () => {
    const { process } = await start();
    const own = process();
    own.onEntries(ATELIER, [settled(4), settled(2), released('refused')]);
    own.onEntries(STUDIO, [
      settled(5),
      released('refused'),
      released('unreachable'),
      { ...ofTask, kind: 'unconfirmed' },
    ]);
    const { day, tasks, running } = await own.status();
    expect(day).toMatchObject({
      ...{ settled: 3, spentCredits: 11, unconfirmed: 1, returned: { refused: 2, unreachable: 1 } },
      dearest: [
        { guildId: ATELIER, credits: 6 },
        { guildId: STUDIO, credits: 5 },
      ],
    });
    expect(tasks).toEqual({ sending: 1, atService: 2, delivering: 3, forPeople: 4 });
    expect(running).toMatchObject([{ version: VERSION, shards: '1 of 1', isOwn: true }]);
  });

  it('adds up all processes, and leaves out what one does that has ended', async () => {
    const { clock, process, stop } = await start();
    const [first, second] = [process(0, 2), process(1, 2)];
    second.onEntries(STUDIO, [settled(5)]);
    await clock.advance(1);
    await clock.advance(MINUTE_MS);
    first.onEntries(ATELIER, [settled(4)]);
    const both = await first.status();
    expect(both.day).toMatchObject({ settled: 2, spentCredits: 9 });
    expect(both.tasks.atService).toBe(4);
    expect(both.running).toMatchObject([{ isOwn: true }, { isOwn: false, findings: ['discord.away'] }]);
    stop();
    await clock.advance(4 * MINUTE_MS);
    const alone = await first.status();
    expect(alone).toMatchObject({ running: [{ isOwn: true }], tasks: { atService: 2 }, day: { spentCredits: 9 } });
  });

  it('continues the day after a restart, and starts a new one at midnight', async () => {
    const { clock, process } = await start();
    const before = process();
    await clock.advance(1);
    before.onEntries(ATELIER, [settled(4)]);
    await before.close();
    const after = process();
    after.onEntries(ATELIER, [settled(1)]);
    await clock.advance(1);
    expect((await after.status()).day).toMatchObject({ settled: 2, spentCredits: 5 });
    await clock.advance(DAY_MS);
    expect((await after.status()).day).toMatchObject({ settled: 0, spentCredits: 0, dearest: [] });
  });
});
