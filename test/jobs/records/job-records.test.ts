import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/jobs/job.ts';
import { openJobRecords } from '../../../src/jobs/records/job-records.ts';
import { BreakingDatabase, storeOver } from '../../support/memory-database.ts';
import { WatchedDatabase } from '../../support/watched-database.ts';
import { SUBMITTED, sampleJob } from '../samples.ts';
import { openScene } from '../scene.ts';

const running = (job: Job): Job => ({ ...job, tasks: [{ ...SUBMITTED, serviceState: 'running' }] });
const JOB = sampleJob({}, SUBMITTED);

describe('what is noted of a job', () => {
  it('is read from then on without asking the database, and is not written by itself', async () => {
    const database = new WatchedDatabase();
    const records = openJobRecords(await storeOver(database));
    await records.set(JOB.id, JOB);
    const before = { reads: database.reads.length, commits: database.commits.length };
    expect(await records.note(JOB.id, running)).toMatchObject(running(JOB));
    expect(await records.get(JOB.id)).toMatchObject(running(JOB));
    expect({ reads: database.reads.length, commits: database.commits.length }).toEqual(before);
    expect(database.texts.get(`jobs:${JOB.id}`)).toContain('"queued"');
  });

  it('ends with the next write, which is made of it', async () => {
    const records = openJobRecords(await storeOver(new WatchedDatabase()));
    await records.set(JOB.id, JOB);
    const noted = await records.note(JOB.id, running);
    if (!noted) throw new Error('the job is there');
    await records.set(JOB.id, { ...noted, cancelledAtMs: 1 });
    expect(await records.get(JOB.id)).toEqual({ ...running(JOB), cancelledAtMs: 1 });
    await records.set(JOB.id, JOB);
    expect(await records.get(JOB.id)).toEqual(JOB);
  });

  it('is lost where a commit failed, as all that was at hand', async () => {
    const database = new BreakingDatabase();
    const records = openJobRecords(await storeOver(database));
    await records.set(JOB.id, JOB);
    await records.note(JOB.id, running);
    database.breakNextCommit = 'before';
    await expect(records.set('another', JOB)).rejects.toThrow('broken');
    expect(await records.get(JOB.id)).toEqual(JOB);
  });

  it('of a job that is not there is nothing', async () => {
    const records = openJobRecords(await storeOver(new WatchedDatabase()));
    expect(await records.note('none', running)).toBeUndefined();
  });
});

it('a task that is seen running is shown so at once, and written when it is seen running again', async () => {
  const scene = await openScene();
  scene.service.planNext({ queueMs: 1_000, runMs: 3_600_000 });
  await scene.submit();
  const stored = async () => (await scene.collections.jobs.get('job1'))?.tasks[0];
  await scene.until(() =>
    scene.message().job.tasks.some((task) => 'serviceState' in task && task.serviceState === 'running'),
  );
  expect(await stored()).toMatchObject({ serviceState: 'queued' });
  await scene.until(async () => {
    const task = await stored();
    return task?.state === 'submitted' && task.serviceState === 'running';
  });
  await scene.restart();
  expect((await scene.job())?.tasks).toMatchObject([{ serviceState: 'running', runningSinceMs: expect.any(Number) }]);
});
