import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Accounts, createAccounts } from '../../src/budget/accounts.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Store, StoreError } from '../../src/store/store.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { BreakingDatabase, MemoryDatabase, storeOver, withReads } from '../support/memory-database.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';
import { processOf, serverOn } from '../support/processes.ts';
import { correct, release, settle } from './bookings.ts';
import { DECEMBER_MS, NOVEMBER_MS, request } from './samples.ts';

const [ONE, OTHER] = ['111222333444555666', '222333444555666777'];
const DECEMBER_STARTS_MS = Date.UTC(2026, 11, 1);

function accountsOn(store: Store, clock = new FakeClock(NOVEMBER_MS)): Accounts {
  return createAccounts({
    ...{ store, clock },
    defaultAllowanceCredits: 100,
    ceilingCredits: 150,
  });
}

async function used(accounts: Accounts): Promise<number | undefined> {
  return (await accounts.ceiling())?.usedCredits;
}

describe('what all servers together may spend in a month', () => {
  it('is never passed by parallel holds in many servers, each of which has room', async () => {
    const store = await openStore(`sqlite://${join(await tempFolder(), 'easel.sqlite')}`);
    onTestFinished(() => store.close());
    const accounts = accountsOn(store);
    const servers = Array.from({ length: 20 }, (_, index) => String(111222333444555666n + BigInt(index)));
    const outcomes = await Promise.all(
      servers.flatMap((guildId) => [0, 1, 2].map((job) => accounts.hold(guildId, request(`${guildId}-${job}`, 7)))),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'held')).toHaveLength(21);
    expect(outcomes).toContainEqual({ outcome: 'everywhere', renewsAtMs: DECEMBER_STARTS_MS });
    expect(await used(accounts)).toBe(147);
  });

  it('is never passed by servers that are decided about in the same moment', async () => {
    const accounts = accountsOn(await storeOver(new MemoryDatabase()));
    const servers = Array.from({ length: 20 }, (_, index) => String(111222333444555666n + BigInt(index)));
    const outcomes = await Promise.all(servers.map((guildId) => accounts.hold(guildId, request(guildId, 30))));
    expect(outcomes.filter(({ outcome }) => outcome === 'held')).toHaveLength(5);
    expect(await used(accounts)).toBe(150);
  });

  it('counts holds until they are released, and what the service charges', async () => {
    const accounts = accountsOn(await storeOver(new MemoryDatabase()));
    await accounts.hold(ONE, request('a', 90));
    await accounts.hold(OTHER, request('b', 60));
    expect(await accounts.mayHold(ONE, request('c', 1))).toMatchObject({ outcome: 'everywhere' });
    await release(accounts, OTHER, 'b.0');
    expect(await used(accounts)).toBe(90);
    await correct(accounts, ONE, 'a.0', 95);
    await settle(accounts, ONE, 'a.0', 70);
    expect(await used(accounts)).toBe(70);
  });

  it('is known after a restart', async () => {
    const database = new MemoryDatabase();
    await accountsOn(await storeOver(database)).hold(ONE, request('a', 90));
    const again = accountsOn(await storeOver(database));
    expect(await again.hold(OTHER, request('b', 61))).toMatchObject({ outcome: 'everywhere' });
    expect(await again.hold(OTHER, request('b', 60))).toMatchObject({ outcome: 'held' });
  });

  it('is counted anew from the ledgers if its record cannot be read', async () => {
    const clock = new FakeClock(Date.UTC(2026, 9, 30));
    const database = new MemoryDatabase();
    const before = accountsOn(await storeOver(database), clock);
    await before.hold(ONE, request('october', 10));
    await clock.advance(NOVEMBER_MS - clock.now());
    await before.hold(ONE, request('a', 50, 20));
    await before.hold(OTHER, request('b', 40));
    await settle(before, ONE, 'october.0', 10);
    await settle(before, ONE, 'a.0', 55);
    await release(before, ONE, 'a.1');
    await before.hold(ONE, request('a', 5, 20));
    await settle(before, OTHER, 'b.0', 45);
    const usedCredits = await used(before);
    expect(usedCredits).toBe(55 + 5 + 20 + 45);
    const key = 'month_sums:2026-11:0-of-1';
    expect(database.texts.get(key)).toBe(String(usedCredits));
    database.texts.set(key, '?');
    const after = accountsOn(await storeOver(database), clock);
    expect((await after.audit()).faults).toEqual([
      {
        entryNumber: undefined,
        fault: 'the month’s sum 2026-11:0-of-1 cannot be read; it counts as the entries say',
      },
    ]);
    expect(await used(after)).toBe(usedCredits);
    expect(await after.hold(OTHER, request('c', 151 - Number(usedCredits)))).toMatchObject({ outcome: 'everywhere' });
    await after.hold(OTHER, request('c', 1));
    expect(database.texts.get(key)).toBe(String(Number(usedCredits) + 1));
    expect((await after.audit()).faults).toEqual([]);
  });

  it('does not count what could not be written', async () => {
    const database = new BreakingDatabase();
    const accounts = accountsOn(await storeOver(database));
    await accounts.hold(ONE, request('a', 40));
    database.breakNextCommit = 'before';
    await expect(accounts.hold(OTHER, request('b', 50))).rejects.toThrow(StoreError);
    expect(await used(accounts)).toBe(40);
  });

  it('does not count a change for which no commit could be asked', async () => {
    const database = new MemoryDatabase();
    const accounts = accountsOn(await storeOver(database));
    await accounts.hold(ONE, request('a', 40));
    const doesNotFit = (): never => {
      throw new RangeError('the record does not fit');
    };
    await expect(accounts.hold(OTHER, request('b', 50), doesNotFit)).rejects.toThrow(RangeError);
    await expect(accounts.book(ONE, [{ kind: 'settle', taskKey: 'a.0', credits: 60 }], doesNotFit)).rejects.toThrow(
      RangeError,
    );
    expect(await used(accounts)).toBe(40);
    await accounts.hold(OTHER, request('c', 100));
    expect(await used(accounts)).toBe(140);
    expect(await used(accountsOn(await storeOver(database)))).toBe(140);
  });

  it('is decided again if a commit that it counted fails meanwhile', async () => {
    const database = new BreakingDatabase();
    const { promise: mayRead, resolve } = Promise.withResolvers<void>();
    const slow = withReads(database, (key) =>
      key === `accounts:${OTHER}` ? mayRead.then(() => database.read(key)) : undefined,
    );
    const accounts = accountsOn(await storeOver(slow));
    const other = accounts.hold(OTHER, request('b', 61));
    database.breakNextCommit = 'before';
    await expect(accounts.hold(ONE, request('a', 90))).rejects.toThrow(StoreError);
    resolve();
    expect(await other).toEqual({ outcome: 'held' });
    expect(await used(accounts)).toBe(61);
  });

  it('starts again each month, without holds of the month before', async () => {
    const clock = new FakeClock(NOVEMBER_MS);
    const accounts = accountsOn(await storeOver(new MemoryDatabase()), clock);
    await accounts.hold(ONE, request('a', 90));
    await clock.advance(DECEMBER_MS - NOVEMBER_MS);
    expect(await used(accounts)).toBe(0);
    await accounts.hold(OTHER, request('b', 20));
    await release(accounts, ONE, 'a.0');
    expect(await used(accounts)).toBe(20);
  });
});

describe.runIf(hasPostgres)('what all servers of several processes may spend', () => {
  it('is kept by all of them within seconds', async () => {
    const url = await newPostgres();
    const clock = new FakeClock(NOVEMBER_MS);
    const stores = [await processOf(url, [0], 2), await processOf(url, [1], 2)];
    const [first, second] = stores.map((store) => accountsOn(store, clock));
    if (!first || !second) throw new Error('two were opened');
    expect(await second.mayHold(serverOn(1, 2), request('b', 61))).toBeUndefined();
    await first.hold(serverOn(0, 2), request('a', 90));
    await clock.advance(2_001);
    expect(await second.hold(serverOn(1, 2), request('b', 61))).toMatchObject({ outcome: 'everywhere' });
    expect(await second.hold(serverOn(1, 2), request('b', 60))).toMatchObject({ outcome: 'held' });
    await clock.advance(2_001);
    expect(await used(first)).toBe(150);
  });

  it('is kept by a process that cannot read another one’s sum', async () => {
    const url = await newPostgres();
    const clock = new FakeClock(NOVEMBER_MS);
    const first = accountsOn(await processOf(url, [0], 2), clock);
    await first.hold(serverOn(0, 2), request('a', 90));
    await meddlePostgres(url, async (query) => {
      await query("UPDATE easel_records SET value = '?' WHERE key LIKE 'month_sums:%'");
    });
    const second = accountsOn(await processOf(url, [1], 2), clock);
    expect(await used(second)).toBe(90);
    await second.hold(serverOn(1, 2), request('b', 20));
    await clock.advance(2_001);
    expect(await used(second)).toBe(110);
    await first.hold(serverOn(0, 2), request('c', 5));
    await clock.advance(2_001);
    expect([await used(first), await used(second)]).toEqual([115, 115]);
  });
});
