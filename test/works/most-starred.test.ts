import { beforeEach, describe, expect, it } from 'vitest';
import { eraseByRule } from '../../src/store/erase.ts';
import type { Store } from '../../src/store/store.ts';
import {
  createMostStarred,
  MOST_STARRED_MAX,
  mostStarredCollection,
  STARRED_WITHIN_MS,
} from '../../src/works/most-starred.ts';
import { createStars, type WorkRef } from '../../src/works/stars.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const GUILD = '200000000000000001';
const [AUTHOR, OTHER] = ['300000000000000001', '300000000000000002'] as const;
const fan = (number: number): string => `3000000000000001${number}`;

let clock: FakeClock;
let database: MemoryDatabase;
let open: () => Promise<{
  store: Store;
  stars: ReturnType<typeof createStars>;
  mostStarred: ReturnType<typeof createMostStarred>;
}>;
beforeEach(() => {
  clock = new FakeClock();
  database = new MemoryDatabase();
  open = async () => {
    const store = await storeOver(database);
    const mostStarred = createMostStarred({ store, clock });
    return {
      store,
      mostStarred,
      stars: createStars({
        store,
        keptMs: 1e12,
        mostStarred,
        onStarred: () => undefined,
        showCount: (_, commit) => commit([]),
      }),
    };
  };
});

const workOf = (jobId: string, createdAtMs = clock.now(), memberId: string = AUTHOR) => ({
  ...{ guildId: GUILD, jobId, memberId, createdAtMs },
});
const idsOf = (works: readonly WorkRef[]): string[] => works.map(({ jobId }) => jobId);

describe('the most starred works of a server', () => {
  it('are in order of their stars, then the newest, and follow each star, across a restart', async () => {
    let { stars, mostStarred } = await open();
    await stars.star(workOf('a'), fan(1));
    await stars.star(workOf('b', clock.now() + 1), fan(1));
    expect(idsOf(await mostStarred.since(GUILD, 0))).toEqual(['b', 'a']);
    await stars.star(workOf('a'), fan(2));
    ({ stars, mostStarred } = await open());
    expect(idsOf(await mostStarred.since(GUILD, 0))).toEqual(['a', 'b']);
    expect(idsOf(await mostStarred.since(GUILD, clock.now() + 1))).toEqual(['b']);
    expect(await mostStarred.since('200000000000000002', 0)).toEqual([]);
    await stars.unstar(workOf('a'), fan(1));
    await stars.unstar(workOf('a'), fan(2));
    expect(idsOf(await mostStarred.since(GUILD, 0))).toEqual(['b']);
  });

  it('do not include works that only their author starred, older ones, and forgotten ones', async () => {
    const { stars, store, mostStarred } = await open();
    await stars.star(workOf('own'), AUTHOR);
    await stars.star(workOf('old', clock.now() - STARRED_WITHIN_MS), fan(1));
    await stars.star(workOf('by-other', clock.now(), OTHER), fan(1));
    await stars.star(workOf('kept'), fan(1));
    expect(idsOf(await mostStarred.since(GUILD, 0))).toEqual(['by-other', 'kept']);
    await eraseByRule(store, mostStarredCollection, { guildId: GUILD, memberId: OTHER });
    expect(idsOf(await mostStarred.since(GUILD, 0))).toEqual(['kept']);
  });

  it('count every star that is given at the same time, and take a bounded record', async () => {
    const { stars, mostStarred } = await open();
    const works = Array.from({ length: MOST_STARRED_MAX + 20 }, (_, number) => workOf(`work${number}`));
    await Promise.all(works.map((work, number) => stars.star(work, fan(number))));
    await stars.star(workOf('best'), fan(1));
    await Promise.all([2, 3, 4].map((number) => stars.star(workOf('best'), fan(number))));
    const found = idsOf(await mostStarred.since(GUILD, 0));
    expect(found).toHaveLength(MOST_STARRED_MAX);
    expect(found[0]).toBe('best');
  });

  it('start anew if their record cannot be read, and a star is still given', async () => {
    const { stars, mostStarred } = await open();
    await stars.star(workOf('a'), fan(1));
    const [key] = [...database.texts.keys()].filter((one) => one.includes('most_starred'));
    database.texts.set(key ?? '', 'broken');
    const again = await open();
    expect(await again.mostStarred.since(GUILD, 0)).toEqual([]);
    expect(await again.stars.star(workOf('b'), fan(2))).toMatchObject({ outcome: 'starred' });
    expect(idsOf(await mostStarred.since(GUILD, 0))).toEqual(['b']);
  });
});
