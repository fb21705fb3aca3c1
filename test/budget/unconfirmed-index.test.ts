import { describe, expect, it } from 'vitest';
import { type Account, accountSchema, NEW_ACCOUNT } from '../../src/budget/account.ts';
import { decideHold, decideRelease, decideUnconfirmed } from '../../src/budget/decisions.ts';
import { createUnconfirmedIndex } from '../../src/budget/unconfirmed-index.ts';
import { StoreError } from '../../src/store/store.ts';
import { MemoryCollection } from './memory-collection.ts';
import { changed, holding, NOVEMBER_MS, request, terms } from './samples.ts';

const unconfirmed = (jobId: string, heldAtMs: number): Account => {
  const held = changed(decideHold(NEW_ACCOUNT, request(jobId, 4, 4), terms(heldAtMs)));
  return changed(decideUnconfirmed(held, `${jobId}.0`, terms(heldAtMs)));
};

async function start() {
  const collection = new MemoryCollection(accountSchema);
  await collection.set('one', unconfirmed('a', NOVEMBER_MS + 1));
  await collection.set('two', unconfirmed('b', NOVEMBER_MS));
  await collection.set('three', holding('c', 4));
  const index = createUnconfirmedIndex(collection);
  const keys = async () => (await index.all()).map(({ guildId, taskKey }) => `${guildId}/${taskKey}`);
  return { collection, index, keys };
}

describe('the index of unconfirmed holds', () => {
  it('finds those that the store had before, oldest first, and no others', async () => {
    const { keys } = await start();
    expect(await keys()).toEqual(['two/b.0', 'one/a.0']);
  });

  it('follows every change', async () => {
    const { index, keys } = await start();
    await keys();
    index.note('three', unconfirmed('c', NOVEMBER_MS + 2));
    index.note('two', changed(decideRelease(unconfirmed('b', NOVEMBER_MS), 'b.0', 'resolved', terms())));
    expect(await keys()).toEqual(['one/a.0', 'three/c.0']);
  });

  it('believes a change that came while the store was read', async () => {
    const { collection, index, keys } = await start();
    const all = collection.all.bind(collection);
    collection.all = async () => {
      const before = await all();
      index.note('two', NEW_ACCOUNT);
      return before;
    };
    expect(await keys()).toEqual(['one/a.0']);
  });

  it('reads again after a store that failed, and never takes it for an empty one', async () => {
    const { collection, keys } = await start();
    const all = collection.all.bind(collection);
    collection.all = () => Promise.reject(new StoreError('locked'));
    await expect(keys()).rejects.toThrow(StoreError);
    collection.all = all;
    expect(await keys()).toHaveLength(2);
  });
});
