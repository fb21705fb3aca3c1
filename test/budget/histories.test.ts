import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Accounts, createAccounts } from '../../src/budget/accounts.ts';
import type { Database } from '../../src/store/database/database.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-database.ts';
import { StoreError } from '../../src/store/store.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { type Breakage, MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { BooksModel } from './books-model.ts';

import { NOVEMBER_MS } from './samples.ts';
import { askAccounts, askModel, type Step, steps, type World } from './steps.ts';

const GUILD = '111222333444555666';
const HOUR_MS = 3_600_000;

/** Whether and when the write of a step fails, which ends the process: a new one finds what was kept. */
const breakage = fc.option(fc.constantFrom('before', 'after'), { nil: undefined, freq: 3 });
const histories = fc.array(fc.tuple(steps, breakage), { maxLength: 60, size: 'max' });

async function expectBooks(world: World, accounts: Accounts, model: BooksModel): Promise<void> {
  const unconfirmed = [...model.holds.values()].filter((hold) => hold.unconfirmed);
  const unconfirmedCredits = unconfirmed.reduce((sum, hold) => sum + hold.credits, 0);
  const view = await accounts.view(GUILD);
  expect(view).toMatchObject({
    ...model.view(world.nowMs, world.allowanceCredits),
    unconfirmed: { holds: unconfirmed.length, credits: unconfirmedCredits },
  });
  const { budgetCredits, overspentCredits, leftCredits } = view;
  expect(budgetCredits + overspentCredits).toBe(view.spentCredits + view.heldCredits + leftCredits);

  const { spentCredits, heldCredits } = model;
  // The invariant itself, told without the model's arithmetic of room.
  expect(spentCredits + heldCredits).toBeLessThanOrEqual(model.givenCredits + model.beyondQuotesCredits);
  expect(await accounts.audit()).toMatchObject({ faults: [], unreadable: [], spentCredits, heldCredits });
  const heldKeys = (await accounts.holds(GUILD)).map((hold) => hold.taskKey);
  expect(heldKeys.sort()).toEqual([...model.holds.keys()].sort());
}

/** Every step is asked twice: the second time it must say, as the model does, that it was done. */
async function play(history: [Step, Breakage][], reopen: () => Promise<Database>): Promise<void> {
  const world: World = { nowMs: NOVEMBER_MS, allowanceCredits: 100 };
  const model = new BooksModel();
  let broken: Breakage;
  let database = await reopen();
  const breaking: Database = {
    read: (key) => database.read(key),
    page: (range) => database.page(range),
    count: (range) => database.count(range),
    commit: async (writes) => {
      const moment = broken;
      broken = undefined;
      if (moment === 'before') throw new StoreError('broken before the write');
      await database.commit(writes);
      if (moment === 'after') throw new StoreError('broken after the write');
    },
    disconnect: () => database.disconnect(),
  };
  const start = async (): Promise<Accounts> =>
    createAccounts({
      store: await storeOver(breaking),
      clock: { now: () => world.nowMs, monotonicMs: () => world.nowMs, sleep: async () => undefined },
      defaultAllowanceCredits: world.allowanceCredits,
    });
  let accounts = await start();
  for (const [step, moment] of history) {
    if (step.do === 'clock') world.nowMs += step.hours * HOUR_MS;
    if (step.do === 'default') world.allowanceCredits = step.credits;

    broken = moment;
    const first = await askAccounts(step, GUILD, accounts).catch((error: unknown) => {
      if (error instanceof StoreError) return 'crashed';
      throw error;
    });
    broken = undefined;
    if (first === 'crashed') database = await reopen();
    if (first === 'crashed' || step.do === 'default') accounts = await start();

    const expected = askModel(step, world, model);
    if (first !== 'crashed') expect(first).toBe(expected);
    const again = await askAccounts(step, GUILD, accounts);
    expect(again).toBe(first === 'crashed' && moment === 'before' ? expected : askModel(step, world, model));
    await expectBooks(world, accounts, model);
  }
}

it('over any history of repeats, crashes and jumping clocks, the books agree with a model and with themselves', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const database = new MemoryDatabase();
      await play(history, async () => database);
    }),
    { numRuns: 100 },
  );
});

it('over any history on a real store that reopens after every crash, the books agree, too', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const path = join(await tempFolder(), 'easel.sqlite');
      const opened: Database[] = [];
      const reopen = async (): Promise<Database> => {
        const database = await openSqlite(path, { busyTimeoutMs: 5_000, readOnly: false });
        opened.push(database);
        return database;
      };
      await play(history, reopen).finally(() => Promise.all(opened.map((database) => database.disconnect())));
    }),
    { numRuns: 4 },
  );
});
