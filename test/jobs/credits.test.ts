import { describe, expect, it } from 'vitest';
import { keysOf } from '../support/all-records.ts';
import { GUILD, MEMBER } from '../support/job-service.ts';
import { openScene } from './scene.ts';

describe('the credits of a job', () => {
  it('are the quote until the service reports its charge, then the charge', async () => {
    const scene = await openScene();
    scene.service.planNext({ chargedCredits: 9 });
    await scene.submit();
    expect(await scene.credits()).toEqual({ spent: 0, held: 4, left: 496 });
    await scene.passes(500);
    expect(await scene.credits()).toEqual({ spent: 0, held: 9, left: 491 });
    await scene.ended();
    expect(await scene.credits()).toEqual({ spent: 9, held: 0, left: 491 });
    expect(scene.bot.models.quoteCredits('image-model-a')).toBe(9);
  });

  it('are less if the service charged less', async () => {
    const scene = await openScene();
    scene.service.planNext({ chargedCredits: 0 });
    await scene.submit();
    await scene.passes(500);
    expect(await scene.credits()).toEqual({ spent: 0, held: 0, left: 500 });
    await scene.ended();
    expect(await scene.credits()).toEqual({ spent: 0, held: 0, left: 500 });
  });

  it('are the quote, unconfirmed, if the service names a charge that can’t be right', async () => {
    const scene = await openScene();
    const absurd = 900_000_000;
    scene.service.planNext({ chargedCredits: absurd, queueMs: 0, runMs: 0 });
    await scene.submit();
    const entry = await scene.ended();
    expect(entry.tasks).toMatchObject([{ state: 'unconfirmed', reason: 'absurd charge', claimedCredits: absurd }]);
    expect(await scene.credits()).toEqual({ spent: 0, held: 4, left: 496 });
    expect(await scene.bot.accounts.ceiling()).toMatchObject({ usedCredits: 4 });
    const [hold] = await scene.bot.accounts.unconfirmed();
    expect(hold).toMatchObject({ credits: 4, claimedCredits: absurd });
    expect(scene.logLines.filter((line) => line.includes('absurd charge') && line.includes(`${absurd}`))).toHaveLength(
      1,
    );
    expect((await scene.submit({ jobId: 'job2' })).outcome).toBe('started');
    await scene.restart();
    expect(scene.bot.models.quoteCredits('image-model-a')).toBe(4);

    const resolve = (id: string, resolution: { decision: 'settle'; chargedCredits: number } | null) =>
      scene.bot.operatorCommands.submit({
        ...{ id, guildId: GUILD, byId: 'op' },
        action: { kind: 'resolve', taskKey: 'job1-1', memberId: MEMBER, jobId: 'job1', resolution },
      });
    expect(await resolve('ask', null)).toMatchObject({ outcome: 'not believed', credits: absurd });
    expect(await scene.bot.accounts.unconfirmed()).toHaveLength(1);
    expect(await resolve('tell', { decision: 'settle', chargedCredits: 90 })).toMatchObject({ outcome: 'settled' });
    expect(await scene.bot.accounts.audit()).toMatchObject({ faults: [], unreadable: [], spentCredits: 90 });
  });

  it('are held in full after a free task, so that a crowd can’t exceed the budget', async () => {
    const scene = await openScene({ allowanceCredits: 20, limits: { pollsPerSecond: 1_000, pollsAtOnce: 200 } });
    scene.service.planNext({ chargedCredits: 0 });
    await scene.submit();
    await scene.ended();
    const jobIds = Array.from({ length: 20 }, (_, number) => `crowd${number}`);
    const outcomes = await Promise.all(jobIds.map((jobId) => scene.submit({ jobId })));
    expect(outcomes.filter(({ outcome }) => outcome === 'started')).toHaveLength(5);
    for (const [index, jobId] of jobIds.entries()) if (outcomes[index]?.outcome === 'started') await scene.ended(jobId);
    expect(await scene.credits()).toEqual({ spent: 20, held: 0, left: 0 });
  });

  it('are held in full however long a model was free', async () => {
    const scene = await openScene({ allowanceCredits: 20, limits: { createsAtOnce: 1 } });
    scene.service.plan = { ...scene.service.plan, chargedCredits: 0 };
    for (const jobId of ['free1', 'free2', 'free3']) {
      await scene.submit({ jobId, count: 4 });
      await scene.ended(jobId);
    }
    expect(scene.bot.models.quoteCredits('image-model-a')).toBe(4);
    scene.service.plan = { ...scene.service.plan, chargedCredits: 12 };
    const jobIds = Array.from({ length: 20 }, (_, number) => `crowd${number}`);
    const outcomes = await Promise.all(jobIds.map((jobId) => scene.submit({ jobId })));
    expect(outcomes.filter(({ outcome }) => outcome === 'started')).toHaveLength(5);
    for (const [index, jobId] of jobIds.entries()) if (outcomes[index]?.outcome === 'started') await scene.ended(jobId);
    // 12 + 4 × 4 is past 20, so tasks that weren't sent are released until the rest fits.
    expect(await scene.credits()).toEqual({ spent: 24, held: 0, left: 0 });
    expect((await scene.bot.accounts.audit()).faults).toEqual([]);
  });

  it('are returned for tasks that were not sent when others cost more than the budget', async () => {
    const scene = await openScene({ allowanceCredits: 32, limits: { createsAtOnce: 1 } });
    scene.service.plan = { ...scene.service.plan, chargedCredits: 20 };
    await Promise.all(['one', 'other'].map((jobId) => scene.submit({ jobId, count: 4 })));
    const { tasks } = await scene.ended('one');
    const { tasks: others } = await scene.ended('other');
    const ends = [...tasks, ...others].map((task) => (task.state === 'failed' ? task.failure.reason : task.state));
    const sent = ends.filter((end) => end === 'delivered').length;
    expect(ends.filter((end) => end === 'over budget')).toHaveLength(8 - sent);
    expect(scene.service.createCalls).toBe(sent);
    expect(sent).toBeLessThanOrEqual(4);
    expect(await scene.credits()).toEqual({ spent: 20 * sent, held: 0, left: 0 });
  });

  it('exceed the limit if the service charged more, and nothing is held until there is room', async () => {
    const scene = await openScene({ allowanceCredits: 30 });
    scene.service.planNext({ chargedCredits: 25 });
    scene.service.planNext({ chargedCredits: 25 });
    await Promise.all(['job1', 'job2'].map((jobId) => scene.submit({ jobId })));
    await scene.passes(500);
    const third = await scene.submit({ jobId: 'job3' });
    expect(third).toMatchObject({ outcome: 'not held', refusal: { outcome: 'short', leftCredits: 0 } });
    for (const jobId of ['job1', 'job2']) await scene.ended(jobId);
    expect(await scene.credits()).toEqual({ spent: 50, held: 0, left: 0 });
    expect((await scene.submit({ jobId: 'job4' })).outcome).toBe('not held');
    const { faults } = await scene.bot.accounts.audit();
    expect(faults).toEqual([]);
  });

  it('are held for all tasks of a job or for none', async () => {
    const scene = await openScene({ allowanceCredits: 15 });
    expect(await scene.submit({ count: 4 })).toMatchObject({
      outcome: 'not held',
      refusal: { outcome: 'short', neededCredits: 16, leftCredits: 15 },
    });
    expect(await scene.credits()).toEqual({ spent: 0, held: 0, left: 15 });
    expect(scene.service.createCalls).toBe(0);
    expect(scene.discord.messages.size).toBe(0);
    expect(await keysOf(scene.collections.running)).toEqual([]);
  });

  it('are held under the task’s key', async () => {
    const scene = await openScene();
    await scene.submit({ count: 2 });
    const holds = await scene.bot.accounts.holds('200000000000000001');
    expect(holds.map(({ taskKey, jobId }) => [taskKey, jobId])).toEqual([
      ['job1-1', 'job1'],
      ['job1-2', 'job1'],
    ]);
  });

  it('pay for exactly as many of two hundred simultaneous commands as the budget allows', async () => {
    const scene = await openScene({ allowanceCredits: 50 * 4, limits: { pollsPerSecond: 1_000, pollsAtOnce: 200 } });
    const jobIds = Array.from({ length: 200 }, (_, number) => `job${number}`);
    const outcomes = await Promise.all(jobIds.map((jobId) => scene.submit({ jobId })));
    const started = jobIds.filter((_, index) => outcomes[index]?.outcome === 'started');
    expect(started).toHaveLength(50);
    expect(outcomes.filter(({ outcome }) => outcome === 'not held')).toHaveLength(150);
    expect(await scene.credits()).toEqual({ spent: 0, held: 200, left: 0 });
    for (const jobId of started) await scene.ended(jobId);
    expect(scene.service.createCalls).toBe(50);
    expect(await scene.credits()).toEqual({ spent: 200, held: 0, left: 0 });
    expect((await scene.bot.accounts.audit()).faults).toEqual([]);
    expect(scene.discord.messages.size).toBe(50);
  });

  it('are never overspent by crowds with failing and simultaneous jobs', async () => {
    const scene = await openScene({ allowanceCredits: 100, limits: { pollsPerSecond: 1_000, pollsAtOnce: 200 } });
    const plans = [{ outcome: 'failed' as const }, {}, { runMs: 9_000 }, { outcome: 'without address' as const }];
    for (let number = 0; number < 120; number++) scene.service.planNext(plans[number % plans.length] ?? {});
    let started = 0;
    for (let round = 0; round < 4; round++) {
      const ids = Array.from({ length: 30 }, (_, number) => `r${round}n${number}`);
      const outcomes = await Promise.all(ids.map((jobId) => scene.submit({ jobId })));
      started += outcomes.filter(({ outcome }) => outcome === 'started').length;
      const { spent, held } = await scene.credits();
      expect(spent + held).toBeLessThanOrEqual(100);
      await scene.passes(4_000);
    }
    await scene.until(async () => (await keysOf(scene.collections.running)).length === 0);
    const succeeded = [...scene.service.tasks.values()].filter(({ plan }) => plan.outcome === 'success');
    expect(scene.service.createCalls).toBe(started);
    expect(await scene.credits()).toMatchObject({
      spent: succeeded.reduce((sum, { chargedCredits }) => sum + chargedCredits, 0),
      held: 0,
    });
  });
});
