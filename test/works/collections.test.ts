import { beforeEach, describe, expect, it } from 'vitest';
import {
  COLLECTED_MAX,
  COLLECTIONS_MAX,
  createCollections,
  type WorkCollections,
} from '../../src/works/collections.ts';
import type { WorkRef } from '../../src/works/stars.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const OWNER = { guildId: '1', memberId: '2' };
const workOf = (jobId: string): WorkRef => ({ guildId: '1', memberId: '3', jobId });

let database: MemoryDatabase;
let collections: WorkCollections;
const open = async (): Promise<void> => {
  collections = createCollections({ store: await storeOver(database), clock: new FakeClock() });
};
beforeEach(async () => {
  database = new MemoryDatabase();
  await open();
});

/** The works of each collection, by its name. */
const contents = async (): Promise<Record<string, string[]>> =>
  Object.fromEntries((await collections.of(OWNER)).map(({ name, works }) => [name, works.map(({ jobId }) => jobId)]));
const make = (id: string, name: string, jobId: string) =>
  collections.assign(OWNER, workOf(jobId), { ids: [], made: { id, name } });

describe('a collection', () => {
  it('is created with its first work, survives a restart, and is deleted with its last work', async () => {
    expect(await make('c1', 'Foxes', 'a')).toBe('sorted');
    await collections.assign(OWNER, workOf('b'), { ids: ['c1'] });
    await open();
    expect(await contents()).toEqual({ Foxes: ['a', 'b'] });
    expect((await collections.of(OWNER))[0]?.works[0]).toEqual(workOf('a'));
    for (const jobId of ['a', 'b']) await collections.assign(OWNER, workOf(jobId), { ids: [] });
    expect(database.texts.size).toBe(0);
  });

  it('shares a work with other collections, and removes it when it is no longer selected', async () => {
    await make('c1', 'Foxes', 'a');
    await make('c2', 'Owls', 'b');
    await collections.assign(OWNER, workOf('a'), { ids: ['c1', 'c2'] });
    expect(await contents()).toEqual({ Foxes: ['a'], Owls: ['b', 'a'] });
    await collections.assign(OWNER, workOf('a'), { ids: ['c2'], made: { id: 'c3', name: 'Hills' } });
    expect(await contents()).toEqual({ Hills: ['a'], Owls: ['b', 'a'] });
  });

  it('is not created twice with the same name', async () => {
    await make('c1', 'Foxes', 'a');
    await make('c2', ' foxes', 'b');
    expect(await contents()).toEqual({ Foxes: ['a', 'b'] });
  });

  it('is refused when there are too many, and accepts no more works when it is full', async () => {
    for (let number = 0; number < COLLECTIONS_MAX; number++)
      await make(`c${number}`, `name ${number}`, `first${number}`);
    const ids = (await collections.of(OWNER)).map(({ id }) => id);
    expect(await make('more', 'one more', 'b')).toBe('many');
    const [id = ''] = ids;
    for (let number = 1; number < COLLECTED_MAX; number++) {
      await collections.assign(OWNER, workOf(`w${number}`), { ids: [id] });
    }
    expect(await collections.assign(OWNER, workOf('b'), { ids: [id] })).toBe('full');
    expect(await collections.assign(OWNER, workOf('b'), { ids: [ids[1] ?? ''] })).toBe('sorted');
  });

  it('belongs to its member', async () => {
    await make('c1', 'Foxes', 'a');
    expect(await collections.of({ ...OWNER, memberId: '9' })).toEqual([]);
  });
});
