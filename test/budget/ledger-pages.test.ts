import { expect, it } from 'vitest';
import { accountSchema } from '../../src/budget/account.ts';
import { type Accounts, createAccounts } from '../../src/budget/accounts.ts';
import { ledgerPageSchema } from '../../src/budget/ledger-pages.ts';
import { usageSchema } from '../../src/budget/usage.ts';
import { createKeyedLocks } from '../../src/store/locks.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { type Breakage, BreakingCollection, MemoryCollection } from './memory-collection.ts';
import { request } from './samples.ts';

const GUILD = '111222333444555666';

function start() {
  const collection = new BreakingCollection(new MemoryCollection(accountSchema));
  const pages = new BreakingCollection(new MemoryCollection(ledgerPageSchema));
  const accounts = createAccounts({
    ...{ collection, pages, usage: new MemoryCollection(usageSchema), locks: createKeyedLocks() },
    ...{ clock: new FakeClock(), defaultAllowanceCredits: 100_000 },
  });
  return { accounts, collection, pages };
}

/** Two entries for each, the first three. */
async function spend(accounts: Accounts, from: number, to: number): Promise<void> {
  for (let turn = from; turn < to; turn++) {
    const again = () => accounts.hold(GUILD, request(`j${turn}`, 2));
    await again().catch(again);
    const settle = () => accounts.settle(GUILD, `j${turn}.0`, 1);
    await settle().catch(settle);
  }
}

async function numbers(accounts: Accounts): Promise<number[]> {
  return (await accounts.ledger(GUILD)).entries.map(({ number }) => number);
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

it('every change is told singly until there are five hundred, and the last five hundred afterwards', async () => {
  const { accounts } = start();
  await spend(accounts, 0, 245);
  expect(await numbers(accounts)).toEqual(span(1, 491));
  await spend(accounts, 245, 600);
  const { entries, carriedEntries } = await accounts.ledger(GUILD);
  expect(entries.length).toBeGreaterThanOrEqual(500);
  expect(await numbers(accounts)).toEqual(span(carriedEntries + 1, 1201));
  expect((await accounts.audit()).faults).toEqual([]);
});

it.each<[string, Breakage, 'pages' | 'collection']>([
  ['before a page is written', 'before', 'pages'],
  ['after a page was written', 'after', 'pages'],
  ['between the page and the account', 'before', 'collection'],
  ['after the account was written', 'after', 'collection'],
])('a crash %s loses no entry and tells none twice', async (_, moment, where) => {
  const { accounts, ...collections } = start();
  // 199 entries: the second change from here moves a page out.
  await spend(accounts, 0, 99);
  await accounts.hold(GUILD, request('j99', 2));
  collections[where].breakNextWrite = moment;
  await spend(accounts, 99, 130);
  const found = await numbers(accounts);
  expect(found).toEqual(span(1, found.length));
  expect(found.length).toBeGreaterThan(200);
  expect((await accounts.audit()).faults).toEqual([]);
});

it('a statement right after a crash between a page and the account still has every entry once', async () => {
  const { accounts, collection } = start();
  await spend(accounts, 0, 149);
  await accounts.hold(GUILD, request('j149', 2));
  expect(await numbers(accounts)).toEqual(span(1, 300));
  collection.breakNextWrite = 'before';
  await expect(accounts.settle(GUILD, 'j149.0', 1)).rejects.toThrow('broken');
  expect(await numbers(accounts)).toEqual(span(1, 300));
});
