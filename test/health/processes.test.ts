import { describe, expect, it } from 'vitest';
import { finding } from '../../src/findings/finding.ts';
import { createProcesses } from '../../src/health/processes.ts';
import { createLog } from '../../src/log.ts';
import { MINUTE_MS } from '../../src/time/clock.ts';
import { VERSION } from '../../src/version.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

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
  it('adds up all processes, and leaves out one that has ended', async () => {
    const { clock, process, stop } = await start();
    const first = process(0, 2);
    process(1, 2);
    await clock.advance(1);
    const both = await first.status();
    expect(both.tasks).toEqual({ sending: 2, atService: 4, delivering: 6, forPeople: 8 });
    expect(both.running).toMatchObject([
      { version: VERSION, shards: '1 of 2', isOwn: true, findings: [] },
      { isOwn: false, findings: ['discord.away'] },
    ]);
    stop();
    await clock.advance(4 * MINUTE_MS);
    expect(await first.status()).toMatchObject({ running: [{ isOwn: true }], tasks: { atService: 2 } });
  });
});
