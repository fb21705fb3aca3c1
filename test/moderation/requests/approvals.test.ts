import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/log.ts';
import { auditRecordSchema, createAuditLog } from '../../../src/moderation/audit-log.ts';
import { createMembers, memberRecordSchema } from '../../../src/moderation/members.ts';
import { createApprovals } from '../../../src/moderation/requests/approvals.ts';
import { type Waiting, waitingSchema } from '../../../src/moderation/requests/waiting.ts';
import { createKeyedLocks } from '../../../src/store/locks.ts';
import { MemoryCollection } from '../../budget/memory-collection.ts';
import { NOW } from '../../jobs/samples.ts';
import { allOf } from '../../support/all-records.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { memberParts } from '../member-parts.ts';
import { sampleWaiting } from '../waiting-samples.ts';

/** What stays when the bot ends; `start` is one life of it. */
class World {
  readonly collection = new MemoryCollection(waitingSchema);
  readonly audits = new MemoryCollection(auditRecordSchema);
  readonly memberRecords = new MemoryCollection(memberRecordSchema);
  readonly clock = new FakeClock(NOW);
  /** What happened outside, in its order. */
  readonly events: string[] = [];
  begins: ('begun' | 'gone' | 'later')[] = [];
  requestShown: 'shown' | 'gone' | 'unavailable' = 'shown';
  cardShown: 'shown' | 'gone' | 'unavailable' = 'shown';
  breakBegin = false;

  start() {
    const locks = createKeyedLocks();
    const audit = createAuditLog({ collection: this.audits, locks, clock: this.clock });
    const members = createMembers({ ...memberParts(this.memberRecords), locks, clock: this.clock });
    const approvals = createApprovals({
      ...{ audit, members, locks, clock: this.clock, collection: this.collection },
      log: createLog('silent'),
      moderatorsChannelId: async () => '400000000000000009',
      accounts: {
        mayHold: async () => undefined,
        hold: async () => ({ outcome: 'held' }),
        releaseJob: async (_, jobId, why) => {
          this.events.push(`released ${jobId}: ${why}`);
          return { outcome: 'already' };
        },
      },
      desk: {
        postCard: async () => ({ messageId: '600000000000000009' }),
        removeLostCard: async () => 'done',
        showCard: async ({ decision }) => {
          this.events.push(`card ${decision?.kind}`);
          return this.cardShown;
        },
        showRequest: async () => this.requestShown,
        notify: async ({ decision }) => void this.events.push(`notice ${decision?.kind}`),
      },
      begin: async ({ id }) => {
        if (this.breakBegin) throw new Error('killed');
        this.events.push(`begin ${id}`);
        return this.begins.shift() ?? 'begun';
      },
    });
    return { approvals, audit, members };
  }

  /** One look of a new life at all that is in the store. */
  async lookAfterRestart() {
    const life = this.start();
    await life.approvals.load();
    const stop = new AbortController();
    const running = life.approvals.run(stop.signal).catch(() => undefined);
    await this.clock.advance(10_000);
    stop.abort(new Error('stop'));
    await running;
    return life;
  }

  keep(changed: Partial<Waiting> = {}): Promise<void> {
    return this.collection.set('job1', sampleWaiting(changed));
  }

  async actions(): Promise<string[]> {
    return ((await allOf(this.audits)).records[0]?.[1].entries ?? []).map(({ action }) => action);
  }
}

const BY = '1200000000000000004';

describe('a decision', () => {
  it('is carried out by the next life where this one ended between deciding and doing', async () => {
    const world = new World();
    await world.keep();
    await world.start().approvals.decide('job1', { kind: 'approved', byId: BY });
    await world.lookAfterRestart();
    expect(world.events).toEqual(['begin job1', 'card approved']);
    await world.lookAfterRestart();
    expect(world.events).toHaveLength(2);
    expect(await world.actions()).toEqual(['approved']);
  });

  it('is tried again after trouble, and noted once', async () => {
    const world = new World();
    await world.keep();
    world.breakBegin = true;
    const { approvals } = world.start();
    await approvals.decide('job1', { kind: 'approved', byId: BY });
    await approvals.carryOut('job1');
    expect(world.events).toEqual([]);
    world.breakBegin = false;
    world.begins = ['later', 'begun'];
    await approvals.carryOut('job1');
    await approvals.carryOut('job1');
    await approvals.carryOut('job1');
    expect(world.events).toEqual(['begin job1', 'begin job1', 'card approved']);
    expect(await world.actions()).toEqual(['approved']);
  });

  it('gives the credits back where nothing came of an approval', async () => {
    const world = new World();
    await world.keep();
    world.begins = ['gone'];
    const { approvals } = world.start();
    await approvals.decide('job1', { kind: 'approved', byId: BY });
    await approvals.carryOut('job1');
    expect(world.events).toContain('released job1: not begun');
  });

  it('is made once, however many press', async () => {
    const world = new World();
    await world.keep();
    const { approvals } = world.start();
    const kinds = ['approved', 'rejected', 'withdrawn', 'approved'] as const;
    const outcomes = await Promise.all(kinds.map((kind) => approvals.decide('job1', { kind, byId: BY })));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['decided', 'late', 'late', 'late']);
  });
});

describe('a request', () => {
  it('that a crash left before its messages were there is dropped, and its credits go back', async () => {
    const world = new World();
    await world.keep({ isOpen: false });
    const { approvals } = world.start();
    expect(await approvals.decide('job1', { kind: 'approved', byId: BY })).toEqual({ outcome: 'gone' });
    await world.lookAfterRestart();
    expect(world.events).toContain('released job1: dropped');
    expect((await world.collection.get('job1'))?.decision?.kind).toBe('dropped');
  });

  it('that was being answered when the bot was killed is dropped, and its card says so', async () => {
    const world = new World();
    const { decision: _, ...asked } = sampleWaiting({ isOpen: false, card: { channelId: '400000000000000009' } });
    let answering = (): void => undefined;
    const reached = new Promise<void>((resolve) => {
      answering = resolve;
    });
    void world.start().approvals.ask(asked, () => {
      answering();
      return new Promise(() => undefined);
    });
    await reached;
    await world.lookAfterRestart();
    expect(world.events).toContain('card dropped');
    expect((await world.collection.get('job1'))?.card.messageId).toBe('600000000000000009');
  });

  it('is told to its member once moderators see it too', async () => {
    const world = new World();
    await world.keep();
    const { approvals } = world.start();
    await approvals.decide('job1', { kind: 'rejected', byId: BY });
    world.cardShown = 'unavailable';
    await approvals.carryOut('job1');
    expect(world.events).not.toContain('notice rejected');
    world.cardShown = 'shown';
    await approvals.carryOut('job1');
    await approvals.carryOut('job1');
    expect(world.events.filter((event) => event === 'notice rejected')).toHaveLength(1);
  });

  it('expires at its time and not before, and its member is told when Discord is back', async () => {
    const world = new World();
    await world.keep({ expiresAtMs: NOW + 60_000 });
    await world.lookAfterRestart();
    expect(world.events).toEqual([]);
    world.requestShown = 'unavailable';
    await world.clock.advance(60_000);
    await world.lookAfterRestart();
    expect(world.events).not.toContain('notice expired');
    world.requestShown = 'shown';
    await world.lookAfterRestart();
    expect(world.events).toContain('notice expired');
    expect(await world.actions()).toEqual(['expired']);
  });

  it('counts simultaneous votes exactly', async () => {
    const world = new World();
    await world.keep({ mode: 'vote', votesNeeded: 3 });
    const { approvals } = world.start();
    const voters = ['a', 'b', 'a', 'c', 'd', 'e'];
    const outcomes = await Promise.all(
      voters.map((voter) => approvals.vote('job1', { memberId: voter, seenEdits: 0 })),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      ...['counted', 'counted', 'taken back', 'counted', 'enough', 'late'],
    ]);
    expect((await world.collection.get('job1'))?.voterIds).toEqual(['b', 'c', 'd']);
  });

  it('is forgotten a week after it was decided, and not before', async () => {
    const world = new World();
    await world.keep();
    const { approvals } = world.start();
    await approvals.decide('job1', { kind: 'rejected', byId: BY });
    await approvals.carryOut('job1');
    await world.clock.advance(6 * 86_400_000);
    await approvals.sweep(world.clock.now());
    expect(await approvals.find('job1')).toBeDefined();
    await world.clock.advance(2 * 86_400_000);
    await approvals.sweep(world.clock.now());
    expect(await approvals.find('job1')).toBeUndefined();
  });
});
