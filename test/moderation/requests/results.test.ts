import { describe, expect, it } from 'vitest';
import type { JobTask } from '../../../src/jobs/job/job.ts';
import type { GatedRequest } from '../../../src/moderation/requests/request.ts';
import { isSettled } from '../../../src/moderation/requests/request-decisions.ts';
import { DELIVERING, NOW, sampleJob } from '../../jobs/samples.ts';
import { sampleResult } from '../request-samples.ts';
import { RequestsWorld } from '../requests-world.ts';

/** A result that moderators see first, whose job has ended, and where its history says that it is. */
function openWorld({ channelId, messageId }: { channelId: string; messageId: string }, tasks = sampleJob().tasks) {
  const world = new RequestsWorld();
  const { id: jobId, memberId, createdAtMs, request, location } = sampleJob();
  const entry = {
    ...{ jobId, memberId, guildId: location.guildId, channelId, messageId, createdAtMs, endedAtMs: NOW },
    ...{ request, tasks, cancelled: false },
  };
  world.entry = entry;
  const { requests } = world.start();
  const carryOut = async (one: GatedRequest): Promise<void> => {
    await world.keep(one);
    await requests.carryOut('job1');
  };
  return {
    ...{ entry, world, events: world.events, carryOut },
    publish: async () => {
      await world.keep(sampleResult());
      await requests.press('job1', { press: 'published', byId: 'mod', isUnderWay: false });
      await requests.carryOut('job1');
    },
    again: () => requests.carryOut('job1'),
    /** Makes it, so that it is ready after `tookMs`. */
    make: (tookMs: number) =>
      carryOut(sampleResult({ phase: 'making', shown: { public: 'making' }, createdAtMs: NOW - tookMs })),
    now: () => requests.find('job1'),
    isSettled: async () => isSettled((await requests.find('job1')) ?? sampleResult({ phase: 'making' })),
  };
}

const AT_CARD = { channelId: 'staff', messageId: 'card' };

describe('a published result', () => {
  it('that everyone can see is not published again, because the service may have lost it', async () => {
    const { channelId, messageId = '' } = sampleJob().location;
    const world = openWorld({ channelId, messageId });
    await world.publish();
    expect(world.events).toEqual(['result published']);
    expect(await world.now()).toMatchObject({ phase: 'published' });
    expect(await world.isSettled()).toBe(true);
  });

  it('is also published when asked for in the moderators’ channel', async () => {
    const { channelId } = sampleJob().location;
    const world = openWorld({ channelId, messageId: 'card' });
    await world.publish();
    expect(world.events[0]).toBe('publish');
  });

  it('that is lost says so publicly, as soon as Discord accepts the message', async () => {
    const world = openWorld(AT_CARD);
    world.world.brought = { public: 'unavailable' };
    await world.publish();
    expect(await world.now()).toMatchObject({ phase: 'lost' });
    expect(await world.isSettled()).toBe(false);
    world.world.brought = {};
    await world.again();
    expect(world.events).toEqual(['publish', 'public lost', 'public lost', 'result lost']);
    expect(await world.now()).toMatchObject({ phase: 'lost' });
    expect(await world.isSettled()).toBe(true);
  });

  it('keeps what an operator resolved during publication', async () => {
    const unconfirmed: JobTask = { key: 'job1-2', quoteCredits: 4, state: 'unconfirmed', reason: 'answer lost' };
    const resolved: JobTask = { ...unconfirmed, resolved: { decision: 'released', credits: 4 } };
    const world = openWorld(AT_CARD, [DELIVERING, unconfirmed]);
    world.world.published = sampleJob({}, DELIVERING, unconfirmed);
    world.world.duringPublish = () => {
      world.entry.tasks = [DELIVERING, resolved];
    };
    await world.publish();
    expect(world.world.added.map(({ tasks }) => tasks)).toEqual([[DELIVERING, resolved]]);
  });

  it('is not finished before moderators see it', async () => {
    const world = openWorld(AT_CARD);
    world.world.published = sampleJob();
    world.world.brought = { result: 'unavailable' };
    await world.publish();
    expect(await world.isSettled()).toBe(false);
    world.world.brought = {};
    await world.again();
    expect(await world.now()).toMatchObject({ phase: 'published' });
    expect(await world.isSettled()).toBe(true);
  });
});

describe('a finished result', () => {
  const TEN_MINUTES_MS = 10 * 60_000;
  const known = { key: 'job1-1', quoteCredits: 4 };
  const delivery = { how: 'attached' as const, files: [], madeSmaller: false };
  const delivered: JobTask = { ...DELIVERING, state: 'delivered', delivery };
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

  it('sends no notice if nothing was made', async () => {
    const world = openWorld(AT_CARD, [failed]);
    await world.make(TEN_MINUTES_MS + 1);
    expect(world.events).toEqual(['public failed', 'result failed']);
  });

  it('says so if it is unknown whether it was made', async () => {
    const world = openWorld(AT_CARD, [failed, unconfirmed]);
    await world.make(0);
    expect(world.events).toEqual(['public unconfirmed', 'result unconfirmed']);
  });
});

describe('a request whose answer Discord refused', () => {
  it('ends', async () => {
    const world = openWorld(AT_CARD);
    await world.carryOut(sampleResult({ phase: 'unanswered', shown: {} }));
    expect(world.events).toEqual(['released job1: unanswered', 'public unanswered']);
    expect(await world.now()).toMatchObject({ phase: 'unanswered' });
    expect(await world.isSettled()).toBe(true);
  });
});
