import { readdir, writeFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { FitLostError } from '../../../src/media/confined/confined-program.ts';
import { FetchError } from '../../../src/media/fetching/fetch-failure.ts';
import type { ClipEditor } from '../../../src/media/files/media.ts';
import { UnavailableError } from '../../../src/task-api/errors.ts';
import { noisyPicture } from '../../media/pictures/pictures.ts';
import { NO_CLIP_EDITOR } from '../../support/clip-editors.ts';
import { openScene, type Scene } from '../scene.ts';

const LIMIT_BYTES = 100_000;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

async function again(count = 1) {
  await scene.submit({ count });
  const entry = await scene.ended();
  return (signal?: AbortSignal) => scene.bot.jobs.fetchAgain(entry, LIMIT_BYTES, signal);
}

describe('an ended job', () => {
  it('is fetched again, and its files are removed after they were sent', async () => {
    const fetchAgain = await again(2);
    const fetched = await fetchAgain();
    expect(fetched).toMatchObject({ links: [], gone: 0, failed: 0 });
    expect(fetched.files.map(({ name }) => name)).toEqual(['easel-job1-1.png', 'easel-job1-2.png']);
    expect(await readdir(scene.results.path)).toHaveLength(2);
    await fetched.discard();
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('with four results has all fetched at the same time, and returns them in order', async () => {
    const fetchAgain = await again(4);
    const { fetch } = scene.storage;
    const all = Promise.withResolvers<void>();
    let fetching = 0;
    scene.storage.fetch = async (address, name, options) => {
      fetching += 1;
      if (fetching === 4) all.resolve();
      await all.promise;
      return fetch.call(scene.storage, address, name, options);
    };
    const fetched = await fetchAgain();
    expect(fetched.files.map(({ taskKey }) => taskKey)).toEqual(['job1-1', 'job1-2', 'job1-3', 'job1-4']);
    await fetched.discard();
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('is fetched for one press of a member at a time', async () => {
    const fetchAgain = await again();
    let atOnce = 0;
    let most = 0;
    const answer = scene.storage.answer;
    scene.storage.answer = (...asked) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      return answer(...asked);
    };
    const presses = Array.from({ length: 5 }, async () => {
      const fetched = await fetchAgain().finally(() => (atOnce -= 1));
      await fetched.discard();
    });
    await Promise.all(presses);
    expect(most).toBe(1);
  });

  it('is sent by two presses that each have files of their own', async () => {
    const fetchAgain = await again();
    const first = await fetchAgain();
    const second = await fetchAgain();
    await first.discard();
    expect(await readdir(scene.results.path)).toHaveLength(1);
    await second.discard();
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('isn’t waited for behind an earlier press once the caller leaves, and then isn’t fetched', async () => {
    const fetchAgain = await again();
    const { fetch } = scene.storage;
    const isReady = Promise.withResolvers<void>();
    let calls = 0;
    scene.storage.fetch = async (...asked) => {
      calls += 1;
      await isReady.promise;
      return fetch.apply(scene.storage, asked);
    };
    const first = fetchAgain();
    while (calls === 0) await nextTurn();
    const leaving = new AbortController();
    const second = fetchAgain(leaving.signal);
    leaving.abort(new Error('no longer wanted'));
    await expect(second).rejects.toThrow('no longer wanted');
    isReady.resolve();
    await (await first).discard();
    expect(calls).toBe(1);
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('returns only delivered results', async () => {
    scene.service.planNext({});
    scene.service.planNext({ outcome: 'failed' });
    const fetched = await (await again(2))();
    expect(fetched.files).toHaveLength(1);
    await fetched.discard();
  });

  it('is fetched even if it was cancelled and still finished', async () => {
    scene.service.planNext({ queueMs: 600_000 });
    await scene.submit();
    await scene.passes(5_000);
    await scene.bot.jobs.cancel('job1');
    const fetched = await scene.bot.jobs.fetchAgain(await scene.ended(), LIMIT_BYTES);
    expect(fetched.files).toHaveLength(1);
    await fetched.discard();
  });

  it('is made to fit the asking member’s limit, or linked', async () => {
    const fetchAgain = await again();
    const original = await noisyPicture(200, 200).png().toBuffer();
    scene.storage.answer = () => ({ bytes: original, kind: 'image' });
    const smaller = await fetchAgain();
    expect(smaller.files).toMatchObject([{ name: 'easel-job1-1.webp' }]);
    await smaller.discard();
    scene.storage.answer = () => ({ bytes: original, kind: 'video' });
    expect(await fetchAgain()).toMatchObject({ files: [], links: [{ address: 'http://127.0.0.1/results/task-1' }] });
  });

  describe('with a clip', () => {
    const still = (bytes: number): ClipEditor => ({
      ...NO_CLIP_EDITOR,
      typicalFrame: async ({ path }) => {
        const at = path.replace(/\.mp4$/, '.still.jpg');
        await writeFile(at, new Uint8Array(bytes));
        return { path: at, sizeBytes: bytes, kind: 'image', mimeType: 'image/jpeg', extension: 'jpg' };
      },
    });

    async function fetchedClips(clips: ClipEditor, count = 1, kinds: readonly ('image' | 'video')[] = ['video']) {
      scene = await openScene({ clips });
      let fetches = 0;
      const fetchAgain = await again(count);
      scene.storage.answer = () => {
        const kind = kinds[fetches % kinds.length] ?? 'video';
        fetches += 1;
        return { bytes: new Uint8Array(40_000), kind };
      };
      return fetchAgain();
    }

    it('gives one still of the first clip, and leaves no files', async () => {
      const fetched = await fetchedClips(still(10_000), 2);
      expect(await fetched.still()).toMatchObject({ name: 'easel-job1-1-still.jpg', mimeType: 'image/jpeg' });
      expect(fetched.files).toHaveLength(2);
      await fetched.discard();
      expect(await readdir(scene.results.path)).toEqual([]);
    });

    it.each<[string, ClipEditor, number]>([
      ['doesn’t fit in addition to both', still(20_000), 2],
      ['can’t be made', NO_CLIP_EDITOR, 1],
      ['is lost', { ...NO_CLIP_EDITOR, typicalFrame: () => Promise.reject(new FitLostError('SIGKILL')) }, 1],
    ])('gives no still if it %s', async (_, clips, count) => {
      const fetched = await fetchedClips(clips, count);
      expect(await fetched.still()).toBeUndefined();
      expect(fetched.files).toHaveLength(count);
      await fetched.discard();
      expect(await readdir(scene.results.path)).toEqual([]);
    });

    it('gives no still if there is a picture', async () => {
      const fetched = await fetchedClips(still(10), 2, ['video', 'image']);
      expect(await fetched.still()).toBeUndefined();
      await fetched.discard();
    });
  });

  describe('with a sound', () => {
    const SOUND = 'http://127.0.0.1/sounds/1';
    const answer = (sound: number | Error) => (address: string) => {
      if (address !== SOUND) return { bytes: new Uint8Array(100), kind: 'video' as const };
      return sound instanceof Error ? sound : { bytes: new Uint8Array(sound), kind: 'audio' as const };
    };

    it('includes the sound, and leaves no files', async () => {
      scene.service.planNext({ audioUrl: SOUND });
      scene.storage.answer = answer(10);
      const fetched = await (await again())();
      expect(fetched.files.map(({ name, role, address }) => [name, role, address])).toEqual([
        ['easel-job1-1.mp4', 'result', 'http://127.0.0.1/results/task-1'],
        ['easel-job1-1-sound.mp3', 'audio', SOUND],
      ]);
      expect(await readdir(scene.results.path)).toHaveLength(2);
      await fetched.discard();
      expect(await readdir(scene.results.path)).toEqual([]);
    });

    it.each<[string, number | Error]>([
      ['is gone', new FetchError('gone')],
      ['can’t be fetched right now', new FetchError('unavailable')],
      ['is too large', LIMIT_BYTES + 1],
    ])('comes without the sound if it %s', async (_, sound) => {
      scene.service.planNext({ audioUrl: SOUND });
      scene.storage.answer = answer(sound);
      const fetched = await (await again())();
      expect(fetched).toMatchObject({ files: [{ role: 'result' }], links: [], gone: 0, failed: 0 });
      await fetched.discard();
      expect(await readdir(scene.results.path)).toEqual([]);
    });

    it('is linked without its sound if it is too large', async () => {
      scene.service.planNext({ audioUrl: SOUND });
      const fetchAgain = await again();
      scene.storage.answer = (address) =>
        address === SOUND ? answer(10)(address) : { bytes: new Uint8Array(LIMIT_BYTES + 1), kind: 'video' };
      expect(await fetchAgain()).toMatchObject({ files: [], links: [{ address: 'http://127.0.0.1/results/task-1' }] });
    });
  });

  it.each([
    ['gone', new FetchError('gone'), { gone: 1, failed: 0 }],
    ['out of reach', new FetchError('unavailable'), { gone: 0, failed: 1 }],
  ])('reports what is %s', async (_, error, counts) => {
    const fetchAgain = await again();
    scene.storage.answer = () => error;
    expect(await fetchAgain()).toMatchObject({ files: [], ...counts });
  });

  it('reports that the service can’t answer right now', async () => {
    const fetchAgain = await again();
    scene.service.failNextQuery(new UnavailableError());
    expect(await fetchAgain()).toMatchObject({ files: [], failed: 1 });
  });

  it('leaves no files if this machine’s disk fails', async () => {
    const fetchAgain = await again(2);
    scene.storage.answer = (address) =>
      address.endsWith('task-2') ? new Error('ENOSPC') : { bytes: new Uint8Array(10), kind: 'image' };
    await expect(fetchAgain()).rejects.toThrow('ENOSPC');
    expect(await readdir(scene.results.path)).toEqual([]);
  });
});
