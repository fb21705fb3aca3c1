import { describe, expect, it } from 'vitest';
import { workKey } from '../../src/jobs/records/works.ts';
import type { KeyRange, Write } from '../../src/store/database/database.ts';
import { type PageRequest, StoreError } from '../../src/store/store.ts';
import { UnreachableError } from '../../src/task-api/errors.ts';
import type { TaskApi } from '../../src/task-api/task-api.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { unavailable } from '../support/fake-job-messages.ts';
import { createJobService, GUILD, MEMBER, openOutside, submissionOf, until } from '../support/job-service.ts';
import { MemoryDatabase } from '../support/memory-database.ts';
import { DELIVERING, SUBMITTED, sampleJob } from './samples.ts';
import { openScene } from './scene.ts';

const HOUR_MS = 3_600_000;

describe('a stop', () => {
  it('leaves waiting tasks to the next start, which finishes them', async () => {
    const scene = await openScene();
    await scene.submit({ jobId: 'queued' });
    await scene.passes(500);
    await scene.restart();
    await scene.ended('queued');
    expect(scene.service.createCalls).toBe(1);
    expect(scene.message('queued').attachments).toHaveLength(1);
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('waits for a create under way, so that its answer is stored', async () => {
    const scene = await openScene();
    const answer = Promise.withResolvers<void>();
    const { create } = scene.service;
    scene.service.create = async (...parts) => {
      const created = await create.apply(scene.service, parts);
      await answer.promise;
      return created;
    };
    await scene.submit();
    await scene.until(() => scene.service.createCalls === 1);
    let isStopped = false;
    const stopped = scene.bot.stop().then(() => {
      isStopped = true;
    });
    await scene.passes(1_000);
    expect(isStopped).toBe(false);
    answer.resolve();
    await stopped;
    expect(await scene.job()).toMatchObject({ tasks: [{ state: 'submitted' }] });
  });

  it('ends every wait: for the service, for Discord, for storage, and for a failing store', async () => {
    const scene = await openScene();
    scene.discord.trouble = ({ job }) => (job.id === 'unshown' ? unavailable(3_600_000) : undefined);
    scene.service.planNext({ queueMs: 3_600_000 });
    for (const jobId of ['waiting', 'unshown', 'other']) await scene.submit({ jobId });
    await scene.passes(10_000);
    await scene.bot.stop();
    expect(scene.clock.sleeping).toBe(0);
    await scene.restart();
    scene.discord.trouble = () => undefined;
    for (const jobId of ['waiting', 'unshown', 'other']) await scene.ended(jobId);
    expect(await scene.credits()).toEqual({ spent: 12, held: 0, left: 488 });
  });

  it('between two attempts of a create releases its hold, because nothing was sent', async () => {
    const scene = await openScene();
    scene.service.offline = new UnreachableError();
    await scene.submit();
    await scene.until(async () => (await scene.job())?.tasks[0]?.state === 'new');
    await scene.restart();
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'failed', failure: { reason: 'interrupted' } }]);
    expect(await scene.credits()).toEqual({ spent: 0, held: 0, left: 500 });
  });

  it('can be requested twice', async () => {
    const scene = await openScene();
    await scene.bot.stop();
    await scene.bot.stop();
  });
});

describe('a recovery', () => {
  it('starts polling waiting tasks before it settles and delivers finished ones', async () => {
    const scene = await openScene();
    await scene.bot.stop();
    const others = Array.from({ length: 40 }, (_, number) => `done${number}`);
    for (const id of others) await scene.collections.place(sampleJob({ id }, { ...DELIVERING, key: `${id}-1` }));
    await scene.collections.place(sampleJob({ id: 'waits' }, { ...SUBMITTED, key: 'waits-1' }));
    const order: string[] = [];
    const { query } = scene.service;
    scene.service.query = async (...parts) => {
      order.push('look');
      return query.apply(scene.service, parts);
    };
    scene.discord.trouble = () => {
      order.push('show');
      return undefined;
    };
    await scene.restart();
    await scene.until(() => order.includes('look') && order.includes('show'));
    expect(order[0]).toBe('look');
  });

  it('polls ten thousand tasks, servers in turn, without reading or writing a record again', async () => {
    const effects: string[] = [];
    class Noting extends MemoryDatabase {
      override async read(key: string) {
        if (key.startsWith('works:')) effects.push('read');
        return super.read(key);
      }
      override async commit(writes: readonly Write[]) {
        if (writes.some(([key]) => key.startsWith('works:'))) effects.push('write');
        return super.commit(writes);
      }
    }
    const database = new Noting();
    for (let number = 0; number < 10_000; number++) {
      const id = `job${number}`;
      const job = sampleJob({ id }, { ...SUBMITTED, key: `${id}-1`, taskId: id, chargedCredits: 4 });
      const guildId = number < 9_990 ? 'busy' : `calm${number}`;
      database.texts.set(
        `works:${workKey(guildId, id)}`,
        JSON.stringify({ ...job, location: { ...job.location, guildId } }),
      );
      database.texts.set(`running:${id}`, JSON.stringify({ guildId }));
    }
    const scene = await openScene();
    const looked: string[] = [];
    const taskApi: TaskApi = {
      create: () => Promise.reject(new Error('nothing is created here')),
      probe: async () => undefined,
      close: async () => undefined,
      query: async (taskId) => {
        effects.push('look');
        looked.push(taskId);
        return { state: 'queued' };
      },
    };
    const bot = await createJobService(scene, { taskApi, database });
    await bot.start();
    effects.length = 0;
    expect(bot.jobs.tasks.atService).toBe(10_000);
    await until(scene, () => looked.length >= 22);
    expect(effects.filter((effect) => effect !== 'look')).toEqual([]);
    // Ten servers with one task each don't wait for the one with thousands.
    const calm = looked.slice(0, 22).filter((taskId) => Number(taskId.slice(3)) >= 9_990);
    expect(calm).toHaveLength(10);
    await bot.stop();
  });

  it('leaves jobs alone that this process started meanwhile', async () => {
    const scene = await openScene();
    await scene.bot.stop();
    const reading = Promise.withResolvers<void>();
    const { running } = scene.collections;
    const slow = {
      page: async (request: PageRequest) => {
        await reading.promise;
        return running.page(request);
      },
    };
    const answer = Promise.withResolvers<void>();
    const { create } = scene.service;
    scene.service.create = async (...parts) => {
      await answer.promise;
      return create.apply(scene.service, parts);
    };
    const bot = await createJobService(scene, { replaced: { running: slow } });
    const started = bot.start();
    await bot.jobs.submit(submissionOf(scene.clock), scene.discord.answer);
    reading.resolve();
    await started;
    await until(scene, async () => (await bot.jobs.find('job1'))?.tasks[0]?.state === 'submitting');
    answer.resolve();
    await until(scene, async () => (await bot.jobs.find('job1')) === undefined);
    expect(await bot.history.find(GUILD, MEMBER, 'job1')).toMatchObject({ tasks: [{ state: 'delivered' }] });
    await bot.stop();
  });

  it('leaves an unreadable record and its hold unchanged, and continues the others', async () => {
    const scene = await openScene();
    scene.service.planNext({ queueMs: 60_000 });
    await scene.submit({ jobId: 'broken' });
    await scene.submit({ jobId: 'sound' });
    await scene.passes(500);
    await scene.bot.stop();
    scene.database.texts.set(`works:${workKey(GUILD, 'broken')}`, '{"id":"of another time"}');
    const bot = await createJobService(scene);
    await bot.start();
    await until(scene, async () => !scene.database.texts.has('running:sound'));
    expect((await bot.accounts.holds(GUILD)).map(({ taskKey }) => taskKey)).toEqual(['broken-1']);
    expect(scene.logLines.join('')).toContain('unreadable');
    await bot.stop();
  });

  it('leaves no place of a member taken by a job that ended while all jobs were read', async () => {
    const outside = await openOutside(await tempFolder());
    const [mayRead, isRead, mayGoOn] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    class SlowPages extends MemoryDatabase {
      override async page(range: KeyRange) {
        if (!range.from.startsWith('running:')) return super.page(range);
        await mayRead?.promise;
        const page = await super.page(range);
        isRead?.resolve();
        await mayGoOn?.promise;
        return page;
      }
    }
    const bot = await createJobService(outside, { database: new SlowPages() });
    const started = bot.start();
    await bot.jobs.submit(submissionOf(outside.clock, { jobId: 'job1' }), outside.discord.answer);
    await until(outside, async () => (await bot.jobs.find('job1'))?.tasks[0]?.state === 'submitted');
    mayRead?.resolve();
    await isRead?.promise;
    await until(outside, async () => (await bot.jobs.find('job1')) === undefined);
    mayGoOn?.resolve();
    await started;
    expect(bot.jobs.openJobIdsOf(GUILD, MEMBER)).toEqual([]);
    await bot.stop();
  });

  it('fails if the store can’t be read, instead of finding no jobs', async () => {
    const scene = await openScene();
    const running = {
      page: () => Promise.reject(new StoreError('damaged')),
    };
    const bot = await createJobService(scene, { replaced: { running } });
    await expect(bot.jobs.recover()).rejects.toThrow(StoreError);
    await bot.stop();
  });

  it('doesn’t learn from time without polls', async () => {
    const scene = await openScene();
    await scene.submit();
    await scene.passes(500);
    await scene.bot.stop();
    await scene.passes(10 * 3_600_000);
    await scene.restart();
    await scene.ended();
    expect(scene.bot.models.durations('image-model-a').seen).toBe(0);
  });

  it('gives up no task if the clock is 100 days ahead at the start', async () => {
    const scene = await openScene();
    scene.service.planNext({ queueMs: 0, runMs: 10 * HOUR_MS });
    await scene.submit();
    await scene.passes(60_000);
    scene.clock.step(100 * 24 * HOUR_MS);
    await scene.restart({ isClockRight: () => false });
    await scene.passes(HOUR_MS);
    expect((await scene.job())?.tasks).toMatchObject([{ state: 'submitted' }]);
    scene.clock.step(-100 * 24 * HOUR_MS);
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'delivered' }]);
  });

  it('waits no longer than the limit for a task under a clock that may be wrong', async () => {
    const scene = await openScene();
    scene.service.planNext({ queueMs: 1_000 * HOUR_MS });
    await scene.submit();
    await scene.passes(60_000);
    scene.clock.step(-100 * 24 * HOUR_MS);
    await scene.restart({ isClockRight: () => false });
    const beforeMs = scene.clock.monotonicMs();
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'unconfirmed', reason: 'waited too long' }]);
    expect((scene.clock.monotonicMs() - beforeMs) / HOUR_MS).toBeLessThan(24.1);
  });

  it('polls a task at once that may have ended long ago', async () => {
    const scene = await openScene();
    scene.service.planNext({ queueMs: 3_600_000 });
    await scene.submit();
    await scene.passes(60_000);
    await scene.bot.stop();
    await scene.passes(7_200_000);
    const before = scene.clock.now();
    await scene.restart();
    await scene.ended();
    expect(scene.clock.now() - before).toBeLessThan(1_000);
  });
});
