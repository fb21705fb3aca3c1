import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyedLocks } from '../../src/store/locks.ts';
import {
  COLLECTED_MAX,
  COLLECTIONS_MAX,
  createCollections,
  type WorkCollections,
} from '../../src/works/collections.ts';
import type { WorkRef } from '../../src/works/stars.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const OWNER = { guildId: '1', memberId: '2' };
const workOf = (jobId: string): WorkRef => ({ guildId: '1', memberId: '3', jobId });

let database: MemoryDatabase;
let collections: WorkCollections;
const open = async (): Promise<void> => {
  collections = createCollections({ store: await storeOver(database), locks: createKeyedLocks() });
};
beforeEach(async () => {
  database = new MemoryDatabase();
  await open();
});

/** What is in each, by its name. */
const contents = async (): Promise<Record<string, string[]>> =>
  Object.fromEntries((await collections.of(OWNER)).map(({ name, works }) => [name, works.map(({ jobId }) => jobId)]));
const make = (id: string, name: string, jobId: string) =>
  collections.sort(OWNER, workOf(jobId), { ids: [], made: { id, name } });

describe('a collection', () => {
  it('is made with its first work, kept, and gone with its last', async () => {
    expect(await make('c1', 'Foxes', 'a')).toBe('sorted');
    await collections.sort(OWNER, workOf('b'), { ids: ['c1'] });
    await open();
    expect(await contents()).toEqual({ Foxes: ['a', 'b'] });
    expect((await collections.of(OWNER))[0]?.works[0]).toEqual(workOf('a'));
    for (const jobId of ['a', 'b']) await collections.sort(OWNER, workOf(jobId), { ids: [] });
    expect(database.texts.size).toBe(0);
  });

  it('takes a work that others have, and gives it up where it is not chosen any more', async () => {
    await make('c1', 'Foxes', 'a');
    await make('c2', 'Owls', 'b');
    await collections.sort(OWNER, workOf('a'), { ids: ['c1', 'c2'] });
    expect(await contents()).toEqual({ Foxes: ['a'], Owls: ['b', 'a'] });
    await collections.sort(OWNER, workOf('a'), { ids: ['c2'], made: { id: 'c3', name: 'Hills' } });
    expect(await contents()).toEqual({ Hills: ['a'], Owls: ['b', 'a'] });
  });

  it('is not made twice by one name', async () => {
    await make('c1', 'Foxes', 'a');
    await make('c2', ' foxes', 'b');
    expect(await contents()).toEqual({ Foxes: ['a', 'b'] });
  });

  it('finds no room beside as many as may be, and takes no more works than may be', async () => {
    for (let number = 0; number < COLLECTIONS_MAX; number++)
      await make(`c${number}`, `name ${number}`, `first${number}`);
    const ids = (await collections.of(OWNER)).map(({ id }) => id);
    expect(await make('more', 'one more', 'b')).toBe('many');
    const [id = ''] = ids;
    for (let number = 1; number < COLLECTED_MAX; number++) {
      await collections.sort(OWNER, workOf(`w${number}`), { ids: [id] });
    }
    expect(await collections.sort(OWNER, workOf('b'), { ids: [id] })).toBe('full');
    expect(await collections.sort(OWNER, workOf('b'), { ids: [ids[1] ?? ''] })).toBe('sorted');
  });

  it('is its member’s own, and forgotten with them', async () => {
    await make('c1', 'Foxes', 'a');
    expect(await collections.of({ ...OWNER, memberId: '9' })).toEqual([]);
    await collections.forget(OWNER);
    expect(database.texts.size).toBe(0);
  });
});
