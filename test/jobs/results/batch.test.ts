import { describe, expect, it } from 'vitest';
import type { JobTask } from '../../../src/jobs/job/job.ts';
import type { JobMessages } from '../../../src/jobs/ports/job-messages.ts';
import type { ResultFetcher } from '../../../src/media/fetching/fetch-result.ts';
import { unavailable } from '../../support/fake-job-messages.ts';
import { openScene, type Scene } from '../scene.ts';

/**
 * A scene in which the test ends each fetch, by its file’s name.
 * @param until Discord takes no files before this.
 */
async function openGated({ until }: { until?: Promise<void> } = {}) {
  const scene = await openScene();
  const { fetch } = scene.storage;
  const waiting = new Map<string, () => void>();
  const fetcher: ResultFetcher = {
    close: async () => undefined,
    fetch: async (address, name, options) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      options.signal.addEventListener('abort', () => reject(options.signal.reason), { once: true });
      waiting.set(name, resolve);
      await promise;
      return fetch.call(scene.storage, address, name, options);
    },
  };
  const { discord } = scene;
  // Not watched, so that all else comes to rest meanwhile.
  const slow: JobMessages = {
    show: async (message, options) => {
      if (message.newFiles.length > 0) await until;
      return discord.show(message, options);
    },
    amend: (...parts) => discord.amend(...parts),
    addressesOf: () => discord.addressesOf(),
    notify: (...parts) => discord.notify(...parts),
    notifyMissed: (...parts) => discord.notifyMissed(...parts),
  };
  await scene.restart({ fetcher, ...(until && { jobMessages: slow }) });
  const letGo = (...names: string[]): void => {
    for (const name of names) waiting.get(name)?.();
  };
  return { letGo, scene, waiting };
}

/** The number of files of each edit with files. */
const filesOfEdits = ({ discord }: Scene): number[] =>
  discord.asked.map(({ newFiles }) => newFiles.length).filter((count) => count > 0);

const NAMES = ['job1-1', 'job1-2', 'job1-3', 'job1-4'];

describe('four results of a job', () => {
  it('that are ready together are fetched at the same time', async () => {
    const { letGo, scene, waiting } = await openGated();
    await scene.submit({ count: 4 });
    await scene.until(() => waiting.size === 4);
    expect([...waiting.keys()].sort()).toEqual(NAMES);
    letGo(...NAMES);
    await scene.ended();
    expect(scene.message().attachments).toHaveLength(4);
    expect(scene.discord.faults).toEqual([]);
  });

  it('that are ready together take at most two edits, and each keeps its own files', async () => {
    const { promise: until, resolve: takeFiles } = Promise.withResolvers<void>();
    const { letGo, scene, waiting } = await openGated({ until });
    await scene.submit({ count: 4 });
    await scene.until(() => waiting.size === 4);
    letGo(...NAMES);
    // All are ready once nothing moves.
    await scene.until(() => true);
    takeFiles();
    const { tasks } = await scene.ended();
    const edits = filesOfEdits(scene);
    expect(edits.length).toBeLessThanOrEqual(2);
    expect(edits.reduce((sum, count) => sum + count)).toBe(4);
    const namesOf = (task: (typeof tasks)[number]) =>
      task.state === 'delivered' && task.delivery.how === 'attached' ? task.delivery.files.map(({ name }) => name) : [];
    expect(tasks.map(namesOf)).toEqual(NAMES.map((name) => [`easel-${name}.png`]));
    expect(await scene.credits()).toEqual({ spent: 16, held: 0, left: 484 });
  });

  it('were shown when their message says so, which is after a slow fetch', async () => {
    const { letGo, scene, waiting } = await openGated();
    await scene.submit({ count: 4 });
    await scene.until(() => waiting.size === 4);
    await scene.clock.advance(20_000);
    letGo(...NAMES);
    const { createdAtMs, tasks } = await scene.ended();
    const timesOf = (shown: readonly JobTask[]) => shown.map((task) => 'deliveredAtMs' in task && task.deliveredAtMs);
    expect(timesOf(tasks)).toEqual(timesOf(scene.discord.asked.at(-1)?.job.tasks ?? []));
    for (const atMs of timesOf(tasks)) expect(atMs).toBeGreaterThanOrEqual(createdAtMs + 20_000);
  });

  it('don’t wait for a slow fetch or a later result', async () => {
    const { letGo, scene, waiting } = await openGated();
    for (const runMs of [3_000, 3_000, 3_000, 60_000]) scene.service.planNext({ runMs });
    await scene.submit({ count: 4 });
    await scene.until(() => waiting.size === 3);
    letGo('job1-2', 'job1-3');
    await scene.until(() => scene.message().attachments.length === 2);
    // The first is still being fetched when the last one is done.
    await scene.until(() => waiting.size === 4);
    letGo('job1-4');
    await scene.until(() => scene.message().attachments.length === 3);
    letGo('job1-1');
    await scene.ended();
    expect(scene.message().attachments).toHaveLength(4);
    expect(scene.discord.faults).toEqual([]);
  });

  it('are shown one by one if Discord refuses them together', async () => {
    const scene = await openScene();
    scene.discord.trouble = ({ newFiles }) => (newFiles.length > 1 ? { outcome: 'too large' } : undefined);
    await scene.submit({ count: 4 });
    const { tasks } = await scene.ended();
    expect(scene.message().attachments).toHaveLength(4);
    expect(tasks.map((task) => task.state === 'delivered' && task.delivery.how)).toEqual(Array(4).fill('attached'));
    expect(scene.discord.faults).toEqual([]);
  });

  it('are retried together while Discord is unavailable', async () => {
    const scene = await openScene();
    let isAway = true;
    scene.discord.trouble = ({ newFiles }) => (newFiles.length > 0 && isAway ? unavailable() : undefined);
    await scene.submit({ count: 4 });
    await scene.until(() => filesOfEdits(scene).length > 2);
    isAway = false;
    await scene.ended();
    expect(scene.message().attachments).toHaveLength(4);
    expect(scene.storage.fetched).toHaveLength(4);
  });
});
