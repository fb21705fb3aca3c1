import { describe, expect, it } from 'vitest';
import type { JobView } from '../../src/jobs/ports/job-messages.ts';
import { openScene, type Scene } from './scene.ts';

const SERVERS = 5;
const OTHER_SERVER = '200000000000000009';

/** Simultaneous commands of many members, in one or several servers. */
async function submitCrowd(scene: Scene, jobs: number, servers = SERVERS): Promise<void> {
  const submitted = Array.from({ length: jobs }, (_, number) =>
    scene.submit({
      ...{ jobId: `crowd${number}`, memberId: `member${number}` },
      location: { guildId: `20000000000000010${number % servers}`, token: `token${number}` },
    }),
  );
  for (const { outcome } of await Promise.all(submitted)) expect(outcome).toBe('started');
}

/** All edits of messages with their times. */
function watchEdits(scene: Scene): { atMs: number; message: JobView }[] {
  const edits: { atMs: number; message: JobView }[] = [];
  scene.discord.trouble = (message) => {
    edits.push({ atMs: scene.clock.monotonicMs(), message });
    return undefined;
  };
  return edits;
}

const isProgress = ({ message }: { message: JobView }): boolean =>
  message.newFiles.length === 0 && message.job.tasks.some(({ state }) => state === 'submitted');

describe('under load', () => {
  it('progress edits are limited to 20 a second, and all are sent in the end', async () => {
    const scene = await openScene();
    const edits = watchEdits(scene);
    scene.service.plan = { queueMs: 3_600_000, runMs: 1_000 };
    await submitCrowd(scene, 60);
    const progress = () => edits.filter(isProgress);
    await scene.until(() => new Set(progress().map(({ message }) => message.job.id)).size === 60);
    const times = progress().map(({ atMs }) => atMs);
    for (const atMs of times) {
      const within = times.filter((one) => one > atMs - 1_000 && one <= atMs);
      expect(within.length).toBeLessThanOrEqual(20);
    }
  });

  it('a picture takes at most two edits, and doesn’t wait for progress edits of others', async () => {
    const scene = await openScene();
    const edits = watchEdits(scene);
    scene.service.plan = { queueMs: 1_000, runMs: 3_000 };
    await submitCrowd(scene, 160);
    const startedMs = scene.clock.monotonicMs();
    const results = () => edits.filter((edit) => !isProgress(edit));
    await scene.until(() => results().length === 160);
    // At most as long as a single job; progress edits of all would take ten seconds more.
    expect(scene.clock.monotonicMs() - startedMs).toBeLessThan(12_000);
    expect(edits.length / 160).toBeLessThanOrEqual(2);
    for (let number = 0; number < 160; number++)
      expect(scene.discord.facesOf(`crowd${number}`).at(-1)).toBe('delivered');
  });

  it('a picture that is ready before its progress edit is shown at once, and the progress edit is dropped', async () => {
    const scene = await openScene();
    scene.service.plan = { queueMs: 3_600_000, runMs: 1_000 };
    // One server alone gets half of the limit.
    await submitCrowd(scene, 120, 1);
    await scene.until(() => scene.service.tasks.size === 120);
    scene.service.planNext({ queueMs: 0, runMs: 500 });
    const location = { guildId: '200000000000000100', token: 'own' };
    await scene.submit({ jobId: 'quick', memberId: 'quick', location });
    await scene.until(async () => (await scene.job('quick')) === undefined);
    expect(scene.discord.facesOf('quick')).toEqual(['delivered']);
  });

  it('a crowd in one server doesn’t delay another server’s messages', async () => {
    const scene = await openScene();
    scene.service.plan = { queueMs: 3_600_000, runMs: 1_000 };
    await submitCrowd(scene, 60, 1);
    const startedMs = scene.clock.monotonicMs();
    await scene.submit({ jobId: 'other', location: { guildId: OTHER_SERVER } });
    await scene.until(() => scene.discord.facesOf('other').includes('queued'));
    expect(scene.clock.monotonicMs() - startedMs).toBeLessThan(1_000);
  });
});

it('a message shows progress at most once a second', async () => {
  const scene = await openScene();
  const edits = watchEdits(scene);
  scene.service.planNext({ queueMs: 200, runMs: 20_000 });
  await scene.submit();
  await scene.ended();
  const times = edits.filter(isProgress).map(({ atMs }) => atMs);
  expect(times.length).toBeGreaterThanOrEqual(2);
  for (const [index, atMs] of times.entries()) expect(atMs - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(1_000);
});
