import { describe, expect, it } from 'vitest';
import { jobIdOf } from '../../../src/jobs/job/job-id.ts';
import { createUsedIds } from '../../../src/jobs/records/used-ids.ts';
import { potJobId } from '../../../src/moderation/rounds/round.ts';
import { snowflakeAfter } from '../../../src/sandbox/discord/state/snowflakes.ts';
import type { Database } from '../../../src/store/database/database.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { GUILD, MEMBER } from '../../support/job-service.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';
import { openScene } from '../scene.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The id of a command that arrives now. */
const idAt = (clock: FakeClock): string => jobIdOf(snowflakeAfter('0', clock.now()));

describe('a job that has ended', () => {
  it.each([
    ['at once', async () => undefined],
    ['after a restart', async ({ restart }) => restart()],
    [
      'a week and a restart later',
      async ({ clock, restart }) => {
        clock.step(7 * DAY_MS);
        await restart();
      },
    ],
    ['a year later', async ({ clock }) => clock.step(365 * DAY_MS)],
    [
      'after “Forget all” and a restart',
      async ({ bot, restart }) => {
        await bot.history.forget({ guildId: GUILD, memberId: MEMBER });
        await restart();
      },
    ],
  ] satisfies [string, (scene: Awaited<ReturnType<typeof openScene>>) => Promise<void>][])(
    'can’t start again with its id: %s',
    async (_, meanwhile) => {
      const scene = await openScene();
      await scene.passes(HOUR_MS);
      const jobId = idAt(scene.clock);
      expect((await scene.submit({ jobId })).outcome).toBe('started');
      await scene.ended(jobId);
      await meanwhile(scene);
      expect(await scene.submit({ jobId })).toEqual({ outcome: 'already' });
      expect(scene.service.createCalls).toBe(1);
      expect((await scene.credits()).held).toBe(0);
    },
  );
});

describe('ids', () => {
  /** One run of the bot, and the keys that it reads. */
  const live = async (clock: FakeClock, database: MemoryDatabase, isClockRight = () => true) => {
    const reads: string[] = [];
    const noting: Database = {
      read: (key) => {
        reads.push(key);
        return database.read(key);
      },
      page: (range) => database.page(range),
      count: (range) => database.count(range),
      commit: (writes) => database.commit(writes),
      disconnect: async () => undefined,
    };
    const store = await storeOver(noting);
    const spent = createUsedIds({ store, clock, isClockRight });
    reads.length = 0;
    const spend = (jobId: string): Promise<void> => store.commit([spent.put(jobId)]);
    return { spent, spend, reads };
  };

  it('of recent commands need no read; older ones do', async () => {
    const clock = new FakeClock();
    const { spent, reads } = await live(clock, new MemoryDatabase());
    await clock.advance(HOUR_MS);
    const jobId = idAt(clock);
    expect(await spent.isUsed(jobId, false)).toBe(false);
    expect(reads).toEqual([]);
    await clock.advance(120_000);
    expect(await spent.isUsed(jobId, false)).toBe(false);
    expect(reads).toEqual([`used_ids:${jobId}`]);
  });

  it('from before the start are looked up even if they are recent', async () => {
    const clock = new FakeClock();
    const database = new MemoryDatabase();
    const before = await live(clock, database);
    await clock.advance(HOUR_MS);
    const jobId = idAt(clock);
    await before.spend(jobId);
    await clock.advance(1_000);
    const { spent } = await live(clock, database);
    expect(await spent.isUsed(jobId, false)).toBe(true);
  });

  it('expire after 30 days by a correct clock, except for requests approved late', async () => {
    const clock = new FakeClock();
    const jobId = idAt(clock);
    const isUsed = async (isClockRight: boolean, canBeOld: boolean, id = jobId): Promise<boolean> =>
      (await live(clock, new MemoryDatabase(), () => isClockRight)).spent.isUsed(id, canBeOld);
    await clock.advance(29 * DAY_MS);
    expect(await isUsed(true, false)).toBe(false);
    await clock.advance(DAY_MS);
    expect(await isUsed(true, false)).toBe(true);
    expect(await isUsed(true, true)).toBe(false);
    expect(await isUsed(false, false)).toBe(false);
    expect(await isUsed(true, false, potJobId(jobId, 1))).toBe(false);
  });
});
