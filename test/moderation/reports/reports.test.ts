import { describe, expect, it } from 'vitest';
import { RetryLater } from '../../../src/engine/lane.ts';
import { createLog } from '../../../src/log.ts';
import { UNDO_WITHIN_MS } from '../../../src/moderation/records/audit-log.ts';
import { createMembers, type Members, NEW_MEMBER, REPORTS_A_DAY } from '../../../src/moderation/records/members.ts';
import {
  decidedStateOf,
  isDecidable,
  partsBehind,
  type ReportRecord,
  type ReportSubject,
  reportCollection,
} from '../../../src/moderation/reports/report-record.ts';
import { createReports, type Reports } from '../../../src/moderation/reports/reports.ts';
import { type Collection, RecordError, type Store } from '../../../src/store/store.ts';
import { NOW, sampleJob } from '../../jobs/samples.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { GUILD } from '../../support/job-service.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';
import { work } from '../../support/sources.ts';
import { uncached } from '../../support/toy-collection.ts';
import { LOGS_NOTHING } from '../logs-nothing.ts';
import { SUBJECT, sampleRecord } from '../report-samples.ts';

const JOB = { jobId: 'job1', memberId: SUBJECT.memberId };
const CHILD = { jobId: 'job2', memberId: 'b' };
const REPORT = { byId: 'a', atMs: NOW, reason: 'other' as const, why: '', ofDay: 1 };

/** A result, and another that is made from it. */
class World {
  readonly store: Store;
  readonly database: MemoryDatabase;
  readonly collection: Collection<ReportRecord>;
  readonly members: Members;
  readonly clock = new FakeClock(NOW);
  /** What happened outside, in order. */
  readonly events: string[] = [];
  readonly places = new Map<string, ReportSubject>([['job1', SUBJECT]]);
  /** Jobs that have started, with their sources. */
  readonly made = new Map([['job2', { memberId: CHILD.memberId, sources: [JOB] }]]);
  unshown: 'ended' | 'later' | 'nothing' = 'nothing';
  isOperatorAway = false;
  /** Whether Discord is unavailable for the result. */
  isOutOfReach = false;
  /** Whether a removed result can be shown again. */
  left: 'there' | 'message gone' | 'lost' = 'there';

  readonly reports: Reports;

  static async open(): Promise<World> {
    const database = new MemoryDatabase();
    return new World(await storeOver(database), database);
  }

  private constructor(store: Store, database: MemoryDatabase) {
    this.store = store;
    this.database = database;
    this.collection = store.collection(uncached(reportCollection));
    this.members = createMembers(this);
    this.reports = this.#start();
  }

  #start() {
    const { clock, collection, members, made } = this;
    async function* derivedFrom(sourceId: string) {
      for (const [jobId, { sources }] of made) if (sources.some((one) => one.jobId === sourceId)) yield jobId;
    }
    return createReports({
      ...{ collection, decisions: LOGS_NOTHING, members, clock, log: createLog('silent') },
      messages: {
        bring: async ({ jobId, state, messageId }, part) => {
          const id = part === 'card' ? 'card' : (messageId ?? '');
          this.events.push(part === 'result' ? `${jobId} at ${id} ${state}` : `${part} ${jobId} ${state}`);
          if (part === 'result' && this.isOutOfReach) throw new RetryLater();
          return { outcome: 'there', message: { id, channelId: 'staff', files: [] } };
        },
        lookFor: async () => this.left,
      },
      moderatorsChannelId: async () => 'staff',
      onModeratorsUnreachable: () => undefined,
      locationOf: async (_, __, jobId) => this.places.get(jobId),
      history: {
        find: async () => undefined,
        isKnown: async () => false,
        everyDerivedId: (_, sourceId) => derivedFrom(sourceId),
      },
      jobs: {
        lineageOf: async (_, jobId) => {
          const { memberId, sources } = this.made.get(jobId) ?? {};
          if (memberId === undefined || !sources) return undefined;
          return { memberId, channelId: SUBJECT.channelId, origins: [], sourceWorks: sources };
        },
      },
      gallery: {
        followReport: async (_, jobId, state) => void this.events.push(`copy of ${jobId} ${state}`),
      },
      requests: { endUnpublished: async () => this.unshown, find: async () => undefined, idsMadeFrom: () => [] },
      onSightChanged: async () => undefined,
      notifyOperator: async ({ jobId }, { isOverdue }) => {
        this.events.push(`operator told of ${isOverdue ? 'overdue' : 'report'} ${jobId}`);
        if (this.isOperatorAway) throw new RetryLater(30_000);
      },
    });
  }

  /** A moderator removes the result, and the steps are tried once. */
  async remove(): Promise<void> {
    await this.collection.set(`${GUILD}-job1`, sampleRecord({ state: 'hidden', reports: [REPORT] }));
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
    const world = await World.open();
    world.unshown = 'later';
    await world.remove();
    expect(world.events).toEqual(['copy of job1 removed', `job1 at ${SUBJECT.messageId} removed`, 'card job1 removed']);
    expect(await world.isDone()).toBe(false);

    world.unshown = 'nothing';
    world.places.set('job2', { ...SUBJECT, ...CHILD, messageId: 'child' });
    await world.reports.carryOut(GUILD, 'job1');
    expect(world.events).toContain('job2 at child removed');
    expect(await world.isDone()).toBe(true);
    expect(world.events.filter((event) => event.startsWith('notice job1'))).toEqual(['notice job1 removed']);
  });

  it('is done with a child that will never be shown', async () => {
    const world = await World.open();
    world.unshown = 'ended';
    await world.remove();
    expect(await world.isDone()).toBe(true);
    expect(await world.reports.find(GUILD, 'job2')).toBeUndefined();
  });

  it('ends even if the records say that two results were made from each other', async () => {
    const world = await World.open();
    world.places.set('job2', { ...SUBJECT, ...CHILD });
    world.made.set('job1', { memberId: SUBJECT.memberId, sources: [CHILD] });
    await world.remove();
    expect(await world.isDone()).toBe(true);
  });
});

describe('bringing back a removed result', () => {
  const DAYS_MS = 24 * 3_600_000;
  const removed = async (): Promise<World> => {
    const world = await World.open();
    world.made.set('job1', { memberId: SUBJECT.memberId, sources: [] });
    world.places.set('job2', { ...SUBJECT, ...CHILD, messageId: 'child' });
    await world.remove();
    return world;
  };
  const stateOf = async (world: World, jobId: string) => (await world.reports.find(GUILD, jobId))?.state;
  const bringBack = async (world: World, jobId = 'job1') => {
    const outcome = await world.reports.bringBack(GUILD, jobId, 'mod2');
    await world.reports.carryOut(GUILD, jobId);
    return outcome;
  };

  it('shows it again, and what was removed with it, unless that was decided or reported itself', async () => {
    const world = await removed();
    await world.collection.set(`${GUILD}-job3`, sampleRecord({ jobId: 'job3', state: 'removed' }));
    const withSource = { sinceMs: 0 };
    await world.collection.set(
      `${GUILD}-job4`,
      sampleRecord({ jobId: 'job4', state: 'removed', withSource, reports: [REPORT] }),
    );
    for (const jobId of ['job3', 'job4']) world.made.set(jobId, { memberId: CHILD.memberId, sources: [JOB] });
    expect(await bringBack(world, 'job2')).toBe('late');
    expect(await Promise.all([bringBack(world), bringBack(world)])).toEqual(['brought back', 'late']);
    expect(await stateOf(world, 'job1')).toBe('restored');
    expect(await stateOf(world, 'job2')).toBe('shown');
    expect(await stateOf(world, 'job3')).toBe('removed');
    expect(await stateOf(world, 'job4')).toBe('hidden');
    expect(world.events.filter((event) => event.startsWith('notice job1'))).toEqual([
      'notice job1 removed',
      'notice job1 restored',
    ]);
  });

  it('is removed for whoever asks while that can be undone, and before that as it was', async () => {
    const world = await World.open();
    await world.collection.set(`${GUILD}-job1`, sampleRecord({ state: 'hidden', reports: [REPORT] }));
    const now = () => world.reports.stateOf({ guildId: GUILD, jobId: 'job1' }, []);
    expect(await now()).toBe('hidden');
    await world.reports.decide(GUILD, 'job1', 'removed', 'mod', { isUndoable: true });
    expect(await now()).toBe('removed');
    await world.reports.undo(GUILD, 'job1', { atMs: NOW, byId: 'mod2' });
    expect(await now()).toBe('hidden');
  });

  it('stays away after an undo if what it was made from was reported as intimate meanwhile', async () => {
    const world = await World.open();
    const found = { ...sampleRecord({ reports: [REPORT] }), ...CHILD, messageId: 'child' };
    await world.collection.set(`${GUILD}-job2`, found);
    await world.reports.decide(GUILD, 'job2', 'removed', 'mod', { isUndoable: true });
    const urgent = { sinceMs: NOW };
    await world.collection.set(`${GUILD}-job1`, sampleRecord({ state: 'hidden', urgent }));
    await world.reports.carryOut(GUILD, 'job1');
    world.clock.step(1);
    expect(await world.reports.undo(GUILD, 'job2', { atMs: NOW, byId: 'mod2' })).toBe('undone');
    await world.reports.carryOut(GUILD, 'job2');
    const undone = { state: 'hidden', withSource: urgent, undoneById: 'mod2' };
    expect(await world.reports.find(GUILD, 'job2')).toMatchObject(undone);
    expect(world.events).not.toContain('job2 at child shown');
  });

  it('removes at once what was made from it, for those who read so, and takes that back with an undo', async () => {
    const world = await World.open();
    world.places.set('job2', { ...SUBJECT, ...CHILD, messageId: 'child' });
    const urgent = { sinceMs: NOW };
    await world.collection.set(`${GUILD}-job1`, sampleRecord({ state: 'hidden', urgent, reports: [REPORT] }));
    const child = async () => {
      await world.reports.carryOut(GUILD, 'job1');
      const record = await world.reports.find(GUILD, 'job2');
      return record && [record.state, decidedStateOf(record), isDecidable(record), record.shown.notice];
    };
    expect(await child()).toEqual(['hidden', 'hidden', true, 'hidden']);
    await world.reports.decide(GUILD, 'job1', 'removed', 'mod', { isUndoable: true });
    expect(await child()).toEqual(['hidden', 'removed', false, 'removed']);
    await world.reports.undo(GUILD, 'job1', { atMs: NOW, byId: 'mod2' });
    expect(await child()).toEqual(['hidden', 'hidden', true, 'hidden']);
    world.clock.step(1);
    const again = await world.reports.find(GUILD, 'job1');
    await world.reports.decide(GUILD, 'job1', 'removed', 'mod', { isUndoable: true });
    expect(again?.urgent).toEqual(urgent);
    expect(await child()).toEqual(['hidden', 'removed', false, 'removed']);
    await world.clock.advance(UNDO_WITHIN_MS);
    expect(await child()).toEqual(['removed', 'removed', false, 'removed']);
    expect(world.events.filter((event) => event.startsWith('notice job2'))).toHaveLength(4);
  });

  it('needs a decision: what was removed with it stays so without its report', async () => {
    const world = await removed();
    world.database.texts.delete(`reports:${GUILD}-job1`);
    expect(await world.reports.stateOf({ guildId: GUILD, jobId: 'job2' }, [JOB])).toBe('removed');
  });

  it('changes nothing once it’s lost or 30 days have passed, or while a source of it stays away', async () => {
    const world = await removed();
    world.left = 'lost';
    expect(await bringBack(world)).toBe('lost');
    world.left = 'there';
    world.made.set('job1', { memberId: SUBJECT.memberId, sources: [{ jobId: 'job9', memberId: 'c' }] });
    const source = sampleRecord({ jobId: 'job9', state: 'hidden', urgent: { sinceMs: NOW } });
    await world.collection.set(`${GUILD}-job9`, source);
    expect(await bringBack(world)).toBe('withheld');
    world.database.texts.set(`reports:${GUILD}-job9`, '?');
    await expect(bringBack(world)).rejects.toThrow(RecordError);
    world.database.texts.delete(`reports:${GUILD}-job9`);
    await world.clock.advance(30 * DAYS_MS);
    expect(await bringBack(world)).toBe('late');
    expect(await stateOf(world, 'job1')).toBe('removed');
    world.clock.step(-1);
    expect(await bringBack(world)).toBe('brought back');
  });
});

describe('a work made from others', () => {
  const SOURCES = [JOB, { jobId: 'job9', memberId: 'c' }];
  const hiddenFrom = async (from: string, changed: Partial<ReportRecord> = { urgent: { sinceMs: NOW } }) => {
    const world = await World.open();
    await world.collection.set(`${GUILD}-${from}`, sampleRecord({ jobId: from, state: 'hidden', ...changed }));
    return world;
  };
  const running = sampleJob({
    ...{ id: 'job2', memberId: CHILD.memberId },
    request: {
      modelId: 'image-model-a',
      prompt: '',
      spoiler: false,
      sources: SOURCES.map((one) => work(one.jobId, one.memberId)),
    },
  });

  it('is as hidden or removed as any of them, without a report of its own', async () => {
    const stateOf = async (world: World) => world.reports.stateOf({ guildId: GUILD, jobId: 'job2' }, SOURCES);
    expect(await stateOf(await World.open())).toBe('shown');
    expect(await stateOf(await hiddenFrom('job9'))).toBe('hidden');
    expect(await stateOf(await hiddenFrom('job9', {}))).toBe('shown');
    const world = await hiddenFrom('job1');
    await world.collection.set(`${GUILD}-job9`, sampleRecord({ jobId: 'job9', state: 'removed' }));
    expect(await stateOf(world)).toBe('removed');
  });

  it('that started while one was being hidden follows it before it shows anything', async () => {
    const world = await hiddenFrom('job9');
    world.made.set('job2', { memberId: CHILD.memberId, sources: SOURCES });
    world.places.set('job2', { ...SUBJECT, ...CHILD, messageId: 'child' });
    expect(await world.reports.ofRunning(running)).toMatchObject({ state: 'hidden', withSource: { sinceMs: NOW } });
    await world.reports.carryOut(GUILD, 'job2');
    expect(world.events).toContain('job2 at child hidden');
  });

  it('is unknown if the report of a source can’t be read, but what is known to be hidden is hidden', async () => {
    const unreadable = async (world: World) => {
      world.made.set('job2', { memberId: CHILD.memberId, sources: SOURCES });
      world.database.texts.set(`reports:${GUILD}-job9`, '?');
      return world.reports;
    };
    const at = { guildId: GUILD, jobId: 'job2' };
    const fine = await unreadable(await World.open());
    await expect(fine.stateOf(at, SOURCES)).rejects.toThrow(RecordError);
    await expect(fine.ofRunning(running)).rejects.toThrow(RecordError);
    expect(await fine.stateOf(at, [JOB])).toBe('shown');
    expect(await (await unreadable(await hiddenFrom('job1'))).stateOf(at, SOURCES)).toBe('hidden');
  });

  it('stays hidden if another source is unreadable, and the rest is shown again', async () => {
    const world = await hiddenFrom('job1', { urgent: { sinceMs: NOW }, reports: [REPORT] });
    for (const [jobId, sources] of [
      ['job2', SOURCES],
      ['job3', [JOB]],
    ] as const) {
      world.made.set(jobId, { memberId: CHILD.memberId, sources: [...sources] });
      world.places.set(jobId, { ...SUBJECT, ...CHILD, jobId });
    }
    await world.reports.carryOut(GUILD, 'job1');
    world.database.texts.set(`reports:${GUILD}-job9`, '?');
    await world.reports.decide(GUILD, 'job1', 'restored', 'mod');
    await world.reports.carryOut(GUILD, 'job1');
    expect(await world.isDone()).toBe(true);
    expect((await world.reports.find(GUILD, 'job2'))?.state).toBe('hidden');
    expect((await world.reports.find(GUILD, 'job3'))?.state).toBe('shown');
  });
});

describe('a result that moved to another message', () => {
  it('is updated there, and its record follows', async () => {
    const world = await World.open();
    world.places.set('job1', { ...SUBJECT, messageId: 'elsewhere' });
    await world.collection.set(`${GUILD}-job1`, sampleRecord({ state: 'hidden', reports: [REPORT] }));
    await world.reports.carryOut(GUILD, 'job1');
    expect(world.events).toContain('job1 at elsewhere hidden');
    expect((await world.reports.find(GUILD, 'job1'))?.messageId).toBe('elsewhere');
  });
});

describe('an intimate picture', () => {
  it('is reported to the operator once, with retries, and again after 48 hours', async () => {
    const world = await World.open();
    const operatorAlerts = () => world.events.filter((event) => event.startsWith('operator'));
    world.isOperatorAway = true;
    const report = { byId: 'a', reason: 'intimate', why: '', isModerator: false, reportsToHide: 50 } as const;
    await world.reports.report(SUBJECT, report);
    await world.reports.carryOut(GUILD, 'job1');
    world.isOperatorAway = false;
    await world.reports.carryOut(GUILD, 'job1');
    await world.reports.carryOut(GUILD, 'job1');
    expect(operatorAlerts()).toEqual(['operator told of report job1', 'operator told of report job1']);
    expect(world.reports.hasOverdue()).toBe(false);
    await world.clock.advance(48 * 3_600_000);
    await world.reports.carryOut(GUILD, 'job1');
    await world.reports.carryOut(GUILD, 'job1');
    expect(operatorAlerts().slice(2)).toEqual(['operator told of overdue job1']);
    expect(world.reports.hasOverdue()).toBe(true);
    await world.reports.decide(GUILD, 'job1', 'restored', 'mod');
    expect(world.reports.hasOverdue()).toBe(false);
  });

  it('is overdue 48 hours after the clock is right again, if it was ahead when it was reported', async () => {
    const world = await World.open();
    const report = { byId: 'a', reason: 'intimate', why: '', isModerator: false, reportsToHide: 50 } as const;
    const aheadMs = 40 * 24 * 3_600_000;
    world.clock.step(aheadMs);
    await world.reports.report(SUBJECT, report);
    await world.reports.carryOut(GUILD, 'job1');
    world.clock.step(-aheadMs);
    await world.reports.carryOut(GUILD, 'job1');
    expect((await world.reports.find(GUILD, 'job1'))?.urgent).toEqual({ sinceMs: world.clock.now() });
    await world.clock.advance(48 * 3_600_000);
    await world.reports.carryOut(GUILD, 'job1');
    expect(world.events).toContain('operator told of overdue job1');
  });
});

describe('the reports of one member', () => {
  const open = async () => {
    const world = await World.open();
    const by = { byId: 'a', why: '', isModerator: false, reportsToHide: 50 };
    const report = async (jobId: string, reason: 'intimate' | 'other'): Promise<string> =>
      (await world.reports.report({ ...SUBJECT, jobId }, { ...by, reason })).outcome;
    const decide = (jobId: string, to: 'restored' | 'removed') => world.reports.decide(GUILD, jobId, to, 'mod');
    return { world, report, decide };
  };
  const jobs = (count: number): string[] => Array.from({ length: count }, (_, index) => `job-${index}`);
  const times = (count: number, outcome: string): string[] => Array.from({ length: count }, () => outcome);

  it('hide at most five pictures as intimate, even at one moment', async () => {
    const { report } = await open();
    const outcomes = await Promise.all(jobs(16).map((jobId) => report(jobId, 'intimate')));
    expect(outcomes.sort()).toEqual([...times(5, 'hidden'), ...times(11, 'too many intimate')]);
  });

  it('count for the day though moderators restored them, but not if they removed them', async () => {
    const { world, report, decide } = await open();
    for (const jobId of jobs(5)) await report(jobId, 'intimate');
    await decide('job-0', 'removed');
    expect(await report('job-5', 'intimate')).toBe('hidden');
    for (const jobId of ['job-1', 'job-2', 'job-3', 'job-4', 'job-5']) await decide(jobId, 'restored');
    expect(await report('job-6', 'intimate')).toBe('too many intimate');
    await world.clock.advance(24 * 3_600_000);
    expect(await report('job-6', 'intimate')).toBe('hidden');
  });

  it('hide one picture at a time as intimate once moderators restored two', async () => {
    const { report, decide } = await open();
    for (const jobId of ['job-0', 'job-1']) {
      await report(jobId, 'intimate');
      await decide(jobId, 'restored');
    }
    expect(await report('job-2', 'intimate')).toBe('hidden');
    expect(await report('job-3', 'intimate')).toBe('too many intimate');
    expect(await report('job-3', 'other')).toBe('counted');
  });

  it('are at most 20 a day, for any reason', async () => {
    const { world, report } = await open();
    const outcomes = await Promise.all(jobs(REPORTS_A_DAY + 5).map((jobId) => report(jobId, 'other')));
    expect(outcomes.sort()).toEqual([...times(REPORTS_A_DAY, 'counted'), ...times(5, 'too many')]);
    await world.clock.advance(24 * 3_600_000);
    expect(await report('another', 'other')).toBe('counted');
  });

  it('share a card after the first five of a day, until someone else reports the result too', async () => {
    const { world, report } = await open();
    for (const jobId of jobs(8)) {
      await report(jobId, 'other');
      await world.reports.carryOut(GUILD, jobId);
    }
    const cards = () => world.events.filter((event) => event.startsWith('card'));
    expect(new Set(cards()).size).toBe(5);
    expect((await world.reports.find(GUILD, 'job-4'))?.listed).toMatchObject([
      { jobId: 'job-5' },
      { jobId: 'job-6' },
      { jobId: 'job-7' },
    ]);
    const other = { byId: 'b', why: '', reason: 'other' as const, isModerator: false, reportsToHide: 50 };
    await world.reports.report({ ...SUBJECT, jobId: 'job-6' }, other);
    await world.reports.carryOut(GUILD, 'job-6');
    expect(cards()).toContain('card job-6 shown');
  });

  it('have cards of their own once moderators decided about the card that could list them', async () => {
    const { world, report, decide } = await open();
    for (const jobId of jobs(6)) await report(jobId, 'other');
    await decide('job-4', 'restored');
    await world.reports.carryOut(GUILD, 'job-5');
    expect(world.events).toContain('card job-5 shown');
  });

  it('are restored all at once, except what others reported and what the moderator may not decide about', async () => {
    const { world, report } = await open();
    for (const jobId of jobs(3)) await report(jobId, 'intimate');
    await report('job-3', 'other');
    const other = { byId: 'b', why: '', reason: 'other' as const, isModerator: false, reportsToHide: 50 };
    await world.reports.report({ ...SUBJECT, jobId: 'job-1' }, { ...other, reason: 'intimate' });
    await world.reports.report({ ...SUBJECT, jobId: 'job-3' }, other);
    await world.reports.report({ ...SUBJECT, jobId: 'own', memberId: 'mod' }, { ...other, byId: 'a' });
    const restored = await world.reports.restoreAll(GUILD, 'a', 'mod', (authorId) => authorId !== 'mod');
    expect(restored).toEqual(['job-0', 'job-1', 'job-2']);
    expect((await world.reports.find(GUILD, 'job-0'))?.state).toBe('restored');
    expect((await world.reports.find(GUILD, 'own'))?.state).toBe('shown');
  });

  it('hide nothing while they are in a timeout', async () => {
    const { world, report } = await open();
    const timeout = { untilMs: NOW + 60_000, why: '', byId: 'mod', atMs: NOW };
    await world.members.change(GUILD, 'a', () => ({ ...NEW_MEMBER, timeout }));
    expect(await report('job-0', 'intimate')).toBe('counted');
    await world.clock.advance(60_000);
    expect(await report('job-0', 'intimate')).toBe('hidden');
  });
});

describe('a card', () => {
  it('is recorded even while the result itself is unreachable', async () => {
    const world = await World.open();
    world.isOutOfReach = true;
    await world.collection.set(`${GUILD}-job1`, sampleRecord({ state: 'hidden', reports: [REPORT] }));
    await world.reports.carryOut(GUILD, 'job1');
    expect((await world.reports.find(GUILD, 'job1'))?.card?.messageId).toBe('card');
    expect(await world.isDone()).toBe(false);
    expect(world.events).not.toContain('notice job1 hidden');
  });
});
