import { beforeEach, describe, expect, it } from 'vitest';
import { medianMs } from '../../src/jobs/polling/run-law.ts';
import {
  BadKeyError,
  MalformedError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
  UnreachableError,
} from '../../src/task-api/errors.ts';
import { openScene, type Scene } from './scene.ts';

const HOUR_MS = 3_600_000;
const NOTHING = { spent: 0, held: 0, left: 500 };

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

describe('a service that', () => {
  it('fails the task releases its hold, and the message says so', async () => {
    scene.service.planNext({ outcome: 'failed', chargedCredits: 8 });
    await scene.submit();
    expect((await scene.ended()).tasks).toMatchObject([
      { state: 'failed', failure: { reason: 'failed by the service' }, returnedCredits: 8 },
    ]);
    expect(await scene.credits()).toEqual(NOTHING);
  });

  it('reports success without a result is asked again for a minute, and then that counts as a failure', async () => {
    scene.service.planNext({ outcome: 'without address' });
    await scene.submit();
    const { tasks, createdAtMs, endedAtMs } = await scene.ended();
    expect(tasks).toMatchObject([{ state: 'failed', failure: { reason: 'no result' } }]);
    expect(endedAtMs - createdAtMs).toBeGreaterThan(60_000);
    expect(endedAtMs - createdAtMs).toBeLessThan(90_000);
    expect(scene.service.tasks.get('task-1')?.polls).toBeLessThan(20);
    expect(await scene.credits()).toEqual(NOTHING);
  });

  it.each(['the same process', 'a restart between'])(
    'names the address of its result half a minute late, and it is delivered: %s',
    async (how) => {
      scene.service.planNext({ outcome: 'without address' });
      await scene.submit();
      await scene.until(async () => {
        const [task] = (await scene.job())?.tasks ?? [];
        return task?.state === 'submitted' && task.withoutAddressSinceMs !== undefined;
      });
      if (how !== 'the same process') await scene.restart();
      await scene.passes(30_000);
      scene.service.finish('task-1');
      await scene.ended();
      expect(scene.message().attachments).toHaveLength(1);
      expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
    },
  );

  it('refuses the task is asked once, and the message quotes its reason', async () => {
    scene.service.failNextCreate(new RefusedError('no ratio like that'));
    await scene.submit();
    expect((await scene.ended()).tasks).toMatchObject([
      { state: 'failed', failure: { reason: 'refused', serviceMessage: 'no ratio like that' }, returnedCredits: 4 },
    ]);
    expect(scene.service.createCalls).toBe(1);
    expect(await scene.credits()).toEqual(NOTHING);
  });

  it('refuses the key is asked once, and nothing else starts', async () => {
    scene.service.failNextCreate(new BadKeyError());
    scene.service.queryError = new BadKeyError();
    await scene.submit();
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'failed', failure: { reason: 'bad key' } }]);
    expect(scene.bot.watch.mayCreate()).toBe('no');
    expect(scene.service.createCalls).toBe(1);
    expect(await scene.credits()).toEqual(NOTHING);
  });

  it('refuses the key later makes jobs wait, and all continues by itself when it accepts it', async () => {
    await scene.submit();
    await scene.passes(100);
    scene.service.queryError = new BadKeyError();
    await scene.passes(2 * HOUR_MS);
    expect(await scene.job()).toMatchObject({ tasks: [{ state: 'submitted' }] });
    // One poll that found out and a probe every ten seconds, not each poll that was due.
    expect(scene.service.queryCalls).toBeLessThan(2 * 360 + 10);
    scene.service.queryError = undefined;
    await scene.ended();
    expect(scene.message().attachments).toHaveLength(1);
  });

  it('is unreachable is asked again, because nothing was sent', async () => {
    scene.service.failNextCreate(new UnreachableError());
    scene.service.failNextCreate(new UnreachableError());
    await scene.submit();
    await scene.ended();
    expect(scene.service.createCalls).toBe(3);
    expect(scene.service.tasks.size).toBe(1);
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('stays unreachable releases the hold', async () => {
    scene.service.offline = new UnreachableError();
    await scene.submit();
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'failed', failure: { reason: 'unreachable' } }]);
    expect(await scene.credits()).toEqual(NOTHING);
  });

  it('rate-limits creates is asked again after the wait', async () => {
    scene.service.failNextCreate(new RateLimitedError(7_000));
    const before = scene.clock.now();
    await scene.submit();
    await scene.until(() => scene.service.tasks.size === 1);
    expect(scene.clock.now() - before).toBe(7_000);
    await scene.ended();
  });

  it('asks for too long a wait with a create releases the hold', async () => {
    scene.service.failNextCreate(new RateLimitedError(10 * 60_000));
    await scene.submit();
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'failed', failure: { reason: 'too many requests' } }]);
    expect(scene.service.createCalls).toBe(1);
  });

  it('rate-limits polls isn’t polled for any task during the wait', async () => {
    for (const jobId of ['a', 'b', 'c']) {
      await scene.submit({ jobId });
      await scene.passes(300);
    }
    scene.service.failNextQuery(new RateLimitedError(60_000));
    await scene.until(() => scene.service.queryCalls === 1);
    await scene.passes(59_000);
    expect(scene.service.queryCalls).toBe(1);
    await scene.passes(30_000);
    for (const jobId of ['a', 'b', 'c']) await scene.ended(jobId);
  });

  it('keeps rate-limiting polls is polled with longer and longer pauses', async () => {
    for (const jobId of ['a', 'b', 'c', 'd']) await scene.submit({ jobId });
    scene.service.queryError = new RateLimitedError(undefined);
    await scene.passes(600_000);
    expect(scene.service.queryCalls).toBeLessThan(40);
    scene.service.queryError = undefined;
    for (const jobId of ['a', 'b', 'c', 'd']) await scene.ended(jobId);
  });

  it.each([
    ['after it accepted the task', true],
    ['without accepting the task', false],
  ])(
    'loses the answer to a create %s leaves it unconfirmed: its hold stays and it is never sent again',
    async (_, accepted) => {
      scene.service.failNextCreate(new UnconfirmedError({ taskId: 'task-1' }), { accepted });
      await scene.submit();
      expect((await scene.ended()).tasks).toMatchObject([
        { state: 'unconfirmed', reason: 'answer lost', taskId: 'task-1' },
      ]);
      await scene.restart();
      await scene.passes(HOUR_MS);
      expect(scene.service.createCalls).toBe(1);
      expect(await scene.credits()).toEqual({ spent: 0, held: 4, left: 496 });
      const view = await scene.bot.accounts.view('200000000000000001');
      expect(view.unconfirmed).toEqual({ holds: 1, credits: 4 });
      expect(scene.message().job.tasks).toMatchObject([{ state: 'unconfirmed' }]);
    },
  );

  it.each([
    ['is under way', async () => undefined],
    ['was delivered', async (scene: Scene) => scene.until(async () => (await scene.job('first')) === undefined)],
    [
      'was delivered days ago, before a restart',
      async (scene: Scene) => {
        await scene.until(async () => (await scene.job('first')) === undefined);
        await scene.passes(3 * 24 * HOUR_MS);
        await scene.restart();
      },
    ],
  ])(
    'answers with the id of another task, which %s, leaves it unconfirmed and never delivers the other’s result',
    async (_, meanwhile) => {
      await scene.submit({ jobId: 'first', memberId: 'ada' });
      await scene.until(() => scene.service.tasks.size === 1);
      await scene.passes(100);
      await meanwhile(scene);
      scene.service.answerNextCreateAs('task-1');
      await scene.submit();
      const { tasks } = await scene.ended();
      expect(tasks).toEqual([{ key: 'job1-1', quoteCredits: 4, state: 'unconfirmed', reason: 'id in use' }]);
      expect(scene.message().attachments).toEqual([]);
      const line = scene.logLines.find((one) => one.includes('with the id of another task'));
      expect(line).toContain('"serviceTask":"task-1"');
      await scene.until(async () => (await scene.job('first')) === undefined);
      expect(await scene.credits()).toEqual({ spent: 4, held: 4, left: 492 });
    },
  );

  it('gives two creates the same id at once delivers the result to one of them', async () => {
    const { create } = scene.service;
    scene.service.create = async (...parts) => ({ ...(await create.apply(scene.service, parts)), taskId: 'task-1' });
    await scene.submit({ jobId: 'first', memberId: 'ada' });
    await scene.submit();
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'unconfirmed', reason: 'id in use' }]);
    await scene.until(async () => (await scene.job('first')) === undefined);
    expect(await scene.credits()).toEqual({ spent: 4, held: 4, left: 492 });
  });

  it('loses an answer with another task’s id doesn’t let the operator settle by that id', async () => {
    await scene.submit({ jobId: 'first', memberId: 'ada' });
    await scene.until(() => scene.service.tasks.size === 1);
    scene.service.failNextCreate(new UnconfirmedError({ taskId: 'task-1' }));
    await scene.submit();
    const [task] = (await scene.ended()).tasks;
    expect(task).toEqual({ key: 'job1-1', quoteCredits: 4, state: 'unconfirmed', reason: 'id in use' });
  });

  it('charges beyond the books’ limit leaves the task unconfirmed', async () => {
    scene.service.planNext({ chargedCredits: 5_000_000_000 });
    await scene.submit();
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'unconfirmed', taskId: 'task-1' }]);
  });

  it.each([
    ['answers 500', new UnavailableError({ status: 500 })],
    ['cannot be reached', new UnreachableError()],
    ['answers with something else', new MalformedError('HTML')],
    ['doesn’t know the task', new RefusedError('no such task')],
  ])('%s for some minutes during a run doesn’t fail the task', async (_, error) => {
    await scene.submit();
    await scene.passes(500);
    scene.service.queryError = error;
    await scene.passes(10 * 60_000);
    expect(await scene.job()).toMatchObject({ tasks: [{ state: 'submitted' }] });
    scene.service.queryError = undefined;
    await scene.ended();
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('doesn’t know the task for half an hour leaves it unconfirmed', async () => {
    await scene.submit();
    await scene.passes(500);
    scene.service.queryError = new RefusedError('no such task');
    const entry = await scene.ended();
    expect(entry.tasks).toMatchObject([
      { state: 'unconfirmed', reason: 'task not found', taskId: 'task-1', chargedCredits: 4 },
    ]);
    expect(entry.endedAtMs - entry.createdAtMs).toBeGreaterThan(30 * 60_000);
    expect(entry.endedAtMs - entry.createdAtMs).toBeLessThan(35 * 60_000);
    expect(await scene.credits()).toEqual({ spent: 0, held: 4, left: 496 });
  });

  it('is hidden by a proxy’s 404 for hours, which says nothing about the task', async () => {
    await scene.submit();
    await scene.passes(500);
    scene.service.queryError = new RefusedError('HTTP 404', { status: 404 });
    await scene.passes(3 * HOUR_MS);
    expect(await scene.job()).toMatchObject({ tasks: [{ state: 'submitted' }] });
    scene.service.queryError = undefined;
    await scene.ended();
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('reports an unknown state is asked again', async () => {
    await scene.submit();
    await scene.until(() => scene.service.tasks.size === 1);
    scene.service.showUnknownStatus('task-1', 9);
    await scene.passes(HOUR_MS);
    scene.service.showStatus('task-1');
    await scene.ended();
    expect(scene.message().attachments).toHaveLength(1);
  });
});

describe('a task that never ends', () => {
  it.each([
    ['waits in the queue', {}, undefined],
    ['runs', { queueMs: 0 }, undefined],
    ['is in an unknown state', {}, 'odd'],
  ])('is left unconfirmed after the longest wait: %s', async (_, plan, status) => {
    scene.service.planNext({ queueMs: 1_000 * HOUR_MS, runMs: 1_000 * HOUR_MS, ...plan });
    await scene.submit();
    await scene.until(() => scene.service.tasks.size === 1);
    if (status) scene.service.showUnknownStatus('task-1', status);
    const entry = await scene.ended();
    expect(entry.tasks).toMatchObject([{ state: 'unconfirmed', reason: 'waited too long' }]);
    const hours = (entry.endedAtMs - entry.createdAtMs) / HOUR_MS;
    expect(hours).toBeGreaterThanOrEqual(24);
    expect(hours).toBeLessThan(24.1);
    expect(await scene.credits()).toEqual({ spent: 0, held: 4, left: 496 });
  });

  it.each([
    ['cannot be reached', new UnreachableError()],
    ['refuses the key', new BadKeyError()],
  ])('is left unconfirmed then, even if the service %s all the time', async (_, error) => {
    await scene.submit();
    await scene.passes(500);
    scene.service.queryError = error;
    const entry = await scene.ended();
    expect(entry.tasks).toMatchObject([{ state: 'unconfirmed', reason: 'waited too long' }]);
    expect((entry.endedAtMs - entry.createdAtMs) / HOUR_MS).toBeLessThan(24.1);
  });
});

describe('an outage of the service', () => {
  it('doesn’t distort the learned run times', async () => {
    const usuallyMs = (): number => medianMs(scene.bot.models.runTimes('image-model-a').law);
    for (let number = 1; number <= 20; number++) {
      await scene.submit({ jobId: `early${number}` });
      await scene.ended(`early${number}`);
    }
    const before = usuallyMs();
    await scene.submit();
    await scene.passes(500);
    scene.service.queryError = new UnreachableError();
    await scene.passes(5 * HOUR_MS);
    scene.service.queryError = undefined;
    await scene.ended();
    expect(usuallyMs() / before).toBeCloseTo(1, 1);
  });
});
