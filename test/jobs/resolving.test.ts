import { describe, expect, it } from 'vitest';
import type { OperatorAction } from '../../src/operator-commands/operator-command.ts';
import { StoreError } from '../../src/store/store.ts';
import { UnconfirmedError } from '../../src/task-api/errors.ts';
import { unavailable } from '../support/fake-job-messages.ts';
import { GUILD, MEMBER } from '../support/job-service.ts';
import { BreakingDatabase } from '../support/memory-database.ts';
import { openScene, type Scene } from './scene.ts';

type Resolution = Extract<OperatorAction, { kind: 'resolve' }>['resolution'];

let given = 0;
const resolve = ({ bot }: Scene, resolution: Resolution) =>
  bot.operatorCommands.submit({
    id: `command-${++given}`,
    guildId: GUILD,
    byId: 'op',
    action: { kind: 'resolve', taskKey: 'job1-1', memberId: MEMBER, jobId: 'job1', resolution },
  });

const unconfirmed = (scene: Scene) => async () => (await scene.bot.accounts.unconfirmed()).length > 0;
const firstTask = async (scene: Scene) => {
  const kept = await scene.bot.jobs.findAny({ guildId: GUILD, memberId: MEMBER, jobId: 'job1' });
  return kept?.tasks[0];
};

describe.each([
  { what: 'a running job', count: 2 },
  { what: 'an ended job', count: 1 },
])('an unconfirmed task of $what', ({ count }) => {
  it.each(['before', 'after'] as const)('ends with its hold in one commit, also if that breaks %s', async (moment) => {
    const database = new BreakingDatabase();
    const scene = await openScene({ database });
    scene.service.plan = { queueMs: 1_000, runMs: 3_600_000 };
    scene.service.failNextCreate(new UnconfirmedError());
    await scene.submit({ count });
    await scene.until(unconfirmed(scene));
    if (count === 1) await scene.ended();
    await scene.passes(60_000);
    database.breakNextCommit = moment;
    await expect(resolve(scene, { decision: 'release' })).rejects.toThrow(StoreError);
    const hasLanded = moment === 'after';
    expect((await scene.bot.accounts.unconfirmed()).length).toBe(hasLanded ? 0 : 1);
    expect(await firstTask(scene)).toMatchObject(hasLanded ? { resolved: { decision: 'released' } } : {});
    expect('resolved' in ((await firstTask(scene)) ?? {})).toBe(hasLanded);

    const { outcome } = await resolve(scene, { decision: 'release' });
    expect(outcome).toBe(hasLanded ? 'already' : 'released');
    await scene.passes(10_000);
    expect(await firstTask(scene)).toMatchObject({ resolved: { decision: 'released', credits: 4 } });
    expect(scene.message().job.tasks[0]).toMatchObject({ resolved: { decision: 'released', credits: 4 } });
    expect(await scene.credits()).toMatchObject({ held: 4 * (count - 1), spent: 0 });
  });
});

it('a task that succeeded without an address is released, as if a poll had seen it', async () => {
  const scene = await openScene();
  scene.service.plan = { outcome: 'without address' };
  scene.service.failNextCreate(new UnconfirmedError({ taskId: 'task-1' }), { accepted: true });
  await scene.submit();
  await scene.ended();
  expect(await resolve(scene, null)).toMatchObject({ outcome: 'released', credits: 4 });
  expect(await scene.credits()).toMatchObject({ held: 0, spent: 0 });
  expect(scene.database.texts.get('charges:task:task-1')).toContain('"ending":"written off"');
});

it('the message of an ended job says so once Discord is back, also after a restart', async () => {
  const scene = await openScene();
  scene.service.failNextCreate(new UnconfirmedError());
  await scene.submit();
  await scene.ended();
  scene.discord.trouble = () => unavailable();
  expect(await resolve(scene, { decision: 'release' })).toMatchObject({ outcome: 'released' });
  await scene.passes(10_000);
  expect(scene.message().job.tasks[0]).not.toHaveProperty('resolved');
  await scene.restart();
  scene.discord.trouble = () => undefined;
  await scene.passes(10_000);
  expect(scene.message().job.tasks[0]).toMatchObject({ resolved: { decision: 'released', credits: 4 } });
  expect([...scene.database.texts.keys()].filter((key) => key.startsWith('late_edits:'))).toEqual([]);
});
