import { describe, expect, it, onTestFinished } from 'vitest';
import { RetryLater } from '../../../src/engine/lane.ts';
import { createLog } from '../../../src/log.ts';
import { auditRecordSchema, createAuditLog } from '../../../src/moderation/records/audit-log.ts';
import { createDecisions, decisionSchema } from '../../../src/moderation/records/decisions.ts';
import { NOW } from '../../jobs/samples.ts';
import { keysOf } from '../../support/all-records.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { GUILD } from '../../support/job-service.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';
import { turns } from '../crash-world.ts';

async function open() {
  const clock = new FakeClock(NOW);
  const store = await storeOver(new MemoryDatabase());
  const audit = createAuditLog({ collection: store.collection('audit', auditRecordSchema), clock });
  const collection = store.collection('decisions', decisionSchema);
  const world = { isAway: false, channelId: 'staff' as string | null, posted: [] as string[] };
  const decisions = createDecisions({
    ...{ collection, commit: store.commit, audit, clock, log: createLog('silent') },
    moderatorsChannelId: async () => world.channelId,
    post: async (_, { action }) => {
      if (world.isAway) throw new RetryLater();
      world.posted.push(action);
      return { outcome: 'closed' };
    },
  });
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort(new Error('the test is over')));
  void decisions.run(stopping.signal);
  const record = async (action: 'trusted' | 'no longer trusted' | 'paused'): Promise<void> => {
    await decisions.record(GUILD, { byId: 'mod', action });
    await turns();
  };
  const logged = async () => (await audit.of(GUILD)).entries.map(({ action }) => action);
  return { world, clock, record, logged, waiting: () => keysOf(collection) };
}

describe('decisions', () => {
  it('are logged and posted in order, even if they were made at the same moment', async () => {
    const { world, record, logged, waiting } = await open();
    for (const action of ['trusted', 'no longer trusted', 'trusted'] as const) await record(action);
    const all = ['trusted', 'no longer trusted', 'trusted'];
    expect([await logged(), world.posted, await waiting()]).toEqual([all, all, []]);
  });

  it('are logged while Discord is unavailable, and posted afterwards', async () => {
    const { world, clock, record, logged, waiting } = await open();
    world.isAway = true;
    await record('trusted');
    await record('paused');
    world.isAway = false;
    expect(world.posted).toEqual([]);
    await clock.advance(10 * 60_000);
    await turns();
    expect([await logged(), world.posted, await waiting()]).toEqual([['trusted', 'paused'], ['trusted', 'paused'], []]);
  });

  it('are no longer posted after an hour, and not at all without a moderators’ channel', async () => {
    const { world, clock, record, logged, waiting } = await open();
    world.isAway = true;
    await record('trusted');
    for (let minute = 0; minute < 70; minute += 5) await clock.advance(5 * 60_000).then(() => turns());
    world.channelId = null;
    await record('paused');
    expect([await logged(), world.posted, await waiting()]).toEqual([['trusted', 'paused'], [], []]);
  });
});
