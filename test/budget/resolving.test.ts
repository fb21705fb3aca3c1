import { describe, expect, it } from 'vitest';
import { createAccounts } from '../../src/budget/accounts.ts';
import { compare } from '../../src/budget/comparison.ts';
import type { Resolution } from '../../src/budget/orders.ts';
import { holdStateOf } from '../../src/budget/resolving.ts';
import { openServiceTally, tallySchema } from '../../src/budget/service-tally.ts';
import { createKeyedLocks } from '../../src/store/locks.ts';
import { StoreError } from '../../src/store/store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';
import { NOVEMBER_MS, request } from './samples.ts';

const GUILD = '111222333444555666';
const TASK = 'job.0';
const OPERATOR = 'operator';

type Fate = 'dies' | 'fails';

/** What is kept when the bot ends. */
const disk = () => new MemoryDatabase();

/** One run of the bot's books, in which something happens at a moment: just before and just after each write. */
async function run(disk: MemoryDatabase, at = 0, fate?: Fate) {
  let moments = 0;
  const death = Promise.withResolvers<'dead'>();
  let isDead = false;
  const moment = async (): Promise<void> => {
    moments += 1;
    if (moments === at && fate === 'fails') throw new StoreError('the disk is full');
    if (moments === at && fate === 'dies') {
      isDead = true;
      death.resolve('dead');
    }
    if (isDead) await new Promise(() => undefined);
  };
  const store = await storeOver({
    read: (key) => disk.read(key),
    page: (range) => disk.page(range),
    commit: async (writes) => {
      await moment();
      await disk.commit(writes);
      await moment();
    },
    disconnect: () => disk.disconnect(),
  });
  const accounts = createAccounts({
    store,
    ...{ locks: createKeyedLocks(), clock: new FakeClock(NOVEMBER_MS), defaultAllowanceCredits: 100 },
  });
  const opening = openServiceTally({
    collection: store.collection('service', tallySchema),
    spentCredits: async () => (await accounts.audit()).spentCredits,
    holdState: (guildId, taskKey) => holdStateOf(accounts, guildId, taskKey),
    onFailure: () => undefined,
  });
  const tally = await Promise.race([opening, death.promise]);
  return { accounts, tally, death: death.promise, moments: () => moments };
}

type Run = Awaited<ReturnType<typeof run>>;
const tallyOf = ({ tally }: Run) => {
  if (tally === 'dead') throw new Error('it died while it began');
  return tally;
};

/** An unconfirmed hold of ten credits beside a settled task of five; where the create was answered, it was counted. */
async function unconfirmed(taskId: string | undefined) {
  const kept = disk();
  const { accounts, ...first } = await run(kept);
  const tally = tallyOf({ accounts, ...first });
  await accounts.hold(GUILD, request('before', 5));
  await tally.charged('task-0', 5);
  await tally.ended('task-0', 'kept');
  await accounts.settle(GUILD, 'before.0', 5);
  await accounts.hold(GUILD, request('job', 10));
  if (taskId !== undefined) await tally.charged(taskId, 10);
  await accounts.markUnconfirmed(GUILD, TASK);
  return kept;
}

const resolving = (now: Run, taskId: string | undefined, resolution: Resolution) =>
  tallyOf(now).resolve({ guildId: GUILD, taskKey: TASK, ...(taskId === undefined ? {} : { taskId }) }, () =>
    now.accounts.resolve(GUILD, TASK, resolution, OPERATOR),
  );

const verdictOf = async (now: Run) => compare(tallyOf(now).now(), await now.accounts.audit());

describe.each<[string, string | undefined]>([
  ['whose create was answered', 'task-1'],
  ['whose create was not answered', undefined],
])('a hold %s', (_, taskId) => {
  describe.each<[string, Resolution]>([
    ['settled', { decision: 'settle', chargedCredits: 10 }],
    ['released', { decision: 'release' }],
  ])('that an operator wants %s', (ending, resolution) => {
    const settledCredits = ending === 'settled' ? 15 : 5;

    it('is counted with it', async () => {
      const now = await run(await unconfirmed(taskId));
      expect(await resolving(now, taskId, resolution)).toMatchObject({ outcome: ending });
      expect(await verdictOf(now)).toMatchObject({ verdict: 'agree', netCredits: settledCredits });
      expect(tallyOf(now).now()).toMatchObject({ open: {}, resolving: {} });
    });

    it.each<Fate>(['dies', 'fails'])('is counted once where the bot or its store %s at any moment', async (fate) => {
      let at = 1;
      for (; ; at++) {
        const kept = await unconfirmed(taskId);
        const struck = await run(kept, at, fate);
        if (struck.tally !== 'dead') {
          const work = resolving(struck, taskId, resolution).catch((error: unknown) => {
            expect(error).toBeInstanceOf(StoreError);
          });
          await Promise.race([work, struck.death]);
        }
        if (struck.moments() < at) break;
        // Killed again in the repair, at each of its moments.
        for (let second = 1; second <= 4; second++) await run(kept, second, 'dies');
        const after = await run(kept);
        expect((await verdictOf(after)).verdict, `at ${at}`).not.toBe('differ');
        // Where nothing was ended yet, the operator asks again.
        await resolving(after, taskId, resolution);
        expect(await after.accounts.holds(GUILD), `at ${at}`).toEqual([]);
        expect(await verdictOf(after), `at ${at}`).toMatchObject({ verdict: 'agree', netCredits: settledCredits });
        expect(JSON.parse(kept.texts.get('service:all') ?? '')).toEqual(tallyOf(after).now());
        expect(tallyOf(after).now().resolving).toEqual({});
      }
      expect(at).toBeGreaterThan(6);
    });

    it('is counted once when two operators press at once, or one twice', async () => {
      const now = await run(await unconfirmed(taskId));
      const outcomes = await Promise.all([1, 2, 3].map(() => resolving(now, taskId, resolution)));
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([ending, 'already', 'already']);
      expect(await verdictOf(now)).toMatchObject({ verdict: 'agree', netCredits: settledCredits });
    });
  });
});

describe('a hold that a task ended by itself', () => {
  it('is not counted as an operator’s decision', async () => {
    const now = await run(await unconfirmed('task-1'));
    await tallyOf(now).resolve({ guildId: GUILD, taskKey: TASK }, () => now.accounts.settle(GUILD, TASK, 10));
    expect(await verdictOf(now)).toMatchObject({ verdict: 'agree', netCredits: 15 });
  });
});

describe('what is left of a resolution', () => {
  it('is counted at the next look, once the account can be read again', async () => {
    const kept = await unconfirmed(undefined);
    const now = await run(kept);
    const page = kept.page.bind(kept);
    const resolved = tallyOf(now).resolve({ guildId: GUILD, taskKey: TASK }, async () => {
      const outcome = await now.accounts.resolve(GUILD, TASK, { decision: 'settle', chargedCredits: 10 }, OPERATOR);
      kept.page = () => Promise.reject(new StoreError('locked'));
      return outcome;
    });
    expect(await resolved).toMatchObject({ outcome: 'settled' });
    kept.page = page;
    expect((await verdictOf(now)).verdict).toBe('differ');
    await tallyOf(now).catchUp();
    expect((await verdictOf(now)).verdict).toBe('agree');
  });
});
