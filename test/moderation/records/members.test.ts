import { describe, expect, it } from 'vitest';
import { createMembers, type Members, NEW_MEMBER } from '../../../src/moderation/records/members.ts';
import { DAY_MS } from '../../../src/time/clock.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { storeOver } from '../../support/memory-database.ts';
import { WatchedDatabase } from '../../support/watched-database.ts';

const GUILD = '200000000000000001';
const OTHER_GUILD = '200000000000000002';
const idOf = (number: number): string => String(300_000_000_000_000_000n + BigInt(number));

class World {
  readonly clock = new FakeClock();
  readonly database = new WatchedDatabase();

  async open(): Promise<Members> {
    return createMembers({ store: await storeOver(this.database), clock: this.clock });
  }

  /** Forgets what was read and written before. */
  async start(): Promise<Members> {
    const members = await this.open();
    this.database.ranges.length = 0;
    this.database.commits.length = 0;
    return members;
  }

  timeOut(members: Members, memberId: string, forMs: number, guildId = GUILD) {
    const atMs = this.clock.now();
    const timeout = { untilMs: atMs + forMs, why: 'too loud', byId: 'mod', atMs };
    return members.change(guildId, memberId, (before) => ({ ...before, timeout }));
  }

  /** Puts a record there that was written now. */
  put(guildId: string, memberId: string): void {
    const record = { ...NEW_MEMBER, updatedAtMs: this.clock.now() };
    this.database.texts.set(`members:${guildId}-${memberId}`, JSON.stringify(record));
  }

  keys(collection: string): string[] {
    return [...this.database.texts.keys()].filter((key) => key.startsWith(`${collection}:`));
  }
}

const idsIn = async (members: Members, most = 100): Promise<string[]> =>
  (await members.timedOut(GUILD, most)).timeouts.map(({ memberId }) => memberId);

describe('the list of timeouts', () => {
  it('contains the server’s running timeouts, the next to end first', async () => {
    const world = new World();
    const members = await world.start();
    await world.timeOut(members, idOf(1), 3 * DAY_MS);
    await world.timeOut(members, idOf(2), DAY_MS);
    await world.timeOut(members, idOf(3), 2 * DAY_MS);
    await world.timeOut(members, idOf(4), DAY_MS, OTHER_GUILD);
    expect(await idsIn(members)).toEqual([idOf(2), idOf(3), idOf(1)]);
    expect((await members.timedOut(GUILD, 1)).timeouts).toMatchObject([{ memberId: idOf(2), why: 'too loud' }]);
    await world.clock.advance(DAY_MS);
    expect(await idsIn(members)).toEqual([idOf(3), idOf(1)]);
  });

  it('changes with lifted and new timeouts, in the commit of the member’s record', async () => {
    const world = new World();
    const members = await world.start();
    await world.timeOut(members, idOf(1), DAY_MS);
    await world.timeOut(members, idOf(2), DAY_MS);
    await world.timeOut(members, idOf(1), 2 * DAY_MS);
    expect(await idsIn(members)).toEqual([idOf(2), idOf(1)]);
    await members.change(GUILD, idOf(2), (before) => ({ ...before, timeout: null }));
    expect(await idsIn(members)).toEqual([idOf(1)]);
    expect(world.database.commits).toHaveLength(4);
  });

  it('reads one page of the server’s list, for any number of members and servers', async () => {
    const world = new World();
    const before = await world.open();
    for (let number = 0; number < 1_000; number++)
      await world.timeOut(before, idOf(number), DAY_MS, number % 2 ? GUILD : OTHER_GUILD);
    const members = await world.start();
    const { timeouts, areAll } = await members.timedOut(GUILD, 100);
    expect(timeouts).toHaveLength(100);
    expect(areAll).toBe(false);
    const [range, ...others] = world.database.ranges;
    expect(others).toEqual([]);
    expect(range?.from.startsWith(`timeouts:${GUILD}-`)).toBe(true);
    expect(range?.to.startsWith(`timeouts:${GUILD}-`)).toBe(true);
    expect(range?.most).toBeLessThanOrEqual(100);
  });
});

describe('a timeout that was given while the clock was ahead', () => {
  const [AHEAD_MS, LASTS_MS] = [40 * DAY_MS, DAY_MS];
  const givenAhead = async () => {
    const world = new World();
    const members = await world.open();
    const untilMs = world.clock.now() + AHEAD_MS + LASTS_MS;
    const timeout = { untilMs, why: 'too loud', byId: 'mod', atMs: untilMs - LASTS_MS };
    await members.change(GUILD, idOf(1), (before) => ({ ...before, timeout }));
    return world;
  };

  it.each<[string, (members: Members) => Promise<unknown>]>([
    ['read', (members) => members.of(GUILD, idOf(1))],
    ['listed', (members) => members.timedOut(GUILD, 10)],
    ['counted', (members) => members.count(GUILD, idOf(1), 'refused')],
  ])('starts when it is first %s, and keeps its length', async (_, see) => {
    const world = await givenAhead();
    const members = await world.open();
    const atMs = world.clock.now();
    await see(members);
    await world.clock.advance(LASTS_MS / 2);
    const expected = { atMs, untilMs: atMs + LASTS_MS, why: 'too loud', byId: 'mod' };
    expect((await (await world.open()).of(GUILD, idOf(1))).timeout).toEqual(expected);
    expect((await members.timedOut(GUILD, 10)).timeouts).toEqual([{ ...expected, memberId: idOf(1) }]);
    expect(world.keys('timeouts')).toHaveLength(1);
    await world.clock.advance(LASTS_MS / 2);
    expect(await idsIn(members)).toEqual([]);
  });
});
