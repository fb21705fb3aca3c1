import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/store/store.ts';
import { UnconfirmedError } from '../../src/task-api/errors.ts';
import type { CreatedTask } from '../../src/task-api/task-api.ts';
import { keysOf } from '../support/all-records.ts';
import { createJobService, GUILD, submissionOf, until } from '../support/job-service.ts';
import { openScene, type Scene } from './scene.ts';

/** Holds back the answers to creates until the test sends them. */
function holdCreates({ service }: Scene) {
  const open: { prompt: string; answer: () => void }[] = [];
  const { create } = service;
  service.create = async (...parts): Promise<CreatedTask> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    open.push({ prompt: parts[0].prompt, answer: resolve });
    await promise;
    return create.apply(service, parts);
  };
  return {
    /** The prompts of all creates so far, in order. */
    sent: (): string[] => open.map(({ prompt }) => prompt),
    answer: (index: number): void => open[index]?.answer(),
    answerAll: (): void => {
      service.create = create;
      for (const { answer } of open) answer();
    },
  };
}

const SLOW = { limits: { createsAtOnce: 2, createsMax: 40 } };
const of = (prompt: string, guildId: string, memberId: string) => ({
  ...{ jobId: prompt, memberId, request: { prompt }, location: { guildId } },
});

describe('creates', () => {
  it('take turns: servers first, then members within a server', async () => {
    const scene = await openScene(SLOW);
    const creates = holdCreates(scene);
    for (const name of ['a1', 'a2', 'a3']) await scene.submit(of(name, 'busy', 'ada'));
    await scene.submit(of('b1', 'busy', 'ben'));
    await scene.submit(of('c1', 'calm', 'cleo'));
    await scene.passes(1_000);
    // One server alone has half of the slots; the others are for later servers.
    expect(creates.sent()).toEqual(['a1', 'c1']);
    for (const [index, sent] of [
      [0, 3],
      [2, 4],
      [3, 5],
    ] as const) {
      creates.answer(index);
      await scene.until(() => creates.sent().length === sent);
    }
    expect(creates.sent().slice(2)).toEqual(['a2', 'b1', 'a3']);
    creates.answerAll();
    for (const jobId of ['a1', 'a2', 'a3']) {
      await scene.until(async () => (await scene.job(jobId)) === undefined);
    }
  });

  it('of one job are sent one by one if slots are short, and its message shows the state of each', async () => {
    const scene = await openScene(SLOW);
    const creates = holdCreates(scene);
    await scene.submit({ count: 4 });
    expect(scene.message().job.tasks.map(({ state }) => state)).toEqual(['new', 'new', 'new', 'new']);
    await scene.until(() => creates.sent().length === 1);
    await scene.passes(10_000);
    creates.answer(0);
    await scene.until(() => scene.message().job.tasks[1]?.state === 'submitting');
    expect(
      scene
        .message()
        .job.tasks.map(({ state }) => state)
        .slice(1),
    ).toEqual(['submitting', 'new', 'new']);
    creates.answerAll();
    expect((await scene.ended()).tasks.map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
  });

  it('that don’t have to wait are shown as being sent from the start', async () => {
    const scene = await openScene();
    const shown: string[] = [];
    const creates = holdCreates(scene);
    await scene.bot.jobs.submit({ ...submissionOf(scene.clock), count: 4 }, async (job) => {
      shown.push(...job.tasks.map(({ state }) => state));
      return scene.discord.answer(job);
    });
    expect(shown).toEqual(Array(4).fill('submitting'));
    await scene.until(() => creates.sent().length === 4);
    creates.answerAll();
    await scene.ended();
  });

  it('beyond the longest queue are refused before anything is written or held', async () => {
    const scene = await openScene(SLOW);
    const creates = holdCreates(scene);
    for (let number = 1; number <= 5; number++) await scene.submit({ jobId: `job${number}`, count: 4 });
    const before = await scene.credits();
    const refused = await scene.submit({ jobId: 'too-many' });
    expect(refused).toEqual({ outcome: 'busy', roomAtMs: expect.any(Number) });
    expect(await scene.job('too-many')).toBeUndefined();
    expect(scene.discord.of('too-many')).toBeUndefined();
    expect(await scene.credits()).toEqual(before);
    expect(await scene.submit({ jobId: 'elsewhere', location: { guildId: 'calm' } })).toMatchObject({
      outcome: 'started',
    });
    creates.answerAll();
    await scene.ended('job5');
    expect(await scene.submit({ jobId: 'later' })).toMatchObject({ outcome: 'started' });
  });

  it('release their slots even if nothing starts', async () => {
    const scene = await openScene({ ...SLOW, allowanceCredits: 4 });
    for (let number = 1; number <= 30; number++) {
      const jobId = `short${number}`;
      expect(await scene.submit({ jobId, count: 4 })).toMatchObject({ outcome: 'not held' });
    }
    for (let number = 1; number <= 30; number++) {
      const unanswered = scene.bot.jobs.submit(
        { ...submissionOf(scene.clock), jobId: `late${number}` },
        async () => undefined,
      );
      expect(await unanswered).toEqual({ outcome: 'unanswered' });
    }
    expect(await scene.submit()).toMatchObject({ outcome: 'started' });
  });

  it('that still wait when the bot is killed count as unsent; only sent ones are unconfirmed', async () => {
    const scene = await openScene(SLOW);
    const creates = holdCreates(scene);
    for (let number = 1; number <= 4; number++) await scene.submit({ jobId: `job${number}`, count: 4 });
    await scene.until(() => creates.sent().length === 1);
    // Killed: nothing of the old one continues, and the next one finds its records.
    scene.service.create = () => new Promise(() => undefined);
    const next = await createJobService(scene);
    await next.start();
    await until(scene, async () => (await keysOf(scene.collections.running)).length === 0);
    const view = await next.accounts.view(GUILD);
    expect(view.unconfirmed).toEqual({ holds: 1, credits: 4 });
    expect(view.heldCredits).toBe(4);
    await next.stop();
    creates.answerAll();
  });

  it('that wait when the bot stops aren’t sent, and the stop waits for the sent ones', async () => {
    const scene = await openScene(SLOW);
    const creates = holdCreates(scene);
    for (let number = 1; number <= 3; number++) await scene.submit({ jobId: `job${number}` });
    await scene.until(() => creates.sent().length === 1);
    let isStopped = false;
    const stopped = scene.bot.stop().then(() => {
      isStopped = true;
    });
    await scene.passes(59_000);
    expect([isStopped, scene.bot.jobs.creating]).toEqual([false, 1]);
    creates.answer(0);
    await stopped;
    expect(creates.sent()).toHaveLength(1);
    expect(await scene.job('job1')).toMatchObject({ tasks: [{ state: 'submitted' }] });
    expect(await scene.job('job2')).toMatchObject({ tasks: [{ state: 'new' }] });
    creates.answerAll();
  });

  it('aren’t sent until this process proves that it owns the job', async () => {
    let isProved = false;
    let asked = 0;
    const prove = async (): Promise<void> => {
      asked += 1;
      if (!isProved) throw new StoreError('another Easel may have taken over');
    };
    const scene = await openScene({ prove });
    expect((await scene.submit({ count: 2 })).outcome).toBe('started');
    await scene.passes(60_000);
    // Once a second for each task.
    expect(asked).toBeGreaterThan(100);
    expect(asked).toBeLessThanOrEqual(122);
    expect(scene.service.createCalls).toBe(0);
    expect(await scene.credits()).toMatchObject({ spent: 0, held: 8 });
    isProved = true;
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    expect(scene.service.createCalls).toBe(2);
  });

  it('that fail for a reason of Easel’s own after it was recorded that they are sent are unconfirmed', async () => {
    const prove = async (): Promise<void> => {
      throw new TypeError('ours');
    };
    const scene = await openScene({ prove });
    await scene.submit();
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'unconfirmed', reason: 'answer lost' }]);
    expect(scene.service.createCalls).toBe(0);
    expect(await scene.credits()).toEqual({ spent: 0, held: 4, left: 496 });
  });

  it('that were never proved to be this process’s count as unsent after a restart, and their holds are released', async () => {
    const prove = async (): Promise<void> => {
      throw new StoreError('another Easel has taken over');
    };
    const scene = await openScene({ prove });
    await scene.submit();
    await scene.passes(60_000);
    await scene.restart({});
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'failed', failure: { reason: 'interrupted' } }]);
    expect(scene.service.createCalls).toBe(0);
    expect(await scene.credits()).toEqual({ spent: 0, held: 0, left: 500 });
  });
});

describe('an outage', () => {
  it('that loses every create costs four tasks, then single trials; waiting creates release their holds', async () => {
    const scene = await openScene({ limits: { createsAtOnce: 32, createsMax: 400 } });
    const { service } = scene;
    const sentAtMs: number[] = [];
    let underWay = 0;
    let mostUnderWay = 0;
    service.create = async () => {
      sentAtMs.push(scene.clock.now());
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      await scene.clock.sleep(1_000);
      underWay -= 1;
      throw new UnconfirmedError();
    };
    const startedMs = scene.clock.now();
    for (let number = 1; number <= 60; number++) {
      await scene.submit(of(`job${number}`, `server${number % 12}`, `member${number}`));
    }
    await scene.until(async () => (await keysOf(scene.collections.running)).length === 0);
    // Four were under way together, so the trial comes only after a minute.
    const seconds = sentAtMs.map((atMs) => Math.floor((atMs - startedMs) / 1_000));
    expect(seconds).toEqual([0, 0, 0, 0, 61]);
    mostUnderWay = 0;
    for (let minute = 1; minute <= 40; minute++) {
      for (const member of ['ada', 'ben']) {
        if (scene.bot.watch.mayCreate({ guildId: member, memberId: member }) === 'no') continue;
        await scene.submit(of(`late${minute}${member}`, member, member));
      }
      await scene.passes(60_000);
    }
    expect(mostUnderWay).toBe(1);
    // After 2, 4 and 8 minutes, then every ten.
    expect(sentAtMs.length - seconds.length).toBeLessThanOrEqual(7);
  });

  it('that loses 1 answer of 50 refuses nothing', async () => {
    const scene = await openScene({ allowanceCredits: 10_000, limits: { createsAtOnce: 32, createsMax: 400 } });
    const { service } = scene;
    const { create } = service;
    let sent = 0;
    service.create = async (...parts) => {
      sent += 1;
      const isLost = sent % 50 === 25;
      await scene.clock.sleep(800);
      if (isLost) service.failNextCreate(new UnconfirmedError(), { accepted: true });
      return create.apply(service, parts);
    };
    for (let number = 1; number <= 400; number++) {
      const member = `member${number % 40}`;
      const submitted = await scene.submit(of(`job${number}`, `server${number % 20}`, member));
      expect(submitted.outcome).toBe('started');
      await scene.passes(50);
    }
    await scene.until(async () => (await keysOf(scene.collections.running)).length === 0);
    expect(service.tasks.size).toBe(400);
  });

  it('for a single member stops no one else', async () => {
    const scene = await openScene();
    for (let losses = 1; losses <= 3; losses++)
      scene.service.failNextCreate(new UnconfirmedError(), { accepted: true });
    await scene.submit({ ...of('odd', 'busy', 'troll'), count: 4 });
    await scene.until(async () => (await scene.job('odd')) === undefined);
    await scene.submit(of('fine', 'calm', 'ada'));
    await scene.until(async () => (await keysOf(scene.collections.running)).length === 0);
    const { tasks } = (await scene.bot.history.find('calm', 'ada', 'fine')) ?? { tasks: [] };
    expect(tasks).toMatchObject([{ state: 'delivered' }]);
  });

  it('that ends soon doesn’t affect waiting creates', async () => {
    const scene = await openScene(SLOW);
    const creates = holdCreates(scene);
    for (let number = 1; number <= 5; number++) await scene.submit({ jobId: `job${number}` });
    await scene.until(() => creates.sent().length === 1);
    scene.service.failNextCreate(new UnconfirmedError());
    creates.answerAll();
    for (let number = 2; number <= 5; number++) {
      expect((await scene.ended(`job${number}`)).tasks).toMatchObject([{ state: 'delivered' }]);
    }
  });
});
