import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAccounts } from '../src/budget/accounts.ts';
import { createServiceTally } from '../src/budget/service-tally.ts';
import { createLog } from '../src/log.ts';
import { createExecuteCommand } from '../src/operator-commands/execute.ts';
import {
  createOperatorCommands,
  openCommandRecords,
  operatorCommandResultCollection,
} from '../src/operator-commands/operator-commands.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { sweepOf } from '../src/store/sweep.ts';
import { DAY_MS, systemClock } from '../src/time/clock.ts';
import { tempFolder } from './store/temp-folder.ts';
import { keysOf } from './support/all-records.ts';
import { hasPostgres, newPostgres } from './support/postgres.ts';
import { type Said, toolRunner } from './support/tools.ts';

/** Runs `npm run credits` like an operator's shop, next to a store that this test has open like a bot. */

const GUILD = '111222333444555666';

const run = toolRunner('store-tool/credits-tool');

async function tool(url: string, ...args: string[]): Promise<Said> {
  const { code, said } = await run({ STORE_URL: url }, ...args);
  return { code, said: said.trimEnd() };
}

const buy = (url: string, credits: number, key = 'A-17', ...options: string[]) =>
  tool(url, 'grant', GUILD, String(credits), '--key', key, ...options);

async function openAt(url: string): Promise<Store> {
  const store = await openStore(url);
  onTestFinished(() => store.close());
  return store;
}

const accountsOf = (store: Store) => createAccounts({ store, clock: systemClock, defaultAllowanceCredits: 100 });

/** Executes operators' commands as the bot does. */
function runBot(store: Store) {
  const accounts = accountsOf(store);
  const none = () => Promise.reject(new Error('no jobs here'));
  const execute = createExecuteCommand({
    accounts,
    jobs: { findAny: none, resolve: none },
    tally: createServiceTally(store, systemClock),
    queryTask: none,
    commit: store.commit,
  });
  const commands = createOperatorCommands({ store, clock: systemClock, log: createLog('silent'), execute });
  const stopping = new AbortController();
  const running = commands.run(stopping.signal);
  onTestFinished(async () => {
    stopping.abort(new Error('the test stops'));
    await running;
  });
  return { accounts, commands };
}

/** A store with one account of 100 credits a month. */
async function sqliteWithAccount() {
  const url = `sqlite://${join(await tempFolder(), 'easel.sqlite')}`;
  const store = await openAt(url);
  await accountsOf(store).apply(GUILD, { kind: 'grant', id: 'first', credits: 1, why: '' }, operator);
  return { store, url };
}

const operator = { byId: 'test', role: 'operator' } as const;
const failed = { outcome: 'failed', credits: 0, leftCredits: 0 } as const;

describe('npm run credits -- grant', () => {
  it('grants an order’s credits once while Easel runs, even if it is repeated years later', async () => {
    const { store, url } = await sqliteWithAccount();
    const { accounts } = runBot(store);
    expect(await buy(url, 40)).toEqual({
      code: 0,
      said: `Granted 40 credits to server ${GUILD}, which has 141 left.`,
    });
    const inYearsMs = systemClock.now() + 2000 * DAY_MS;
    await sweepOf(store, operatorCommandResultCollection, async () => false)?.(inYearsMs);
    await accounts.sweep(inYearsMs);
    expect(await keysOf(openCommandRecords(store).results)).toEqual([]);

    expect(await buy(url, 40)).toEqual({
      code: 0,
      said: expect.stringMatching(/^Nothing was changed: .* granted on /u),
    });
    expect(await buy(url, 5, 'A-18')).toMatchObject({ said: expect.stringContaining('which has 146 left') });
  });

  it('keeps an order until Easel runs, and grants it once however often it was given', async () => {
    const { store, url } = await sqliteWithAccount();
    const waiting = { code: 3, said: expect.stringMatching(/^Waiting: /u) };
    const early = () => buy(url, 40, 'A-17', '--wait', '0');
    expect(await Promise.all([early(), early()])).toEqual([waiting, waiting]);
    const { accounts } = runBot(store);
    expect(await buy(url, 40)).toMatchObject({ code: 0 });
    expect(await accounts.view(GUILD)).toMatchObject({ leftCredits: 141 });
  });

  it('refuses a server without an account, and words that are no command', async () => {
    const url = `sqlite://${join(await tempFolder(), 'easel.sqlite')}`;
    await openAt(url);
    expect(await buy(url, 40)).toEqual({ code: 2, said: expect.stringContaining(`server ${GUILD} has no account`) });
    const words = [
      [],
      ...['-40', '0', '1e3', '0x10', ' 7 ', '4.5', '', '१०'].map((amount) => ['grant', GUILD, amount, '--key', 'A']),
      ...['A B', '', '.', '-', 'é', 'A'.repeat(55)].map((key) => ['grant', GUILD, '40', `--key=${key}`]),
      ['grant', GUILD, '40', '--kye', 'A'],
      ['grant', GUILD, '40', '--key', 'A', '--wait=soon'],
      ['grant', GUILD, '40', '--key', 'A', '--key'],
    ];
    for (const args of words)
      expect(await tool(url, ...args), `${args}`).toEqual({
        code: 2,
        said: expect.stringContaining('npm run credits'),
      });
  });

  it('grants an order in one server alone, and for one amount', async () => {
    const { store, url } = await sqliteWithAccount();
    const { accounts } = runBot(store);
    const other = '222333444555666777';
    await accounts.apply(other, { kind: 'grant', id: 'first', credits: 1, why: '' }, operator);
    const orders = [buy(url, 40), tool(url, 'grant', other, '40', '--key', 'A-17')];
    const codes = (await Promise.all(orders)).map(({ code }) => code);
    expect(codes.sort()).toEqual([0, 2]);
    const left = [(await accounts.view(GUILD)).leftCredits, (await accounts.view(other)).leftCredits];
    expect(left.sort()).toEqual([101, 141]);

    await buy(url, 5, 'A-18');
    expect(await buy(url, 6, 'A-18')).toEqual({
      code: 2,
      said: expect.stringContaining(`is for 5 credits to server ${GUILD}`),
    });
  });

  it('grants an order that failed by a fault as soon as it is given again', async () => {
    const { store, url } = await sqliteWithAccount();
    await buy(url, 40, 'A-17', '--wait', '0');
    const { pending, results } = openCommandRecords(store);
    const key = `for-${GUILD}:order-A-17`;
    await store.commit([pending.drop(key), results.put(key, { result: failed, atMs: systemClock.now() })]);
    const { accounts } = runBot(store);
    expect(await buy(url, 40)).toMatchObject({ code: 0, said: expect.stringContaining('has 141 left') });
    expect(await accounts.view(GUILD)).toMatchObject({ leftCredits: 141 });
  });

  it('creates nothing where there is no store', async () => {
    const url = `sqlite://${join(await tempFolder(), 'none.sqlite')}`;
    expect(await buy(url, 40)).toEqual({ code: 2, said: expect.stringContaining('there is no store') });
  });

  it.runIf(hasPostgres)('grants through PostgreSQL', async () => {
    const url = await newPostgres();
    const store = await openAt(url);
    const { accounts } = runBot(store);
    await accounts.apply(GUILD, { kind: 'grant', id: 'first', credits: 1, why: '' }, operator);
    expect(await buy(url, 40)).toMatchObject({ code: 0, said: expect.stringContaining('141 left') });
    expect(await buy(url, 40)).toMatchObject({ code: 0, said: expect.stringContaining('Nothing was changed') });
  });
});
