import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../src/budget/comparison.ts';
import {
  NO_TALLY,
  openServiceTally,
  type ServiceTally,
  type Tally,
  tallySchema,
} from '../../src/budget/service-tally.ts';
import { StoreError } from '../../src/store/store.ts';
import { BreakingCollection, MemoryCollection } from './memory-collection.ts';

const failures: unknown[] = [];
const open = (collection: BreakingCollection<Tally>, spentCredits = 0): Promise<ServiceTally> =>
  openServiceTally({
    collection,
    spentCredits: async () => spentCredits,
    holdState: async () => ({ state: 'gone' }),
    onFailure: (error) => failures.push(error),
  });
const fresh = (): BreakingCollection<Tally> => new BreakingCollection(new MemoryCollection(tallySchema));

describe('the tally of the service', () => {
  it('counts what creates were charged, and what was given back', async () => {
    const tally = await open(fresh());
    await tally.charged('t1', 5);
    await tally.charged('t2', 75);
    await tally.ended('t2', 'refunded');
    await tally.ended('t1', 'kept');
    expect(tally.now()).toEqual({ ...NO_TALLY, chargedCredits: 80, refundedCredits: 75 });
  });

  it('counts a task once, however often it is told', async () => {
    const tally = await open(fresh());
    for (let turn = 0; turn < 3; turn++) await tally.charged('t1', 5);
    for (let turn = 0; turn < 3; turn++) await tally.ended('t1', 'refunded');
    expect(tally.now()).toEqual({ ...NO_TALLY, chargedCredits: 5, refundedCredits: 5 });
  });

  it('begins where the accounts are, and goes on after a restart', async () => {
    const collection = fresh();
    await (await open(collection, 400)).charged('t1', 5);
    expect((await open(collection, 9999)).now()).toEqual({ ...NO_TALLY, chargedCredits: 405, open: { t1: 5 } });
  });

  it('writes what a failed write missed with the next one', async () => {
    const collection = fresh();
    const tally = await open(collection);
    collection.breakNextWrite = 'before';
    await tally.charged('t1', 5);
    expect(failures.at(-1)).toBeInstanceOf(StoreError);
    await tally.charged('t2', 6);
    expect((await open(collection)).now().chargedCredits).toBe(11);
  });

  it.each([
    ['a long id', 'x'.repeat(256), 5, 5],
    ['an absurd charge', 't1', Number.MAX_SAFE_INTEGER, 1_000_000_000],
  ])('is kept also with %s of the service', async (_, taskId, credits, counted) => {
    const collection = fresh();
    const tally = await open(collection);
    await tally.charged(taskId, credits);
    await tally.charged('t2', 3);
    expect((await open(collection)).now()).toMatchObject({ chargedCredits: counted + 3, open: { [taskId]: counted } });
  });

  it('loses nothing that was told while a write was under way, and joins it in few writes', async () => {
    const collection = fresh();
    const tally = await open(collection);
    const before = collection.writes;
    await Promise.all(Array.from({ length: 50 }, (_, index) => tally.charged(`t${index}`, 1)));
    expect(collection.writes - before).toBeLessThan(5);
    expect((await open(collection)).now().chargedCredits).toBe(50);
  });
});

describe('the comparison with the accounts', () => {
  it('counts what was charged for no result as the operator’s own', async () => {
    const counted = await open(fresh());
    await counted.charged('t1', 5);
    await counted.ended('t1', 'written off');
    expect(compare(counted.now(), accounts(0, 0))).toMatchObject({ verdict: 'agree', netCredits: 5 });
  });

  const tally = (chargedCredits: number, refundedCredits: number, openTasks: Record<string, number> = {}): Tally => ({
    ...NO_TALLY,
    chargedCredits,
    refundedCredits,
    open: openTasks,
  });
  const accounts = (spentCredits: number, heldCredits: number, unconfirmedCredits = 0) => ({
    spentCredits,
    heldCredits,
    unconfirmed: { holds: unconfirmedCredits > 0 ? 1 : 0, credits: unconfirmedCredits },
  });

  it.each([
    ['nothing is under way', tally(100, 20), accounts(80, 0), 'agree', 0],
    ['a task runs', tally(105, 20, { t: 5 }), accounts(80, 5), 'agree', 0],
    ['a create has no answer yet', tally(100, 20), accounts(80, 5), 'agree but', 5],
    ['a create’s answer was lost', tally(100, 20), accounts(80, 5, 5), 'agree but', 5],
    ['the answer was counted, but the job never heard it', tally(105, 20, { t: 5 }), accounts(80, 5, 5), 'agree', 0],
    ['an account forgot spending', tally(100, 20), accounts(70, 0), 'differ', -10],
    ['an account made spending up', tally(100, 20), accounts(90, 0), 'differ', 10],
  ] as const)('when %s', (_, counted, totals, verdict, differenceCredits) => {
    expect(compare(counted, totals)).toMatchObject({ verdict, differenceCredits });
  });

  it('agrees over any tasks that ended, whatever they came to', async () => {
    const tasks = fc.array(fc.record({ credits: fc.nat(1000), failed: fc.boolean() }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(tasks, async (all) => {
        const counted = await open(fresh());
        for (const [index, { credits, failed }] of all.entries()) {
          await counted.charged(`t${index}`, credits);
          await counted.ended(`t${index}`, failed ? 'refunded' : 'kept');
        }
        const spent = all.filter(({ failed }) => !failed).reduce((sum, { credits }) => sum + credits, 0);
        expect(compare(counted.now(), accounts(spent, 0)).verdict).toBe('agree');
      }),
    );
  });
});
