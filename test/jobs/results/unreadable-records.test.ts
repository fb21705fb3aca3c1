import { describe, expect, it } from 'vitest';
import { FetchError } from '../../../src/media/fetching/fetch-failure.ts';
import { GUILD, MEMBER } from '../../support/job-service.ts';
import { openScene, type Scene } from '../scene.ts';

/** A job of two tasks that are about to be delivered, by a bot that has cached nothing. */
async function openDelivering() {
  const scene = await openScene();
  let open: readonly string[] = [];
  scene.storage.answer = (address) =>
    open.some((part) => address.includes(part))
      ? { bytes: new Uint8Array(100), kind: 'image' }
      : new FetchError('unavailable');
  await scene.submit({ count: 2 });
  await scene.until(async () => (await scene.job())?.tasks.every(({ state }) => state === 'delivering') === true);
  const letThrough = (...parts: readonly string[]): void => {
    open = parts;
  };
  return { scene, letThrough };
}

/** Everything that the store holds at that moment, except the job itself, and what it may hold of the member. */
const recordsIn = ({ database }: Scene): string[] =>
  [...database.texts.keys(), `preferences:${GUILD}:${MEMBER}:`].filter((key) => !/^(works|running):/.test(key));

describe('a record that can’t be read', () => {
  it('never has a result uploaded again, and never keeps its job from ending', async () => {
    const { scene, letThrough } = await openDelivering();
    for (const key of recordsIn(scene)) scene.database.texts.set(key, '?');
    await scene.restart();
    letThrough('task-1');
    await scene.until(async () => (await scene.job())?.tasks.some(({ state }) => state === 'delivered') === true);
    letThrough('task-1', 'task-2');
    await scene.until(async () => (await scene.job()) === undefined);
    await scene.passes(2 * 3_600_000);
    const uploads = scene.discord.asked.filter(({ newFiles }) => newFiles.length > 0);
    expect(uploads.map(({ newFiles }) => newFiles.length)).toEqual([1, 1]);
    expect(scene.message().attachments).toHaveLength(2);
  });
});
