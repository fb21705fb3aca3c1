import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { GUILD, MEMBER, submissionOf } from '../support/job-service.ts';
import { attached } from '../support/sources.ts';
import { openScene, type Scene } from './scene.ts';

const HOUR_MS = 3_600_000;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

describe('a job', () => {
  it('is answered before the service is called, and its message becomes the picture', async () => {
    const outcome = await scene.submit();
    expect(outcome).toMatchObject({ outcome: 'started' });
    expect(await scene.credits()).toEqual({ spent: 0, held: 4, left: 496 });
    const entry = await scene.ended();
    expect(scene.discord.facesOf('job1')).toEqual(['queued', 'running', 'delivered']);
    expect(scene.message().attachments).toMatchObject([{ name: 'easel-job1-1.png', sizeBytes: 100 }]);
    expect(entry).toMatchObject({
      location: { messageId: scene.message().id },
      tasks: [{ state: 'delivered', chargedCredits: 4, delivery: { how: 'attached', madeSmaller: false } }],
    });
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
    expect(scene.bot.jobs.tasks.atService).toBe(0);
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('sends the service the member’s request', async () => {
    const imageUrls = ['https://cdn.example/1.png'];
    const sources = imageUrls.map((address) => attached(address));
    await scene.submit({ request: { prompt: 'a fox', modelId: 'omni-pro', aspectRatio: '16:9', sources } });
    await scene.until(() => scene.service.createCalls === 1);
    expect([...scene.service.tasks.values()][0]?.request).toEqual({
      ...{ modelId: 'omni-pro', prompt: 'a fox', imageUrls, aspectRatio: '16:9' },
    });
  });

  it('with four tasks shows each result as it arrives', async () => {
    for (const runMs of [9_000, 3_000, 20_000, 40_000]) scene.service.planNext({ runMs });
    await scene.submit({ count: 4 });
    const shown: number[] = [];
    await scene.until(async () => {
      const files = scene.message().attachments.length;
      if (files !== shown.at(-1)) shown.push(files);
      return (await scene.job()) === undefined;
    });
    expect(shown).toEqual([0, 1, 2, 3, 4]);
    expect(scene.discord.faults).toEqual([]);
    expect(await scene.credits()).toEqual({ spent: 16, held: 0, left: 484 });
    expect(new Set(scene.message().attachments.map(({ name }) => name)).size).toBe(4);
  });

  it('with some failed tasks shows the other results and releases the failed ones’ holds', async () => {
    for (const outcome of ['success', 'failed', 'success', 'failed'] as const) scene.service.planNext({ outcome });
    await scene.submit({ count: 4 });
    const { tasks } = await scene.ended();
    expect(tasks.map(({ state }) => state)).toEqual(['delivered', 'failed', 'delivered', 'failed']);
    expect(scene.message().attachments).toHaveLength(2);
    expect(await scene.credits()).toEqual({ spent: 8, held: 0, left: 492 });
  });

  it('that runs for a second is shown within a few', async () => {
    scene.service.planNext({ queueMs: 0, runMs: 1_000 });
    const before = scene.clock.now();
    await scene.submit();
    await scene.ended();
    expect(scene.clock.now() - before).toBeLessThan(4_000);
  });

  it('that runs for three hours is delivered by bot token, and the member is notified', async () => {
    scene.service.planNext({ queueMs: HOUR_MS, runMs: 2 * HOUR_MS });
    await scene.submit({ request: { modelId: 'omni-pro' } });
    const entry = await scene.ended();
    expect(entry.endedAtMs - entry.createdAtMs).toBeGreaterThan(3 * HOUR_MS - 1);
    expect(entry.endedAtMs - entry.createdAtMs).toBeLessThan(3 * HOUR_MS + 60_000);
    expect(scene.message().attachments).toHaveLength(1);
    expect(scene.discord.notified).toEqual(['job1']);
  });

  it.each([
    ['back', -HOUR_MS],
    ['ahead', HOUR_MS],
  ])('is delivered in time even if the time of day is set %s', async (_, byMs) => {
    scene.service.planNext({ queueMs: 0, runMs: 60_000 });
    await scene.submit();
    await scene.passes(10_000);
    scene.clock.step(byMs);
    const beforeMs = scene.clock.monotonicMs();
    await scene.ended();
    expect(scene.clock.monotonicMs() - beforeMs).toBeLessThan(60_000);
    expect(scene.message().attachments).toHaveLength(1);
  });

  it('edits its message only when something changed, not on every poll', async () => {
    scene.service.planNext({ queueMs: 600_000, runMs: 600_000 });
    await scene.submit();
    await scene.ended();
    const polls = scene.service.queryCalls;
    expect(polls).toBeGreaterThan(40);
    expect(scene.discord.facesOf('job1')).toEqual(['queued', 'running', 'delivered']);
  });

  it('isn’t shown as running if its result is expected in a moment, unless the result is late', async () => {
    const facesOf = async (jobId: string, runMs: number): Promise<string[]> => {
      scene.service.planNext({ queueMs: 0, runMs });
      await scene.submit({ jobId });
      await scene.ended(jobId);
      return scene.discord.facesOf(jobId);
    };
    for (let number = 1; number <= 10; number++) await facesOf(`known${number}`, 2_000);
    expect(await facesOf('usual', 2_000)).toEqual(['queued', 'delivered']);
    expect(await facesOf('slow', 30_000)).toContain('running');
  });

  it('moves its progress bar in a few steps once run times are known', async () => {
    for (let number = 1; number <= 4; number++) {
      scene.service.planNext({ queueMs: 0, runMs: 120_000 });
      await scene.submit({ jobId: `early${number}` });
      await scene.ended(`early${number}`);
    }
    scene.service.planNext({ queueMs: 0, runMs: 240_000 });
    await scene.submit({ jobId: 'late' });
    await scene.ended('late');
    const edits = scene.discord.facesOf('late').filter((face) => face === 'running').length;
    expect(scene.discord.asked.some(({ job, expectation }) => job.id === 'late' && expectation)).toBe(true);
    expect(edits).toBeGreaterThan(2);
    expect(edits).toBeLessThanOrEqual(6);
  });

  it('starts once, even if its interaction arrives again', async () => {
    const [first, second] = await Promise.all([scene.submit(), scene.submit()]);
    expect([first.outcome, second.outcome].sort()).toEqual(['already', 'started']);
    expect((await scene.submit()).outcome).toBe('already');
    await scene.ended();
    expect(scene.service.createCalls).toBe(1);
    expect([...scene.discord.messages]).toHaveLength(1);
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('doesn’t start and holds nothing if Discord refuses the answer', async () => {
    const { jobs } = scene.bot;
    const outcome = await jobs.submit(submissionOf(scene.clock), async () => undefined);
    expect(outcome).toEqual({ outcome: 'unanswered' });
    await scene.passes(60_000);
    expect(scene.service.createCalls).toBe(0);
    expect(await scene.job()).toBeUndefined();
    expect(await scene.credits()).toEqual({ spent: 0, held: 0, left: 500 });
  });

  it('doesn’t start and holds nothing if the answer throws, and the caller gets the error', async () => {
    const broken = scene.bot.jobs.submit(submissionOf(scene.clock), async () => {
      throw new Error('no such form');
    });
    await expect(broken).rejects.toThrow('no such form');
    expect(await scene.ended()).toMatchObject({ tasks: [{ state: 'failed', failure: { reason: 'interrupted' } }] });
    expect(scene.service.createCalls).toBe(0);
    expect(await scene.credits()).toEqual({ spent: 0, held: 0, left: 500 });
  });

  it('can be found by its author while it runs, and in the history afterwards', async () => {
    await scene.submit({ jobId: 'a' });
    await scene.passes(10);
    await scene.submit({ jobId: 'b' });
    await scene.submit({ jobId: 'other', memberId: '300000000000000009' });
    const { jobs } = scene.bot;
    expect((await jobs.openJobsOf(GUILD, MEMBER)).map(({ id }) => id)).toEqual(['b', 'a']);
    await scene.ended('a');
    await scene.ended('b');
    expect(await jobs.openJobsOf(GUILD, MEMBER)).toEqual([]);
  });

  it('counts as its author’s open job from the answer to the end, across a restart', async () => {
    const ids = (): string[] => scene.bot.jobs.openJobIdsOf(GUILD, MEMBER);
    expect(ids()).toEqual([]);
    await scene.submit({ jobId: 'a' });
    await scene.submit({ jobId: 'other', memberId: '300000000000000009' });
    expect(ids()).toEqual(['a']);
    await scene.restart();
    expect(ids()).toEqual(['a']);
    await scene.ended('a');
    expect(ids()).toEqual([]);
  });

  it('never logs a prompt, token or address', async () => {
    scene.storage.answer = (address) => new Error(`no ${address}`);
    scene.service.planNext({ audioUrl: 'http://127.0.0.1/sounds/secret?sig=1' });
    await scene.submit({
      request: { prompt: 'a very secret harbour', sources: [attached('https://cdn.example/s?ex=1')] },
    });
    await scene.ended();
    const log = scene.logLines.join('');
    expect(log).toContain('task submitted');
    for (const secret of ['secret', 'token-of-', '127.0.0.1/results', 'cdn.example']) expect(log).not.toContain(secret);
  });

  it('logs one line for each change of state, with job, server, task and duration', async () => {
    await scene.submit();
    await scene.ended();
    const lines = scene.logLines.map((line): Record<string, unknown> => JSON.parse(line));
    for (const msg of ['task submitted', 'task running', 'task settled', 'task delivered']) {
      const found = lines.filter((line) => line['msg'] === msg);
      expect(found, msg).toHaveLength(1);
      expect(found[0]).toMatchObject({ job: 'job1', task: 'job1-1', durationMs: expect.any(Number) });
      expect(found[0]).toHaveProperty('server');
    }
  });
});
