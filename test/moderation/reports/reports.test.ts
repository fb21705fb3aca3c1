import { describe, expect, it } from 'vitest';
import { RetryLater } from '../../../src/engine/lane.ts';
import { createLog } from '../../../src/log.ts';
import { auditRecordSchema, createAuditLog } from '../../../src/moderation/records/audit-log.ts';
import { createMembers } from '../../../src/moderation/records/members.ts';
import { partsBehind, type ReportSubject, reportRecordSchema } from '../../../src/moderation/reports/report-record.ts';
import { createReports } from '../../../src/moderation/reports/reports.ts';
import { MemoryCollection } from '../../budget/memory-collection.ts';
import { NOW } from '../../jobs/samples.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { GUILD } from '../../support/job-service.ts';
import { memberParts } from '../member-parts.ts';
import { SUBJECT, sampleRecord } from '../report-samples.ts';

const CHILD = { jobId: 'job2', memberId: 'b' };
const REPORT = { byId: 'a', atMs: NOW, reason: 'other' as const, why: '' };

/** A result with a child that was made or is being made. */
class World {
  readonly collection = new MemoryCollection(reportRecordSchema);
  readonly clock = new FakeClock(NOW);
  /** What happened outside, in order. */
  readonly events: string[] = [];
  readonly places = new Map<string, ReportSubject>([['job1', SUBJECT]]);
  unshown: 'ended' | 'later' | 'nothing' = 'nothing';
  isOperatorAway = false;
  /** Whether Discord is unavailable for the result. */
  isOutOfReach = false;

  readonly reports = this.#start();

  #start() {
    const audit = createAuditLog({ collection: new MemoryCollection(auditRecordSchema), clock: this.clock });
    const members = createMembers({ ...memberParts(), clock: this.clock });
    return createReports({
      ...{ collection: this.collection, audit, members, clock: this.clock, log: createLog('silent') },
      messages: {
        bring: async ({ jobId, state, messageId }, part) => {
          const id = part === 'card' ? 'card' : (messageId ?? '');
          this.events.push(part === 'result' ? `${jobId} at ${id} ${state}` : `${part} ${jobId} ${state}`);
          if (part === 'result' && this.isOutOfReach) throw new RetryLater();
          return { outcome: 'there', message: { id, channelId: 'staff', files: [] } };
        },
      },
      moderatorsChannelId: async () => 'staff',
      onModeratorsUnreachable: () => undefined,
      locationOf: async (_, __, jobId) => this.places.get(jobId),
      history: { find: async () => undefined },
      gallery: {
        hide: async (_, jobId) => void this.events.push(`${jobId} taken down`),
        restore: async (_, jobId) => void this.events.push(`${jobId} put back`),
      },
      requests: { endUnpublished: async () => this.unshown },
      notifyOperator: async ({ jobId }, { isOverdue }) => {
        this.events.push(`operator told of ${isOverdue ? 'overdue' : 'report'} ${jobId}`);
        if (this.isOperatorAway) throw new RetryLater(30_000);
      },
    });
  }

  /** A moderator removes the result, and the steps are tried once. */
  async remove(): Promise<void> {
    const children = [{ ...CHILD, atMs: NOW }];
    await this.collection.set(`${GUILD}-job1`, sampleRecord({ state: 'hidden', reports: [REPORT], children }));
    await this.reports.decide(GUILD, 'job1', 'removed', 'mod');
    await this.reports.carryOut(GUILD, 'job1');
  }

  async isDone(): Promise<boolean> {
    const record = await this.reports.find(GUILD, 'job1');
    return record !== undefined && partsBehind(record, this.clock.now()).length === 0;
  }
}

describe('removing a result', () => {
  it('removes the result at once, and waits for a child that is being made', async () => {
    const world = new World();
    world.unshown = 'later';
    await world.remove();
    expect(world.events).toEqual(['job1 taken down', `job1 at ${SUBJECT.messageId} removed`, 'card job1 removed']);
    expect(await world.isDone()).toBe(false);

    world.unshown = 'nothing';
    world.places.set('job2', { ...SUBJECT, ...CHILD, messageId: 'child' });
    await world.reports.carryOut(GUILD, 'job1');
    expect(world.events).toContain('job2 at child removed');
    expect(await world.isDone()).toBe(true);
    expect(world.events.filter((event) => event.startsWith('notice job1'))).toEqual(['notice job1 removed']);
  });

  it('looks for a child that was just admitted, for a limited time', async () => {
    const world = new World();
    await world.remove();
    expect(await world.isDone()).toBe(false);
    await world.clock.advance(60_000);
    await world.reports.carryOut(GUILD, 'job1');
    expect(await world.isDone()).toBe(true);
  });

  it('is done with a child that will never be shown', async () => {
    const world = new World();
    world.unshown = 'ended';
    await world.remove();
    expect(await world.isDone()).toBe(true);
    expect(await world.reports.find(GUILD, 'job2')).toBeUndefined();
  });

  it('ends even if the records say that two results were made from each other', async () => {
    const world = new World();
    world.places.set('job2', { ...SUBJECT, ...CHILD });
    const children = [{ jobId: 'job1', memberId: SUBJECT.memberId, atMs: NOW }];
    await world.collection.set(`${GUILD}-job2`, sampleRecord({ ...CHILD, children }));
    await world.remove();
    expect(await world.isDone()).toBe(true);
  });
});

describe('a result that moved to another message', () => {
  it('is updated there, and its record follows', async () => {
    const world = new World();
    world.places.set('job1', { ...SUBJECT, messageId: 'elsewhere' });
    await world.collection.set(`${GUILD}-job1`, sampleRecord({ state: 'hidden', reports: [REPORT] }));
    await world.reports.carryOut(GUILD, 'job1');
    expect(world.events).toContain('job1 at elsewhere hidden');
    expect((await world.reports.find(GUILD, 'job1'))?.messageId).toBe('elsewhere');
  });
});

describe('an intimate picture', () => {
  it('is reported to the operator once, with retries, and again after 48 hours', async () => {
    const world = new World();
    const operatorAlerts = () => world.events.filter((event) => event.startsWith('operator'));
    world.isOperatorAway = true;
    const report = { byId: 'a', reason: 'intimate', why: '', isModerator: false, reportsToHide: 50 } as const;
    await world.reports.report(SUBJECT, report);
    await world.reports.carryOut(GUILD, 'job1');
    world.isOperatorAway = false;
    await world.reports.carryOut(GUILD, 'job1');
    await world.reports.carryOut(GUILD, 'job1');
    expect(operatorAlerts()).toEqual(['operator told of report job1', 'operator told of report job1']);
    await world.clock.advance(48 * 3_600_000);
    await world.reports.carryOut(GUILD, 'job1');
    await world.reports.carryOut(GUILD, 'job1');
    expect(operatorAlerts().slice(2)).toEqual(['operator told of overdue job1']);
  });
});

describe('a card', () => {
  it('is recorded even while the result itself is unreachable', async () => {
    const world = new World();
    world.isOutOfReach = true;
    await world.collection.set(`${GUILD}-job1`, sampleRecord({ state: 'hidden', reports: [REPORT] }));
    await world.reports.carryOut(GUILD, 'job1');
    expect((await world.reports.find(GUILD, 'job1'))?.card?.messageId).toBe('card');
    expect(await world.isDone()).toBe(false);
    expect(world.events).not.toContain('notice job1 hidden');
  });
});
