import { describe, expect, it, onTestFinished } from 'vitest';
import { RetryLater } from '../../../src/engine/lane.ts';
import { createLog } from '../../../src/log.ts';
import { type Appeal, appealCollection, keyOf, mayAnswerFromMs } from '../../../src/moderation/appeals/appeal.ts';
import { createAppeals } from '../../../src/moderation/appeals/appeals.ts';
import { NEW_MEMBER } from '../../../src/moderation/records/members.ts';
import type { Brought } from '../../../src/moderation/records/messages.ts';
import type { ReportRecord } from '../../../src/moderation/reports/report-record.ts';
import type { GatedRequest } from '../../../src/moderation/requests/request.ts';
import { RecordError } from '../../../src/store/store.ts';
import { NOW } from '../../jobs/samples.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { GUILD, MEMBER } from '../../support/job-service.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';
import { turns } from '../crash-world.ts';
import { LOGS_NOTHING } from '../logs-nothing.ts';
import { sampleRecord } from '../report-samples.ts';
import { sampleRequest } from '../request-samples.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MODERATOR = 'moderator';

async function open(database = new MemoryDatabase()) {
  const clock = new FakeClock(NOW);
  const store = await storeOver(database);
  const world = {
    channelId: 'staff' as string | null,
    brings: { outcome: 'there' } as { outcome: 'there' | 'closed' | 'gone' | 'away' },
    posted: [] as string[],
    told: [] as string[],
    isTold: true,
    unreachable: 0,
    timeouts: 0,
    report: undefined as ReportRecord | undefined,
    isUnreadable: false,
    requests: [] as GatedRequest[],
  };
  const timeout = () => ({ untilMs: NOW + 365 * DAY_MS, why: '', byId: MODERATOR, atMs: world.timeouts });
  const appeals = createAppeals({
    ...{ store, clock, log: createLog('silent') },
    messages: {
      bringCard: async ({ answer, words, card }, channelId, isMissed): Promise<Brought> => {
        const { outcome } = world.brings;
        if (outcome === 'away') throw new RetryLater();
        if (outcome === 'closed') return { outcome };
        if (outcome === 'gone' && !isMissed) return { outcome };
        world.posted.push(answer?.kind ?? words);
        const id = outcome === 'gone' || !card ? `card ${world.posted.length}` : card.messageId;
        return { outcome: 'there', message: { id, channelId, files: [] } };
      },
      notify: async ({ answer }) => {
        world.told.push(answer?.kind ?? '');
        return world.isTold;
      },
    },
    decisions: { ...LOGS_NOTHING, find: async () => undefined },
    members: { of: async () => ({ ...NEW_MEMBER, timeout: world.timeouts === 0 ? null : timeout() }) },
    reports: {
      find: async () => {
        if (world.isUnreadable) throw new RecordError('a test');
        return world.report;
      },
    },
    requests: { find: async (id) => world.requests.find((one) => one.id === id) },
    moderatorsChannelId: async () => world.channelId,
    onModeratorsUnreachable: () => {
      world.unreachable += 1;
    },
  });
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort(new Error('the test is over')));
  await appeals.load();
  void appeals.run(stopping.signal);
  const ask = async (id: string, words = 'please', jobId?: string) => {
    const about = await appeals.decisionOn({ guildId: GUILD, memberId: MEMBER, jobId });
    if (!about) throw new Error('no decision');
    const asked = { id, guildId: GUILD, memberId: MEMBER, about, words, channelId: 'here' };
    const outcome = await appeals.ask(asked);
    await appeals.carryOut(keyOf({ ...asked, ...EMPTY }));
    return { outcome: outcome.outcome, key: keyOf({ ...asked, ...EMPTY }) };
  };
  /** A member's next timeout. */
  const timeOut = () => {
    world.timeouts += 1;
  };
  const passes = async (timeMs: number) => {
    await clock.leap(timeMs);
    await turns();
  };
  return { appeals, ask, clock, store, database, passes, timeOut, world };
}

const EMPTY: Pick<Appeal, 'askedAtMs' | 'expiresAtMs' | 'shown'> = { askedAtMs: NOW, expiresAtMs: NOW, shown: {} };

async function asked(words?: string) {
  const all = await open();
  all.timeOut();
  return { ...all, ...(await all.ask('one', words)) };
}

describe('an appeal', () => {
  it('is one for each decision, and five at most wait of one member', async () => {
    const { ask, timeOut, appeals, world } = await open();
    world.report = sampleRecord({ state: 'hidden', decidedAtMs: NOW });
    expect((await ask('a', 'please', 'job1')).outcome).toBe('asked');
    expect((await ask('b', 'again', 'job1')).outcome).toBe('already');
    for (let job = 2; job < 6; job++) {
      world.report = sampleRecord({ jobId: `job${job}`, state: 'hidden' });
      expect((await ask('c', 'please', `job${job}`)).outcome).toBe('asked');
    }
    timeOut();
    expect((await ask('d')).outcome).toBe('too many');
    expect(appeals.waiting(GUILD)).toHaveLength(5);
    expect(appeals.waiting('another server')).toEqual([]);
  });

  it('closes and says so when its decision was undone, or replaced by another', async () => {
    const { appeals, ask, key, timeOut, world } = await asked();
    timeOut();
    appeals.onDecided(GUILD, MEMBER);
    await turns();
    expect((await appeals.find(key))?.answer?.kind).toBe('over');
    expect([world.posted, world.told]).toEqual([['please', 'over'], ['over']]);
    expect((await ask('two')).outcome).toBe('asked');
  });

  it('closes when a moderator answers what no longer holds, and changes nothing', async () => {
    const { appeals, key, world } = await asked();
    world.timeouts = 0;
    const changed: string[] = [];
    const answer = { kind: 'changed', byId: 'other' } as const;
    expect(await appeals.answer(key, answer, async ({ id }) => void changed.push(id))).toBe(false);
    expect(changed).toEqual([]);
    expect((await appeals.find(key))?.answer?.kind).toBe('over');
  });

  it('has one answer, whoever of two moderators is later, and none if the change fails', async () => {
    const { appeals, key } = await asked();
    const fails = appeals.answer(key, { kind: 'changed', byId: 'other' }, () =>
      Promise.reject(new Error('no credits')),
    );
    await expect(fails).rejects.toThrow('no credits');
    const changedBy: string[] = [];
    const change = (byId: string) =>
      appeals.answer(key, { kind: 'changed', byId }, async () => void changedBy.push(byId));
    const answers = await Promise.all([
      change('other'),
      appeals.answer(key, { kind: 'kept', byId: 'third', why: 'no' }),
      change('fourth'),
    ]);
    expect([answers, changedBy]).toEqual([[true, false, false], ['other']]);
  });

  it('ends after seven days without an answer, also across a restart', async () => {
    const { database } = await asked();
    const { appeals, passes, timeOut, world } = await open(database);
    timeOut();
    await passes(7 * DAY_MS - HOUR_MS);
    expect(appeals.waiting(GUILD)).toHaveLength(1);
    await passes(2 * HOUR_MS);
    expect(appeals.waiting(GUILD)).toEqual([]);
    expect(world.told).toEqual(['expired']);
  });

  it('says on the card that no answer reached the member', async () => {
    const { appeals, key, world } = await asked();
    world.isTold = false;
    await appeals.answer(key, { kind: 'kept', byId: 'other', why: 'no' });
    await appeals.carryOut(key);
    expect(world.posted).toEqual(['please', 'kept', 'kept']);
    expect(await appeals.find(key)).toMatchObject({ isUntold: true, shown: { card: 'kept untold', notice: 'kept' } });
  });

  it('waits while what it is about can’t be read, and still ends', async () => {
    const { ask, appeals, passes, world } = await open();
    world.report = sampleRecord({ state: 'removed' });
    await ask('one', 'please', 'job1');
    world.isUnreadable = true;
    appeals.onDecided(GUILD, MEMBER);
    await turns();
    expect(appeals.waiting(GUILD)).toHaveLength(1);
    await passes(7 * DAY_MS);
    expect(world.told).toEqual(['expired']);
  });

  it('closes if its request has started again, though a crash lost the answer', async () => {
    const { ask, appeals, world } = await open();
    const decision = { kind: 'rejected', byId: MODERATOR, atMs: NOW, why: '' } as const;
    world.requests.push(sampleRequest({ phase: 'rejected', decision }));
    const { key } = await ask('one', 'please', 'job1');
    world.requests.push(sampleRequest({ id: 'one', phase: 'approved' }));
    expect(await appeals.answer(key, { kind: 'kept', byId: 'other', why: 'no' })).toBe(false);
  });

  it('is only about what a person decided, while it can be changed', async () => {
    const { appeals, world } = await open();
    const rejected = {
      phase: 'rejected',
      decision: { kind: 'rejected', byId: MODERATOR, atMs: NOW, why: '' },
    } as const;
    const decisionOn = async (changed: Partial<GatedRequest>, memberId = MEMBER) => {
      world.requests = [sampleRequest({ ...rejected, ...changed })];
      return (await appeals.decisionOn({ guildId: GUILD, memberId, jobId: 'job1' }))?.action;
    };
    expect(await decisionOn({})).toBe('rejected');
    expect(await decisionOn({}, 'another')).toBeUndefined();
    expect(await decisionOn({ guildId: 'elsewhere' })).toBeUndefined();
    expect(await decisionOn({ decision: { ...rejected.decision, byId: 'easel' } })).toBeUndefined();
    expect(await decisionOn({ request: { ...sampleRequest().request, prompt: '' } })).toBeUndefined();
    expect(await decisionOn({ phase: 'expired' })).toBeUndefined();
    world.report = sampleRecord({ state: 'hidden' });
    expect((await appeals.decisionOn({ guildId: GUILD, memberId: 'another', jobId: 'job1' }))?.action).toBeUndefined();
  });

  it('is over once its record is erased with its server', async () => {
    const { appeals, key, store, world } = await asked();
    await store.collection(appealCollection).delete(key);
    appeals.onDecided(GUILD, MEMBER);
    await turns();
    expect(appeals.waiting(GUILD)).toEqual([]);
    expect([await appeals.find(key), world.posted]).toEqual([undefined, ['please']]);
  });

  it('leaves the moderator who decided out for 72 hours, and its member for ever', async () => {
    const { appeals, key } = await asked();
    const appeal = await appeals.find(key);
    if (!appeal) throw new Error('no appeal');
    const from = [MODERATOR, 'other', MEMBER].map((byId) => mayAnswerFromMs(appeal, byId));
    expect(from).toEqual([NOW + 72 * HOUR_MS, NOW, 'never']);
  });

  it('loses its member’s words, or a moderator’s, when they are erased, and the card is drawn again', async () => {
    const { appeals, key, passes, world } = await asked('a secret');
    await appeals.forget({ guildId: GUILD, memberId: MEMBER });
    await passes(10_000);
    expect(world.posted).toEqual(['a secret', '']);
    await appeals.answer(key, { kind: 'kept', byId: 'other', why: 'another secret' });
    await appeals.forget({ guildId: GUILD, memberId: 'other' });
    expect(JSON.stringify(await appeals.find(key))).not.toContain('secret');
  });
});

describe('the card of an appeal', () => {
  it('comes when the moderators’ channel is there again, and is tried once an hour', async () => {
    const { ask, passes, timeOut, world } = await open();
    timeOut();
    world.brings.outcome = 'closed';
    await ask('one');
    world.channelId = null;
    await passes(HOUR_MS);
    expect([world.posted, world.unreachable]).toEqual([[], 2]);
    Object.assign(world, { channelId: 'staff', brings: { outcome: 'there' } });
    await passes(HOUR_MS + 60_000);
    expect(world.posted).toEqual(['please']);
  });

  it('stays deleted until moderators want it again', async () => {
    const { appeals, key, world } = await asked();
    world.brings.outcome = 'gone';
    expect(await appeals.ensureCard(key)).toBe('posted');
    world.brings.outcome = 'there';
    expect(await appeals.ensureCard(key)).toBe('there');
    world.channelId = null;
    expect(await appeals.ensureCard(key)).toBe('no moderators channel');
    await appeals.answer(key, { kind: 'changed', byId: 'other' });
    expect(await appeals.ensureCard(key)).toBe('over');
  });

  it('and the answer follow once Discord is there again', async () => {
    const { appeals, key, passes, world } = await asked();
    world.brings.outcome = 'away';
    await appeals.answer(key, { kind: 'changed', byId: 'other' });
    await appeals.carryOut(key);
    expect(world.told).toEqual([]);
    world.brings.outcome = 'there';
    await passes(HOUR_MS);
    expect([world.posted, world.told]).toEqual([['please', 'changed'], ['changed']]);
  });
});
