import { describe, expect, it } from 'vitest';
import type { Resolution } from '../../src/budget/account/operations.ts';
import { createAccounts } from '../../src/budget/accounts.ts';
import { compare, createServiceTally } from '../../src/budget/service-tally.ts';
import { StoreError } from '../../src/store/store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { BreakingDatabase, storeOver } from '../support/memory-database.ts';
import { markUnconfirmed, settle } from './bookings.ts';
import { NOVEMBER_MS, OPERATOR, request } from './samples.ts';

const GUILD = '111222333444555666';
const TASK = 'job.0';

/** One run of the books over what is on disk. */
async function run(database: BreakingDatabase) {
  const store = await storeOver(database);
  const clock = new FakeClock(NOVEMBER_MS);
  const parts = { store, clock, defaultAllowanceCredits: 100 };
  const accounts = createAccounts(parts);
  const tally = createServiceTally(store, clock);
  return { accounts, store, tally };
}
type Run = Awaited<ReturnType<typeof run>>;

/** An unconfirmed hold of ten credits and a settled task of five. If the create was answered, it was counted. */
async function unconfirmed(taskId: string | undefined): Promise<BreakingDatabase> {
  const database = new BreakingDatabase();
  const { accounts, store, tally } = await run(database);
  await accounts.hold(GUILD, request('before', 5));
  await store.commit([tally.put({ taskId: 'task-0', credits: 5, ending: 'kept' })]);
  await settle(accounts, GUILD, 'before.0', 5);
  await accounts.hold(GUILD, request('job', 10));
  if (taskId !== undefined) await store.commit([tally.put({ taskId, credits: 10, ending: null })]);
  await markUnconfirmed(accounts, GUILD, TASK);
  return database;
}

const resolve = async ({ accounts, tally }: Run, taskId: string | undefined, resolution: Resolution) => {
  const counted = await tally.resolving({ taskKey: TASK, taskId });
  return accounts.apply(GUILD, { kind: 'resolve', taskKey: TASK, resolution }, OPERATOR, ({ outcome, credits }) =>
    outcome === 'settled' || outcome === 'released'
      ? counted({ ending: outcome === 'settled' ? 'kept' : 'refunded', credits })
      : [],
  );
};
const verdictOf = async ({ accounts, tally }: Run) => compare(await tally.sums(), await accounts.audit());

describe.each<[string, string | undefined]>([
  ['whose create was answered', 'task-1'],
  ['whose create was not answered', undefined],
])('a hold %s', (_, taskId) => {
  describe.each<[string, Resolution, number]>([
    ['settled', { decision: 'settle', chargedCredits: 10 }, 15],
    ['released', { decision: 'release' }, 5],
  ])('that an operator wants %s', (ending, resolution, netCredits) => {
    it('is counted with it', async () => {
      const now = await run(await unconfirmed(taskId));
      expect(await resolve(now, taskId, resolution)).toMatchObject({ outcome: ending });
      expect(await verdictOf(now)).toMatchObject({ verdict: 'agree', netCredits });
    });

    it.each(['before', 'after'] as const)('is counted once if the store breaks %s the commit', async (moment) => {
      const database = await unconfirmed(taskId);
      const broken = await run(database);
      database.breakNextCommit = moment;
      await expect(resolve(broken, taskId, resolution)).rejects.toThrow(StoreError);
      const after = await run(database);
      expect((await verdictOf(after)).verdict).not.toBe('differ');
      const again = await resolve(after, taskId, resolution);
      expect(again.outcome).toBe(moment === 'before' ? ending : 'already');
      expect(await after.accounts.holds(GUILD)).toEqual([]);
      expect(await verdictOf(after)).toMatchObject({ verdict: 'agree', netCredits });
    });

    it('is counted once if two operators press at the same time, or one twice', async () => {
      const now = await run(await unconfirmed(taskId));
      const outcomes = await Promise.all([1, 2, 3].map(() => resolve(now, taskId, resolution)));
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([ending, 'already', 'already']);
      expect(await verdictOf(now)).toMatchObject({ verdict: 'agree', netCredits });
    });
  });
});
