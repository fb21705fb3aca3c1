import { describe, expect, it, onTestFinished } from 'vitest';
import { createApprovals } from '../../src/alerts/approvals.ts';
import type { OperatorAlert } from '../../src/alerts/operator-alert.ts';
import { createLog } from '../../src/log.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { postedAs } from './posted-as.ts';

async function start() {
  const clock = new FakeClock();
  const store = await storeOver(new MemoryDatabase());
  const posted: OperatorAlert[] = [];
  const outcomes: ('no access' | 'unavailable')[] = [];
  const approved = new Set<string>();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const open = () => {
    const approvals = createApprovals({
      ...{ clock, store, log: createLog('silent'), offeredCredits: 500 },
      isApproved: async (guildId) => approved.has(guildId),
      serverName: async (guildId) => `Server ${guildId}`,
      post: async (alert) => {
        posted.push(alert);
        return postedAs(outcomes.shift());
      },
    });
    approvals.run(stop.signal).catch(() => undefined);
    return approvals;
  };
  const passes = async (durationMs: number) => {
    for (let turns = 0; turns < 60; turns++) await clock.advance(0);
    await clock.advance(durationMs);
    for (let turns = 0; turns < 60; turns++) await clock.advance(0);
  };
  return { approved, open, outcomes, passes, posted };
}

const serverOf = (number: number): string => `1400000000000000${String(number).padStart(3, '0')}`;

describe('cards about new servers', () => {
  it('are posted once for each server, even after a restart', async () => {
    const { open, passes, posted } = await start();
    const approvals = open();
    for (let times = 0; times < 3; times++) {
      approvals.onNotApproved(serverOf(1));
      await passes(1_000);
    }
    open().onNotApproved(serverOf(1));
    await passes(1_000);
    const name = `Server ${serverOf(1)}`;
    expect(posted).toEqual([{ kind: 'new server', guildId: serverOf(1), name, offeredCredits: 500 }]);
  });

  it('are retried while Discord is unavailable', async () => {
    const { open, outcomes, passes, posted } = await start();
    outcomes.push('unavailable');
    open().onNotApproved(serverOf(1));
    await passes(60_000);
    expect(posted).toHaveLength(2);
  });

  it('are at most 20 a day, even after a restart; the others follow unless the operator approves them meanwhile', async () => {
    const { approved, open, passes, posted } = await start();
    for (let number = 0; number < 20; number++) open().onNotApproved(serverOf(number));
    await passes(1_000);
    expect(posted).toHaveLength(20);
    const approvals = open();
    for (const number of [20, 21]) approvals.onNotApproved(serverOf(number));
    await passes(3_600_000);
    expect(posted).toHaveLength(20);
    approved.add(serverOf(20));
    for (let hours = 0; hours < 24; hours++) await passes(3_600_000);
    expect(posted.slice(20)).toMatchObject([{ guildId: serverOf(21) }]);
  });
});
