import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { FetchError } from '../../src/media/fetching/fetch-failure.ts';
import { RefusedError } from '../../src/task-api/errors.ts';
import { noisyPicture } from '../media/pictures/pictures.ts';
import { openScene, type Scene } from './scene.ts';

const LIMIT_BYTES = 100_000;
const ADDRESS = 'http://127.0.0.1/attachments/1.png?ex=1';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

/** An ended job whose result the service lost; Discord has it at this address. */
async function lost({
  addresses = [ADDRESS],
  bytes = new Uint8Array([1, 2]),
}: {
  addresses?: string[];
  bytes?: Uint8Array;
} = {}) {
  await scene.submit({ count: addresses.length || 1 });
  const entry = await scene.ended();
  const ids = entry.tasks.flatMap((task) =>
    task.state === 'delivered' && task.delivery.how === 'attached' ? task.delivery.files : [],
  );
  scene.discord.addresses = new Map(
    addresses.flatMap((address, index) => (ids[index] ? [[ids[index].attachmentId, address] as const] : [])),
  );
  scene.storage.answer = (address) => (addresses.includes(address) ? { bytes, kind: 'image' } : new FetchError('gone'));
  return () => scene.bot.jobs.fetchAgain(entry, LIMIT_BYTES);
}

describe('a result that the service lost', () => {
  it('is fetched from the job’s own message, and its file is removed afterwards', async () => {
    const fetched = await (await lost())();
    expect(fetched).toMatchObject({ files: [{ name: 'easel-job1-1.png', role: 'result', address: ADDRESS }], gone: 0 });
    expect(await readdir(scene.results.path)).toHaveLength(1);
    await fetched.discard();
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('is fetched from there even if the service no longer knows its task', async () => {
    const fetchAgain = await lost();
    scene.service.failNextQuery(new RefusedError('no such task'));
    const fetched = await fetchAgain();
    expect(fetched).toMatchObject({ failed: 0, gone: 0 });
    expect(fetched.files).toHaveLength(1);
    await fetched.discard();
  });

  it('is gone if its message no longer shows it', async () => {
    const fetchAgain = await lost();
    scene.discord.addresses = new Map();
    expect(await fetchAgain()).toMatchObject({ files: [], links: [], gone: 1, failed: 0 });
  });

  it('is gone if Discord no longer has the file', async () => {
    const fetchAgain = await lost();
    scene.storage.answer = () => new FetchError('gone');
    expect(await fetchAgain()).toMatchObject({ files: [], gone: 1 });
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('is made to fit, and never linked, because Discord’s addresses expire within a day', async () => {
    const bytes = await noisyPicture(200, 200).png().toBuffer();
    const fetchAgain = await lost({ bytes });
    const smaller = await fetchAgain();
    expect(smaller.files).toMatchObject([{ name: 'easel-job1-1.webp' }]);
    await smaller.discard();
    scene.storage.answer = (address) => (address === ADDRESS ? { bytes, kind: 'video' } : new FetchError('gone'));
    expect(await fetchAgain()).toMatchObject({ files: [], links: [], gone: 1 });
  });

  it('doesn’t keep its job’s other results from being fetched', async () => {
    const second = 'http://127.0.0.1/attachments/2.png?ex=1';
    const fetchAgain = await lost({ addresses: [ADDRESS, second] });
    scene.storage.answer = (address) =>
      address === second || address.endsWith('task-1')
        ? { bytes: new Uint8Array([1]), kind: 'image' }
        : new FetchError('gone');
    const fetched = await fetchAgain();
    expect(fetched.files.map(({ address }) => address)).toEqual([expect.stringContaining('task-1'), second]);
    await fetched.discard();
  });
});
