import { describe, expect, it } from 'vitest';
import { createAccounts } from '../../src/budget/accounts.ts';
import { createServiceTally, type ServiceTally } from '../../src/budget/service-tally.ts';
import type { Store } from '../../src/store/store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';
import { processOf, serverOn } from '../support/processes.ts';
import { NO_TALLY, request } from './samples.ts';

const DAY_MS = 86_400_000;
const clock = new FakeClock();

const accountsOn = (store: Store) => createAccounts({ store, clock, defaultAllowanceCredits: 100 });

const tallyOn = (store: Store): ServiceTally => createServiceTally(store, clock);

describe.runIf(hasPostgres)('an operator’s pause of all servers', () => {
  it('is followed by all processes within seconds, and so is its end', async () => {
    const url = await newPostgres();
    const stores = [await processOf(url, [0], 2), await processOf(url, [1], 2)];
    const [first, second] = stores.map(accountsOn);
    if (!first || !second) throw new Error('two were opened');
    const held = async (): Promise<unknown[]> => [
      await first.mayHold(serverOn(0, 2), request('one', 5)),
      await second.mayHold(serverOn(1, 2), request('two', 5)),
    ];
    expect(await held()).toEqual([undefined, undefined]);

    expect(await second.pauseEverywhere(true, 'operator')).toBe('done');
    await clock.advance(2_000);
    expect(await held()).toEqual([
      expect.objectContaining({ outcome: 'paused' }),
      expect.objectContaining({ outcome: 'paused' }),
    ]);
    expect(await first.pauseEverywhere(true, 'operator')).toBe('unchanged');
    expect(await first.pauseEverywhere(false, 'operator')).toBe('done');
    await clock.advance(2_000);
    expect(await held()).toEqual([undefined, undefined]);
  });

  it('refuses work if it cannot be read', async () => {
    const url = await newPostgres();
    const store = await processOf(url, [0], 2);
    const accounts = accountsOn(store);
    expect(await accounts.mayHold(serverOn(0, 2), request('one', 5))).toBeUndefined();
    await clock.advance(2_000);
    await meddlePostgres(url, async (query) => {
      await query('ALTER TABLE easel_records RENAME TO elsewhere');
      await expect(accounts.mayHold(serverOn(0, 2), request('one', 5))).rejects.toThrow('store');
      await query('ALTER TABLE elsewhere RENAME TO easel_records');
    });
    expect(await accounts.mayHold(serverOn(0, 2), request('one', 5))).toBeUndefined();
  });
});

describe.runIf(hasPostgres)('the tally of several processes', () => {
  it('is the sum of all processes’ charges, which one of them folds', async () => {
    const url = await newPostgres();
    const stores = [await processOf(url, [0], 2), await processOf(url, [1], 2)];
    const [firstStore, secondStore] = stores;
    const [first, second] = stores.map(tallyOn);
    if (!first || !second || !firstStore || !secondStore) throw new Error('two were opened');
    await firstStore.commit([
      first.put({ taskId: 't1', credits: 5, ending: null }),
      first.put({ taskId: 't2', credits: 7, ending: null }),
    ]);
    await secondStore.commit([
      second.put({ taskId: 't3', credits: 11, ending: null }),
      second.put({ taskId: 't4', credits: 13, ending: null }),
    ]);
    await firstStore.commit([first.put({ taskId: 't1', credits: 5, ending: 'kept' })]);
    await secondStore.commit([second.put({ taskId: 't3', credits: 11, ending: 'refunded' })]);
    const sums = { ...NO_TALLY, chargedCredits: 36, refundedCredits: 11, openCredits: 20 };
    expect([await first.sums(), await second.sums()]).toEqual([sums, sums]);

    await clock.advance(DAY_MS + 1);
    await second.fold();
    expect(await chargesIn(url)).toBe(4);
    await Promise.all([first.fold(), second.fold(), second.sums(), first.sums()]);
    expect(await chargesIn(url)).toBe(2);
    expect([await first.sums(), await second.sums()]).toEqual([sums, sums]);
  });

  it('is read correctly while charges are folded', async () => {
    const url = await newPostgres();
    const [first, second] = [await processOf(url, [0], 2), await processOf(url, [1], 2)];
    const [folding, reading] = [tallyOn(first), tallyOn(second)];
    await second.commit(
      Array.from({ length: 900 }, (_, task) => reading.put({ taskId: `t${task}`, credits: 1, ending: 'kept' })),
    );
    await clock.advance(DAY_MS + 1);
    const folded = folding.fold();
    const sums = { ...NO_TALLY, chargedCredits: 900 };
    for (let look = 0; look < 5; look++) expect(await reading.sums()).toEqual(sums);
    await folded;
    expect(await chargesIn(url)).toBe(0);
  });
});

async function chargesIn(url: string): Promise<number> {
  let charges: unknown;
  await meddlePostgres(url, async (query) => {
    [charges] = await query("SELECT count(*)::integer AS count FROM easel_records WHERE key LIKE 'charges:%'");
  });
  return (charges as { count: number }).count;
}
