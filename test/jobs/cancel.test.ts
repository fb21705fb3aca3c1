import { beforeEach, describe, expect, it } from 'vitest';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

/** Waits in the service's queue for ten minutes. */
async function queued(outcome: 'success' | 'failed' = 'success', count = 1): Promise<void> {
  for (let number = 0; number < count; number++) scene.service.planNext({ queueMs: 600_000, outcome });
  await scene.submit({ count });
  await scene.passes(5_000);
}

describe('a job cancelled in the queue', () => {
  it('shows it at once, and holds its credits until the service is done', async () => {
    await queued();
    expect(await scene.bot.jobs.cancel('job1')).toBe('cancelled');
    expect(scene.message().job.cancelledAtMs).toBe(scene.clock.now());
    expect(await scene.credits()).toEqual({ spent: 0, held: 4, left: 496 });
  });

  it('is paid if the task succeeds, isn’t fetched, and stays in the history', async () => {
    await queued();
    await scene.bot.jobs.cancel('job1');
    const entry = await scene.ended();
    expect(entry).toMatchObject({
      cancelledAtMs: expect.any(Number),
      tasks: [{ state: 'delivered', delivery: { how: 'kept', reason: 'cancelled' } }],
    });
    expect(scene.storage.fetched).toEqual([]);
    expect(scene.message().attachments).toEqual([]);
    expect(scene.message().job.tasks).toMatchObject([{ state: 'delivered' }]);
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('releases its hold if the task fails', async () => {
    await queued('failed');
    await scene.bot.jobs.cancel('job1');
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'failed' }]);
    expect(await scene.credits()).toEqual({ spent: 0, held: 0, left: 500 });
  });

  it('notifies no one', async () => {
    await queued();
    await scene.passes(500_000);
    await scene.bot.jobs.cancel('job1');
    await scene.passes(500_000);
    await scene.ended();
    expect(scene.discord.notified).toEqual([]);
  });

  it('stays cancelled through a restart', async () => {
    await queued();
    await scene.bot.jobs.cancel('job1');
    await scene.restart();
    expect(await scene.ended()).toMatchObject({ cancelledAtMs: expect.any(Number) });
    expect(scene.storage.fetched).toEqual([]);
  });

  it('is cancelled once', async () => {
    await queued();
    const outcomes = await Promise.all([scene.bot.jobs.cancel('job1'), scene.bot.jobs.cancel('job1')]);
    expect(outcomes.sort()).toEqual(['already', 'cancelled']);
  });
});

describe('a job that is no longer in the queue', () => {
  it('can’t be cancelled while it is sent', async () => {
    await scene.submit();
    expect(await scene.bot.jobs.cancel('job1')).toBe('too late');
  });

  it('can’t be cancelled while one of its tasks runs', async () => {
    scene.service.planNext({ queueMs: 600_000 });
    scene.service.planNext({ queueMs: 0, runMs: 600_000 });
    await scene.submit({ count: 2 });
    await scene.passes(30_000);
    expect(await scene.bot.jobs.cancel('job1')).toBe('too late');
  });

  it('can’t be cancelled if it has ended or never existed', async () => {
    await scene.submit();
    await scene.ended();
    expect(await scene.bot.jobs.cancel('job1')).toBe('too late');
    expect(await scene.bot.jobs.cancel('nothing')).toBe('too late');
  });
});
