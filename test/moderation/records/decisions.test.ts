import { describe, expect, it, onTestFinished } from 'vitest';
import { RetryLater } from '../../../src/engine/lane.ts';
import { createLog } from '../../../src/log.ts';
import { type AuditAction, createAuditLog } from '../../../src/moderation/records/audit-log.ts';
import { createDecisions, decisionCollection, type NewDecision } from '../../../src/moderation/records/decisions.ts';
import { createMembers } from '../../../src/moderation/records/members.ts';
import { NOW } from '../../jobs/samples.ts';
import { keysOf } from '../../support/all-records.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { GUILD, MEMBER } from '../../support/job-service.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';
import { turns } from '../crash-world.ts';

/** @param audit the text of the server's stored log */
async function open({ audit: text }: { audit?: string } = {}) {
  const clock = new FakeClock(NOW);
  const database = new MemoryDatabase();
  if (text !== undefined) database.texts.set(`audit:${GUILD}`, text);
  const store = await storeOver(database);
  const audit = createAuditLog({ store, clock });
  const members = createMembers({ store, clock });
  const collection = store.collection(decisionCollection);
  const world = { isAway: false, channelId: 'staff' as string | null, posted: [] as string[] };
  const decisions = createDecisions({
    ...{ store, audit, members, clock, log: createLog('silent') },
    moderatorsChannelId: async () => world.channelId,
    onDecided: () => undefined,
    post: async (_, { action }) => {
      if (world.isAway) throw new RetryLater();
      world.posted.push(action);
      return { outcome: 'closed' };
    },
  });
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort(new Error('the test is over')));
  void decisions.run(stopping.signal);
  const record = async (action: AuditAction, about: Partial<NewDecision> = {}): Promise<void> => {
    await decisions.record(GUILD, { byId: 'mod', action, ...about });
    await turns();
  };
  const logged = async () => (await audit.of(GUILD)).entries.map(({ action }) => action);
  const counts = async () => (await members.of(GUILD, MEMBER)).counts;
  return { world, clock, record, logged, counts, decisions, put: store.commit, waiting: () => keysOf(collection) };
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

  it('about a request or a result count for its member, each once, and have a card instead of a line', async () => {
    const { world, record, logged, counts } = await open();
    const about = { memberId: MEMBER, jobId: 'job' };
    for (const byId of ['a', 'b']) await record('reported', { ...about, byId });
    for (const action of ['hidden', 'published', 'approved', 'rejected'] as const) await record(action, about);
    expect(await counts()).toMatchObject({ reported: 2, hidden: 1, approved: 1, rejected: 1 });
    expect(await logged()).toEqual(['reported', 'reported', 'hidden', 'published', 'approved', 'rejected']);
    expect(world.posted).toEqual([]);
  });

  it('are logged and counted once, even if a crash repeats them', async () => {
    const { world, clock, record, logged, counts } = await open();
    world.isAway = true;
    await record('hidden', { memberId: MEMBER, jobId: 'job' });
    await record('trusted');
    await record('reported', { memberId: MEMBER, jobId: 'job' });
    // Each try at the line starts with the log.
    await clock.advance(10 * 60_000);
    await turns();
    expect(await logged()).toEqual(['hidden', 'trusted', 'reported']);
    expect(await counts()).toMatchObject({ hidden: 1, reported: 1 });
  });

  it('have a number as soon as they are committed, also before they are delivered', async () => {
    const { decisions, put, record, waiting } = await open();
    await record('trusted', { memberId: MEMBER });
    const decided = { byId: 'mod', memberId: MEMBER, jobId: 'job' };
    await put([decisions.put(GUILD, { ...decided, action: 'approved' })]);
    expect(await decisions.find(GUILD, ['approved', 'rejected'], { jobId: 'job' })).toMatchObject({
      ...{ number: 2, byId: 'mod', action: 'approved' },
    });
    expect(await waiting()).toHaveLength(1);
    await record('approved', { ...decided, jobId: 'other' });
    expect(await decisions.find(GUILD, ['approved'], { memberId: MEMBER })).toMatchObject({ number: 3 });
    expect(await decisions.find(GUILD, ['approved'], { jobId: 'job' })).toMatchObject({ number: 2 });
    expect(await decisions.find(GUILD, ['rejected'], { jobId: 'job' })).toBeUndefined();
  });

  it('have no number while the log is unreadable', async () => {
    const { decisions, record } = await open({ audit: 'not a record' });
    await record('approved', { jobId: 'job' });
    expect(await decisions.find(GUILD, ['approved'], { jobId: 'job' })).toBeUndefined();
  });
});
