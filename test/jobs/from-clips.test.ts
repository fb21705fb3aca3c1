import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { FromClips } from '../../src/jobs/job/job.ts';
import { FitLostError } from '../../src/media/confined/confined-program.ts';
import { FetchError } from '../../src/media/fetching/fetch-failure.ts';
import { NO_CLIP_EDITOR, QUICK_CLIP_EDITOR, TOO_LONG_BYTES } from '../support/clip-editors.ts';
import { MEMBER, type Parts } from '../support/job-service.ts';
import { work } from '../support/sources.ts';
import { openScene, type Scene } from './scene.ts';

const VIDEO = { modelId: 'omni-flash' } as const;
const clipOf = (jobId: string) => work(jobId, MEMBER, { clip: `${jobId}-1` });

const clip = (sizeBytes: number) => ({ bytes: new Uint8Array(sizeBytes), kind: 'video' as const });
function fetching({ storage }: Scene, answer: ReturnType<typeof storage.answer>): void {
  storage.answer = () => answer;
}

/** A scene with two finished clips, `clip1` and `clip2`. */
async function sceneWithClips(changed: Partial<Parts> = {}): Promise<Scene> {
  const scene = await openScene({ clips: QUICK_CLIP_EDITOR, ...changed });
  fetching(scene, clip(500));
  for (const jobId of ['clip1', 'clip2']) {
    await scene.submit({ jobId, request: VIDEO });
    await scene.ended(jobId);
  }
  return scene;
}

const start = (scene: Scene, how: FromClips['how'], ...jobIds: string[]) =>
  scene.submit({ request: { ...VIDEO, fromClips: how, sources: jobIds.map(clipOf) } });

describe('a clip that is continued', () => {
  it('starts from the last frame, which its message shows until the clip is there', async () => {
    const scene = await sceneWithClips();
    await start(scene, 'continue', 'clip1');
    await scene.until(() => scene.service.tasks.size === 3);
    const [frame] = scene.message().attachments;
    expect(frame).toMatchObject({ name: 'easel-job1-1-frame.png', sizeBytes: 60 });
    const { request } = [...scene.service.tasks.values()].at(-1) ?? {};
    expect(request?.imageUrls).toEqual([`http://127.0.0.1/attachments/${frame?.attachmentId}/${frame?.name}`]);
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'delivered', chargedCredits: 20 }]);
    expect(scene.message().attachments.map(({ name }) => name)).toEqual(['easel-job1-1.mp4']);
    expect(await scene.credits()).toMatchObject({ spent: 60, held: 0 });
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it.each<[string, Partial<Parts>, (scene: Scene) => void]>([
    ['the clip can’t be read', { clips: NO_CLIP_EDITOR }, () => undefined],
    ['the clip is gone', {}, (scene) => fetching(scene, new FetchError('gone'))],
    ['the message is gone', {}, (scene) => scene.discord.messages.delete(scene.message().id)],
    ['it can’t be fetched for long', {}, (scene) => fetching(scene, new FetchError('too slow'))],
  ])('returns its credits if %s', async (_, changed, spoil) => {
    const scene = await sceneWithClips(changed);
    const started = start(scene, 'continue', 'clip1');
    await started;
    spoil(scene);
    const { tasks } = await scene.ended();
    expect(tasks).toMatchObject([{ state: 'failed', failure: { reason: 'no frame' }, returnedCredits: 20 }]);
    expect(scene.service.createCalls).toBe(2);
    expect(await scene.credits()).toMatchObject({ spent: 40, held: 0 });
    expect(await readdir(scene.results.path)).toEqual([]);
    // The slot is free again.
    expect(scene.bot.jobs.creating).toBe(0);
    expect(await start(scene, 'continue', 'clip1')).toMatchObject({ outcome: 'already' });
  });
});

describe('what Easel makes from clips', () => {
  it.each([
    ['still', ['clip1'], 'easel-job1-1.png', 60],
    ['join', ['clip1', 'clip2'], 'easel-job1-1.mp4', 1_000],
  ] as const)('costs nothing and asks the service for no task: %s', async (how, jobIds, name, sizeBytes) => {
    const scene = await sceneWithClips();
    await start(scene, how, ...jobIds);
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'delivered', chargedCredits: 0 }]);
    expect(scene.message().attachments).toMatchObject([{ name, sizeBytes }]);
    expect(scene.service.createCalls).toBe(2);
    expect(await scene.credits()).toMatchObject({ spent: 40, held: 0 });
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('is made again from its clips if it is fetched again and its message doesn’t show it', async () => {
    const scene = await sceneWithClips();
    await start(scene, 'join', 'clip1', 'clip2');
    const joined = await scene.ended();
    await scene.submit({
      jobId: 'job2',
      request: { ...VIDEO, fromClips: 'join', sources: [clipOf('job1'), clipOf('clip2')] },
    });
    expect(scene.message('job2').attachments).toEqual([]);
    const { tasks } = await scene.ended('job2');
    expect(tasks).toMatchObject([{ state: 'delivered', delivery: { how: 'attached' } }]);
    expect(scene.message('job2').attachments).toMatchObject([{ sizeBytes: 1_500 }]);
    const fetched = await scene.bot.jobs.fetchAgain(joined, 10_000_000);
    expect(fetched.files).toMatchObject([{ sizeBytes: 1_000, mimeType: 'video/mp4' }]);
    await fetched.discard();
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it.each<[string, (scene: Scene) => void, string]>([
    ['a clip is gone', (scene) => fetching(scene, new FetchError('gone')), 'clip gone'],
    ['the clips are too long', (scene) => fetching(scene, clip(TOO_LONG_BYTES)), 'clips too long'],
  ])('says why it can’t be made: %s', async (_, spoil, reason) => {
    const scene = await sceneWithClips();
    spoil(scene);
    await start(scene, 'join', 'clip1', 'clip2');
    expect((await scene.ended()).tasks).toMatchObject([{ state: 'delivered', delivery: { how: 'kept', reason } }]);
    expect(await scene.credits()).toMatchObject({ spent: 40, held: 0 });
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it.each([
    [1, 'attached', undefined],
    [2, 'kept', 'clip unreadable'],
  ])('is tried twice if the working process is lost: lost %s times', async (losses, how, reason) => {
    let left = losses;
    const lastFrame: typeof QUICK_CLIP_EDITOR.lastFrame = async (...given) => {
      left -= 1;
      if (left >= 0) throw new FitLostError('SIGKILL');
      return QUICK_CLIP_EDITOR.lastFrame(...given);
    };
    const scene = await sceneWithClips({ clips: { ...QUICK_CLIP_EDITOR, lastFrame } });
    await start(scene, 'still', 'clip1');
    const { tasks } = await scene.ended();
    expect(tasks).toMatchObject([{ state: 'delivered', delivery: { how, ...(reason && { reason }) } }]);
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('fails alone if the clip has never existed', async () => {
    const scene = await sceneWithClips();
    await start(scene, 'still', 'clip9');
    expect((await scene.ended()).tasks).toMatchObject([{ delivery: { how: 'kept', reason: 'clip gone' } }]);
  });
});
