import { beforeEach, describe, expect, it } from 'vitest';
import { createMostStarred } from '../../src/works/most-starred.ts';
import { createStars, type NewStar, STARS_OF_MEMBER_MAX, type Stars, type WorkRef } from '../../src/works/stars.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const GUILD = '200000000000000001';
const [OWNER, FAN, OTHER] = ['300000000000000001', '300000000000000002', '300000000000000003'] as const;
const KEPT_MS = 90 * 86_400_000;
const workOf = (jobId: string, memberId: string = OWNER): WorkRef & { createdAtMs: number } => ({
  ...{ guildId: GUILD, jobId, memberId },
  createdAtMs: 1_000,
});
const WORK = workOf('b');

let database: MemoryDatabase;
let starred: NewStar[];
let stars: Stars;
const open = async (): Promise<Stars> => {
  const store = await storeOver(database);
  const mostStarred = createMostStarred({ store, clock: new FakeClock(1_000) });
  return createStars({
    ...{ store, keptMs: KEPT_MS, mostStarred, onStarred: (star) => void starred.push(star) },
    showCount: (_, commit) => commit([]),
  });
};
beforeEach(async () => {
  database = new MemoryDatabase();
  starred = [];
  stars = await open();
});

describe('a star', () => {
  it('belongs to one member, counts once, and survives a restart', async () => {
    expect(await stars.star(WORK, FAN)).toEqual({ outcome: 'starred', count: 1 });
    expect(await stars.star(WORK, FAN)).toEqual({ outcome: 'already', count: 1 });
    expect(await stars.star(WORK, OTHER)).toEqual({ outcome: 'starred', count: 2 });
    stars = await open();
    expect(await stars.countOf(WORK)).toBe(2);
    expect(await stars.isStarred(WORK, FAN)).toBe(true);
    expect(await stars.isStarred(WORK, OWNER)).toBe(false);
    expect(await stars.isStarred({ ...WORK, guildId: '200000000000000002' }, FAN)).toBe(false);
  });

  it('on the member’s own work does not count, but can be found like any other', async () => {
    expect(await stars.star(WORK, OWNER)).toEqual({ outcome: 'starred', count: 0 });
    await stars.star(workOf('c', OTHER), OWNER);
    await stars.star(workOf('a'), OWNER);
    const found = await stars.starredBy({ guildId: GUILD, memberId: OWNER });
    expect(found.map(({ jobId, memberId }) => [jobId, memberId])).toEqual([
      ['c', OTHER],
      ['b', OWNER],
      ['a', OWNER],
    ]);
  });

  it('can be removed and leaves no record', async () => {
    await stars.star(WORK, FAN);
    await stars.star(WORK, OTHER);
    expect(await stars.unstar(WORK, FAN)).toBe(1);
    expect(await stars.unstar(WORK, FAN)).toBe(1);
    expect(await stars.isStarred(WORK, FAN)).toBe(false);
    expect(await stars.unstar(WORK, OTHER)).toBe(0);
    expect(database.texts.size).toBe(0);
  });

  it('is reported with the count, and only when it is new', async () => {
    await stars.star(WORK, FAN);
    await stars.star(WORK, FAN);
    await stars.star(WORK, OTHER);
    expect(starred).toMatchObject([
      { work: { guildId: GUILD, jobId: 'b', memberId: OWNER }, byId: FAN, count: 1 },
      { byId: OTHER, count: 2 },
    ]);
  });

  it('is not lost when many are given at the same time', async () => {
    const members = Array.from({ length: 60 }, (_, index) => `3000${index}`);
    await Promise.all(members.map((id) => stars.star(WORK, id)));
    await Promise.all(members.slice(0, 30).map((id) => stars.unstar(WORK, id)));
    expect(await stars.countOf(WORK)).toBe(30);
  });

  it('is refused above the member’s limit until they remove another', async () => {
    for (let number = 0; number < STARS_OF_MEMBER_MAX; number++) await stars.star(workOf(`job${number}`), FAN);
    expect(await stars.star(WORK, FAN)).toEqual({ outcome: 'member full', count: 0 });
    expect(await stars.star(WORK, OTHER)).toMatchObject({ outcome: 'starred' });
    await stars.unstar(workOf('job7'), FAN);
    expect(await stars.star(WORK, FAN)).toMatchObject({ outcome: 'starred', count: 2 });
  });

  it('is deleted with the data of the member who gave it, and with the work', async () => {
    await stars.star(WORK, FAN);
    await stars.star(WORK, OTHER);
    await stars.star(workOf('d', FAN), OTHER);
    await stars.forget({ guildId: GUILD, memberId: FAN });
    expect(await stars.countOf(WORK)).toBe(1);
    expect((await stars.starredBy({ guildId: GUILD, memberId: OTHER })).map(({ jobId }) => jobId)).toEqual(['b']);
    await stars.forget({ guildId: GUILD, memberId: OWNER });
    expect([...database.texts.keys()]).toEqual([`most_starred:${GUILD}`]);
  });

  it('is deleted when works of that age are no longer kept', async () => {
    await stars.star(WORK, FAN);
    await stars.star({ ...workOf('c'), createdAtMs: 2_000 }, FAN);
    await stars.sweep(KEPT_MS + 1_000);
    expect((await stars.starredBy({ guildId: GUILD, memberId: FAN })).map(({ jobId }) => jobId)).toEqual(['c']);
    expect(await stars.countOf(WORK)).toBe(0);
  });
});
