import { describe, expect, it } from 'vitest';
import type { Job, JobTask } from '../../../src/jobs/job.ts';
import type { HistoryEntry } from '../../../src/jobs/records/history.ts';
import { createLog } from '../../../src/log.ts';
import { auditRecordSchema, createAuditLog } from '../../../src/moderation/audit-log.ts';
import { createMembers } from '../../../src/moderation/members.ts';
import { createPreviews, type PreviewDesk, previewSchema } from '../../../src/moderation/requests/previews.ts';
import { createKeyedLocks } from '../../../src/store/locks.ts';
import { MemoryCollection } from '../../budget/memory-collection.ts';
import { NOW, SETTLING, sampleJob } from '../../jobs/samples.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { memberParts } from '../member-parts.ts';
import { samplePreview } from '../preview-samples.ts';

/** A preview whose job has ended, and where its result is shown. */
function openWorld({ channelId, messageId }: { channelId: string; messageId: string }, tasks = sampleJob().tasks) {
  const clock = new FakeClock(NOW);
  const locks = createKeyedLocks();
  const events: string[] = [];
  const added: Job[] = [];
  const outcomes = {
    publish: 'lost' as Awaited<ReturnType<PreviewDesk['publish']>>,
    showPublic: 'shown' as 'shown' | 'unavailable',
    showDecision: 'shown' as 'shown' | 'unavailable',
  };
  const { id: jobId, memberId, createdAtMs, request, place } = sampleJob();
  const entry: HistoryEntry = {
    ...{ jobId, memberId, guildId: place.guildId, channelId, messageId, createdAtMs, endedAtMs: NOW },
    ...{ request, tasks, cancelled: false },
  };
  /** What else happens meanwhile. */
  const during = { publish: (): void => undefined };
  const previews = createPreviews({
    ...{ clock, locks, log: createLog('silent'), collection: new MemoryCollection(previewSchema) },
    audit: createAuditLog({ collection: new MemoryCollection(auditRecordSchema), locks, clock }),
    members: createMembers({ ...memberParts(), locks, clock }),
    jobs: { find: async (): Promise<Job | undefined> => undefined },
    history: { find: async () => entry, add: async (job) => void added.push(job) },
    desk: {
      showPublic: async ({ phase }) => {
        events.push(`public ${phase}`);
        return outcomes.showPublic;
      },
      publish: async () => {
        events.push('publish');
        during.publish();
        return outcomes.publish;
      },
      showDecision: async ({ phase }) => {
        events.push(`card ${phase}`);
        return outcomes.showDecision;
      },
      showJob: async () => 'shown',
      notify: async ({ phase }) => void events.push(`notice ${phase}`),
    },
  });
  return {
    ...{ added, during, entry, events, outcomes },
    publish: async () => {
      await previews.add(samplePreview());
      await previews.decide('job1', 'published', 'mod');
      await previews.carryOut('job1');
    },
    again: () => previews.carryOut('job1'),
    /** Makes it, so that it is ready after `tookMs`. */
    make: async (tookMs: number) => {
      await previews.add(samplePreview({ phase: 'making', isCarriedOut: false, atMs: NOW - tookMs }));
      await previews.carryOut('job1');
    },
    unanswered: async () => {
      await previews.add(samplePreview({ phase: 'making', isCarriedOut: false }));
      await previews.unanswered('job1');
      await previews.carryOut('job1');
    },
    now: () => previews.find('job1'),
  };
}

const AT_CARD = { channelId: 'staff', messageId: 'card' };

describe('a published preview', () => {
  it('whose result is where everybody sees it is not published again, for the service may have lost it since', async () => {
    const { channelId, messageId = '' } = sampleJob().place;
    const world = openWorld({ channelId, messageId });
    await world.publish();
    expect(world.events).toEqual(['card published']);
    expect(await world.now()).toMatchObject({ phase: 'published', isCarriedOut: true });
  });

  it('is published in the moderators’ channel itself too', async () => {
    const { channelId } = sampleJob().place;
    const world = openWorld({ channelId, messageId: 'card' });
    await world.publish();
    expect(world.events[0]).toBe('publish');
  });

  it('that is lost says so to everybody, as soon as Discord takes it', async () => {
    const world = openWorld(AT_CARD);
    world.outcomes.showPublic = 'unavailable';
    await world.publish();
    expect(await world.now()).toMatchObject({ phase: 'lost', isCarriedOut: false });
    world.outcomes.showPublic = 'shown';
    await world.again();
    expect(world.events).toEqual(['publish', 'public lost', 'public lost', 'card lost']);
    expect(await world.now()).toMatchObject({ phase: 'lost', isCarriedOut: true });
  });

  it('keeps what the operator found out of a task while it was published', async () => {
    const unconfirmed: JobTask = { key: 'job1-2', quoteCredits: 4, state: 'unconfirmed', reason: 'answer lost' };
    const resolved: JobTask = { ...unconfirmed, resolved: { decision: 'released', credits: 4 } };
    const world = openWorld(AT_CARD, [SETTLING, unconfirmed]);
    world.outcomes.publish = { job: sampleJob({}, SETTLING, unconfirmed) };
    world.during.publish = () => {
      world.entry.tasks = [SETTLING, resolved];
    };
    await world.publish();
    expect(world.added.map(({ tasks }) => tasks)).toEqual([[SETTLING, resolved]]);
  });

  it('is not done before moderators see it', async () => {
    const world = openWorld(AT_CARD);
    world.outcomes.publish = { job: sampleJob() };
    world.outcomes.showDecision = 'unavailable';
    await world.publish();
    expect(await world.now()).toMatchObject({ isCarriedOut: false });
    world.outcomes.showDecision = 'shown';
    await world.again();
    expect(await world.now()).toMatchObject({ phase: 'published', isCarriedOut: true });
  });
});

describe('a preview that is made', () => {
  const TEN_MINUTES_MS = 10 * 60_000;
  const known = { key: 'job1-1', quoteCredits: 4 };
  const delivery = { how: 'attached' as const, files: [], madeSmaller: false };
  const delivered: JobTask = { ...SETTLING, state: 'delivered', delivery };
  const failed: JobTask = { ...known, state: 'failed', failure: { reason: 'unreachable' }, returnedCredits: 4 };
  const unconfirmed: JobTask = { ...known, state: 'unconfirmed', reason: 'answer lost' };

  it.each([
    ['is told to its member once, where everybody sees it, after a long wait', TEN_MINUTES_MS + 1, ['notice ready']],
    ['needs no notice after a short one', TEN_MINUTES_MS, []],
  ])('%s', async (_, tookMs, notices) => {
    const world = openWorld(AT_CARD, [delivered]);
    await world.make(tookMs);
    await world.again();
    expect(world.events).toEqual(['public ready', ...notices]);
  });

  it('is not told where it was not made', async () => {
    const world = openWorld(AT_CARD, [failed]);
    await world.make(TEN_MINUTES_MS + 1);
    expect(world.events).toEqual(['public failed']);
  });

  it('says that nobody knows where nobody does', async () => {
    const world = openWorld(AT_CARD, [failed, unconfirmed]);
    await world.make(0);
    expect(world.events).toEqual(['public unconfirmed']);
  });
});

describe('a preview that Discord did not let be answered', () => {
  it('comes to its end in the moderators’ channel', async () => {
    const world = openWorld(AT_CARD);
    await world.unanswered();
    expect(world.events).toEqual(['public unanswered', 'card unanswered']);
    expect(await world.now()).toMatchObject({ phase: 'unanswered', isCarriedOut: true });
  });
});
