import { expect, it } from 'vitest';
import { openScene } from '../scene.ts';

it('a running task is shown at once, and written when a second poll sees it running', async () => {
  const scene = await openScene();
  scene.service.planNext({ queueMs: 1_000, runMs: 3_600_000 });
  await scene.submit();
  const stored = async () => (await scene.collections.works.getRunning('job1'))?.tasks[0];
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
