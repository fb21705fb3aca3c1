import { describe, expect, it } from 'vitest';
import { type ChargeEnd, chargeKey, compare, createServiceTally } from '../../src/budget/service-tally.ts';
import type { Database } from '../../src/store/database/database.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { NO_TALLY } from './samples.ts';

const DAY_MS = 86_400_000;

async function open(database = new MemoryDatabase()) {
  const store = await storeOver(database);
  const clock = new FakeClock();
  const tally = createServiceTally(store, clock);
  return { clock, database, store, tally };
}

describe('the service’s tally', () => {
  it('counts charges and how they ended', async () => {
    const { store, tally } = await open();
    await store.commit([
      tally.put({ taskId: 't1', credits: 5, ending: null }),
      tally.put({ taskId: 't2', credits: 75, ending: null }),
      tally.put({ taskId: 't3', credits: 7, ending: null }),
    ]);
    await store.commit([
      tally.put({ taskId: 't4', credits: 9, ending: null }),
      tally.put({ taskId: 't2', credits: 75, ending: 'refunded' }),
    ]);
    await store.commit([
      tally.put({ taskId: 't1', credits: 5, ending: 'kept' }),
      tally.put({ taskId: 't4', credits: 9, ending: 'written off' }),
    ]);
    const sums = { chargedCredits: 96, refundedCredits: 75, writtenOffCredits: 9, openCredits: 7 };
    expect(await tally.sums()).toEqual(sums);
  });

  it('counts a task once, even if it is recorded again', async () => {
    const { store, tally } = await open();
    for (let turn = 0; turn < 3; turn++) await store.commit([tally.put({ taskId: 't1', credits: 5, ending: null })]);
    for (let turn = 0; turn < 3; turn++)
      await store.commit([tally.put({ taskId: 't1', credits: 5, ending: 'refunded' })]);
    expect(await tally.sums()).toEqual({ ...NO_TALLY, chargedCredits: 5, refundedCredits: 5 });
  });

  it('starts empty, and continues after a restart', async () => {
    const { database, store, tally } = await open();
    expect(await tally.sums()).toEqual(NO_TALLY);
    await store.commit([tally.put({ taskId: 't1', credits: 5, ending: null })]);
    const again = await open(database);
    expect(await again.tally.sums()).toEqual({ ...NO_TALLY, chargedCredits: 5, openCredits: 5 });
  });

  it.each([
    ['a long id', 'x'.repeat(256), 5, 5],
    ['an id of any letters', 'ü \n', 5, 5],
    ['an absurd charge', 't1', Number.MAX_SAFE_INTEGER, 1_000_000_000],
  ])('is kept also with %s of the service', async (_, taskId, credits, counted) => {
    const { store, tally } = await open();
    await store.commit([tally.put({ taskId, credits, ending: null })]);
    expect((await tally.sums()).openCredits).toBe(counted);
  });

  it('distinguishes ids that cannot be keys', () => {
    expect(new Set(['a b', 'a  b', 'x'.repeat(200), 'x'.repeat(201)].map(chargeKey)).size).toBe(4);
  });

  it('folds charges that ended more than a day ago without changing the sums', async () => {
    const { clock, database, store, tally } = await open();
    const many = Array.from({ length: 1_200 }, (_, index) => `t${index}`);
    await store.commit(many.slice(0, 600).map((taskId) => tally.put({ taskId, credits: 2, ending: null })));
    await store.commit(many.slice(600).map((taskId) => tally.put({ taskId, credits: 2, ending: null })));
    await store.commit(
      many
        .slice(0, 1_000)
        .map((taskId) => tally.put({ taskId, credits: 2, ending: 'kept' }))
        .slice(0, 900),
    );
    const before = await tally.sums();
    await tally.fold();
    expect([...database.texts.keys()].filter((key) => key.startsWith('charges:'))).toHaveLength(1_200);
    await clock.advance(2 * DAY_MS);
    await tally.fold();
    expect([...database.texts.keys()].filter((key) => key.startsWith('charges:'))).toHaveLength(300);
    expect(await tally.sums()).toEqual(before);
  });

  it('is read again if another process folds charges meanwhile', async () => {
    const { clock, database, store, tally } = await open();
    await store.commit([tally.put({ taskId: 't1', credits: 5, ending: 'kept' })]);
    await clock.advance(2 * DAY_MS);
    let folded: Promise<void> | undefined;
    const folding: Database = {
      read: (key) => database.read(key),
      page: async (range) => {
        if (range.from.startsWith('charges:')) {
          folded ??= tally.fold();
          await folded;
        }
        return database.page(range);
      },
      count: (range) => database.count(range),
      commit: (writes) => database.commit(writes),
      disconnect: () => database.disconnect(),
    };
    const reading = createServiceTally(await storeOver(folding), clock);
    expect(await reading.sums()).toEqual({ ...NO_TALLY, chargedCredits: 5 });
    expect(folded).toBeDefined();
  });
});

describe('an operator’s decision', () => {
  const decide = async (taskId: string | undefined, ending: ChargeEnd['ending'], isCharged: boolean) => {
    const { store, tally } = await open();
    if (isCharged && taskId) await store.commit([tally.put({ taskId, credits: 10, ending: null })]);
    const counted = await tally.resolving({ taskKey: 'job-1', taskId });
    await store.commit(counted({ ending, credits: 12 }));
    return tally.sums();
  };

  it.each([
    ['kept', { chargedCredits: 10 }],
    ['refunded', { chargedCredits: 10, refundedCredits: 10 }],
    ['written off', { chargedCredits: 10, writtenOffCredits: 10 }],
  ] as const)('ends a charge that stayed open: %s', async (ending, sums) => {
    expect(await decide('t1', ending, true)).toEqual({ ...NO_TALLY, ...sums });
  });

  it.each([undefined, 't1'])('records a charge whose answer was lost (task %s)', async (taskId) => {
    expect(await decide(taskId, 'kept', false)).toEqual({ ...NO_TALLY, chargedCredits: 12 });
    expect(await decide(taskId, 'refunded', false)).toEqual(NO_TALLY);
    const writtenOff = { ...NO_TALLY, chargedCredits: 12, writtenOffCredits: 12 };
    expect(await decide(taskId, 'written off', false)).toEqual(writtenOff);
  });
});

describe('the comparison with the accounts', () => {
  const totals = (spentCredits: number, heldCredits: number, unconfirmed = 0) => ({
    ...{ spentCredits, heldCredits },
    unconfirmed: { holds: 1, credits: unconfirmed },
  });

  it.each([
    ['all that was charged is spent or held', { chargedCredits: 15, openCredits: 5 }, totals(10, 5), 'agree'],
    ['creates are not answered yet', { chargedCredits: 10 }, totals(10, 5), 'agree but'],
    ['an unconfirmed task may have been charged', { chargedCredits: 10 }, totals(10, 5, 5), 'agree but'],
    ['the service kept credits for no result', { chargedCredits: 12, writtenOffCredits: 2 }, totals(10, 0), 'agree'],
    ['the service charged more than anybody knows of', { chargedCredits: 20 }, totals(10, 5), 'differ'],
    ['the accounts have more than can be explained', { chargedCredits: 1 }, totals(10, 5), 'differ'],
  ] as const)('where %s', (_, changed, accounts, verdict) => {
    expect(compare({ ...NO_TALLY, ...changed }, accounts).verdict).toBe(verdict);
  });
});
