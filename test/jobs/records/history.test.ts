import { beforeEach, describe, expect, it } from 'vitest';
import type { JobTask } from '../../../src/jobs/job.ts';
import {
  createHistory,
  HISTORY_LENGTH,
  type History,
  historyKey,
  undividedKey,
} from '../../../src/jobs/records/history.ts';
import { upgradeHistory } from '../../../src/jobs/records/upgrade.ts';
import { createLog } from '../../../src/log.ts';
import type { Database } from '../../../src/store/database.ts';
import { createKeyedLocks } from '../../../src/store/locks.ts';
import type { Store } from '../../../src/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { GUILD, MEMBER } from '../../support/job-service.ts';
import { BreakingDatabase, storeOver } from '../../support/memory-database.ts';
import { WatchedDatabase } from '../../support/watched-database.ts';
import { NEW_TASK, SETTLING, sampleJob } from '../samples.ts';

const DAY_MS = 86_400_000;
const SECOND_MEMBER = '300000000000000002';

let clock: FakeClock;
let database: BreakingDatabase;
let store: Store;
let history: History;
let lines: Record<string, unknown>[];

const openHistory = async (over: Database): Promise<History> => {
  store = await storeOver(over);
  const log = createLog('debug', { write: (line: string) => void lines.push(JSON.parse(line)) });
  return createHistory({ store, locks: createKeyedLocks(), clock, log });
};

beforeEach(async () => {
  clock = new FakeClock();
  database = new BreakingDatabase();
  lines = [];
  history = await openHistory(database);
});

const idsOf = async (memberId = MEMBER): Promise<string[]> =>
  (await history.of(GUILD, memberId)).map(({ jobId }) => jobId);
/** Histories in the database, by their keys. */
const stored = (): Map<string, string> =>
  new Map(
    [...database.texts].flatMap(([key, text]) =>
      key.startsWith('history:') ? [[key.slice('history:'.length), text]] : [],
    ),
  );
const storeText = (key: string, text: string): Promise<void> => database.commit([[`history:${key}`, text]]);

describe('the history of a member', () => {
  it('has the job that was asked for last first, whatever ended first', async () => {
    for (const id of ['b', 'c', 'a', '1a']) await history.add(sampleJob({ id }));
    expect(await idsOf()).toEqual(['1a', 'c', 'b', 'a']);
  });

  it('shows the last hundred; a sweep deletes those behind them that had ended at the look before', async () => {
    for (let number = 1; number <= 103; number++) await history.add(sampleJob({ id: `job${number}` }));
    const shown = await idsOf();
    expect(shown).toHaveLength(HISTORY_LENGTH);
    expect([shown[0], shown[99]]).toEqual(['job103', 'job4']);
    const lookedAtMs = clock.now();
    await clock.advance(DAY_MS);
    // Asked for long ago, and done only now.
    await history.add(sampleJob({ id: 'job0' }));
    await history.sweep(lookedAtMs);
    expect(await idsOf()).toEqual(shown);
    expect(stored().size).toBe(HISTORY_LENGTH + 1);
    expect(await history.find(GUILD, MEMBER, 'job0')).toBeDefined();
  });

  it('has a job once, however often it is added', async () => {
    await history.add(sampleJob({ id: 'a' }));
    await history.add(sampleJob({ id: 'a', cancelledAtMs: 5 }));
    expect(await history.of(GUILD, MEMBER)).toMatchObject([{ jobId: 'a', cancelled: true }]);
  });

  it('is written with one job, however many are there', async () => {
    for (let number = 1; number <= 50; number++) await history.add(sampleJob({ id: `job${number}` }));
    const before = new Map(stored());
    await history.add(sampleJob({ id: 'next' }));
    const changed = [...stored()].filter(([key, text]) => before.get(key) !== text);
    expect(changed.map(([key]) => key)).toEqual([historyKey(GUILD, MEMBER, 'next')]);
  });

  it('keeps no address of the service, for they are as long as its answers may be', async () => {
    const { state: _, ...finished } = SETTLING;
    const address = `data:image/png;base64,${'A'.repeat(100_000)}`;
    const task: JobTask = {
      ...{ ...finished, resultUrl: address, audioUrl: address, state: 'delivered' },
      delivery: { how: 'linked', address },
    };
    await history.add(sampleJob({ id: 'a' }, task, task, task, task));
    expect(await idsOf()).toEqual(['a']);
    expect([...stored().values()].join('')).not.toContain('base64');
  });

  it('loses none of many jobs that end at once', async () => {
    const ids = Array.from({ length: 50 }, (_, number) => `job${number}`);
    await Promise.all(ids.map((id) => history.add(sampleJob({ id }))));
    expect((await idsOf()).sort()).toEqual(ids.sort());
  });

  it('is the member’s own, in one server', async () => {
    await history.add(sampleJob({ id: 'a' }));
    await history.add(sampleJob({ id: 'b', memberId: SECOND_MEMBER }));
    expect(await idsOf()).toEqual(['a']);
    expect(await history.of('200000000000000002', MEMBER)).toEqual([]);
    expect(await history.find(GUILD, MEMBER, 'b')).toBeUndefined();
    expect((await history.find(GUILD, MEMBER, 'a'))?.jobId).toBe('a');
  });

  it('shows nothing that ended 90 days ago, and a sweep deletes it', async () => {
    await history.add(sampleJob({ id: 'a-old' }));
    await clock.advance(89 * DAY_MS);
    await history.add(sampleJob({ id: 'new' }));
    expect(await idsOf()).toEqual(['new', 'a-old']);
    await clock.advance(DAY_MS);
    expect(await idsOf()).toEqual(['new']);
    expect(await history.find(GUILD, MEMBER, 'a-old')).toBeUndefined();
    await history.sweep(clock.now());
    expect([...stored().keys()]).toEqual([historyKey(GUILD, MEMBER, 'new')]);
    await clock.advance(90 * DAY_MS);
    await history.sweep(clock.now());
    expect(stored().size).toBe(0);
  });

  it('loses nothing to a clock that is wrong while jobs end and messages go', async () => {
    for (const id of ['a', 'b']) await history.add(sampleJob({ id }));
    clock.step(100 * DAY_MS);
    await history.add(sampleJob({ id: 'c' }));
    await history.forgetMessage(GUILD, MEMBER, 'a');
    clock.step(-100 * DAY_MS);
    expect(await idsOf()).toEqual(['c', 'b', 'a']);
    expect((await history.find(GUILD, MEMBER, 'a'))?.messageId).toBeUndefined();
  });

  it('is swept a page at a time, however many members there are', async () => {
    const jobs = 1_300;
    const works = Array.from({ length: jobs }, (_, number) =>
      history.put(sampleJob({ id: `job${number % 3}`, memberId: String(300_000 + Math.floor(number / 3)) })),
    );
    await store.commit(works);
    await clock.advance(91 * DAY_MS);
    await history.add(sampleJob({ id: 'new' }));
    const pages: number[] = [];
    const counting: Database = {
      read: (key) => database.read(key),
      page: async (range) => {
        const rows = await database.page(range);
        if (range.from.startsWith('history:')) pages.push(rows.length);
        return rows;
      },
      commit: (writes) => database.commit(writes),
      disconnect: async () => undefined,
    };
    await (await openHistory(counting)).sweep(clock.now());
    expect([...stored().keys()]).toEqual([historyKey(GUILD, MEMBER, 'new')]);
    expect(pages.reduce((sum, rows) => sum + rows, 0)).toBe(jobs + 1);
    expect(Math.max(...pages)).toBeLessThanOrEqual(100);
  });

  it('is swept past one that cannot be read', async () => {
    await storeText('broken', 'no history');
    await history.add(sampleJob({ id: 'old' }));
    await clock.advance(91 * DAY_MS);
    await history.sweep(clock.now());
    expect([...stored().keys()]).toEqual(['broken']);
  });

  describe('in which an entry cannot be read', () => {
    const key = historyKey(GUILD, MEMBER, 'b');
    let before: string;
    beforeEach(async () => {
      for (const id of ['a', 'b', 'c']) await history.add(sampleJob({ id }));
      before = (stored().get(key) ?? '').replace(/"tasks":\[.*?\]/, '"tasks":"none"');
      await storeText(key, before);
      history = await openHistory(database);
    });

    it('has the others, keeps that one as it is, and tells it once', async () => {
      expect(await idsOf()).toEqual(['c', 'a']);
      expect(await history.find(GUILD, MEMBER, 'b')).toBeUndefined();
      await history.forgetMessage(GUILD, MEMBER, 'b');
      await history.add(sampleJob({ id: 'd' }));
      expect(await idsOf()).toEqual(['d', 'c', 'a']);
      expect(stored().get(key)).toBe(before);
      expect(lines).toMatchObject([{ level: 50, server: GUILD, record: key }]);
    });

    it('forgets it with the others when the member asks', async () => {
      await history.forget(GUILD, MEMBER);
      expect(stored().size).toBe(0);
    });

    it('drops it when it is old', async () => {
      await clock.advance(91 * DAY_MS);
      await history.sweep(clock.now());
      expect(stored().size).toBe(0);
    });
  });

  it('has works of a model that is no longer offered', async () => {
    const { request } = sampleJob();
    await history.add(sampleJob({ id: 'a', request: { ...request, modelId: 'model-of-last-year' } }));
    expect(await history.of(GUILD, MEMBER)).toMatchObject([{ request: { modelId: 'model-of-last-year' } }]);
    expect(lines).toEqual([]);
  });

  it('is deleted when the member asks, and others’ stay', async () => {
    await history.add(sampleJob({ id: 'a' }));
    await history.add(sampleJob({ id: 'b', memberId: SECOND_MEMBER }));
    await history.forget(GUILD, MEMBER);
    await history.forget(GUILD, MEMBER);
    expect(await idsOf()).toEqual([]);
    expect(await idsOf(SECOND_MEMBER)).toEqual(['b']);
    expect(stored().size).toBe(1);
  });

  it('forgets the message of one job, and nothing else', async () => {
    await history.add(sampleJob({ id: 'a' }));
    await history.add(sampleJob({ id: 'b' }));
    await history.forgetMessage(GUILD, MEMBER, 'a');
    const [b, a] = await history.of(GUILD, MEMBER);
    expect(a?.jobId).toBe('a');
    expect(a?.messageId).toBeUndefined();
    expect(b?.messageId).toBe('600000000000000001');
  });
});

describe('histories of the first version, one record a member,', () => {
  /** As that version wrote it. */
  const entryOf = (jobId: string, memberId = MEMBER): Record<string, unknown> => ({
    ...{ jobId, memberId, guildId: GUILD, channelId: '400000000000000001', messageId: '600000000000000001' },
    ...{ createdAtMs: clock.now(), endedAtMs: clock.now(), cancelled: false },
    request: { modelId: 'image-model-a', prompt: 'a hill', sourceUrls: [], spoiler: false },
    tasks: [NEW_TASK],
  });
  const unreadable = { jobId: 'b', tasks: 'of another shape' };
  const nameless = 'no entry at all';

  beforeEach(async () => {
    const own = [entryOf('c'), entryOf('b'), unreadable, nameless, entryOf('a')];
    await storeText(undividedKey(GUILD, MEMBER), JSON.stringify(own));
    await storeText(undividedKey(GUILD, SECOND_MEMBER), JSON.stringify([entryOf('d', SECOND_MEMBER)]));
    await storeText(undividedKey(GUILD, '300000000000000003'), '[{"jobId":');
  });

  it('are divided: nothing is lost, also of what cannot be read', async () => {
    history = await openHistory(database);
    expect(await upgradeHistory(store)).toEqual({ unreadable: [undividedKey(GUILD, '300000000000000003')] });
    expect(await idsOf()).toEqual(['c', 'b', 'a']);
    expect(await idsOf(SECOND_MEMBER)).toEqual(['d']);
    expect(await history.find(GUILD, MEMBER, 'b')).toMatchObject({ request: { prompt: 'a hill' } });
    const texts = [...stored().values()];
    for (const kept of [unreadable, nameless]) expect(texts).toContain(`2:${JSON.stringify(kept)}`);
    expect(stored().get(undividedKey(GUILD, '300000000000000003'))).toBe('[{"jobId":');
    expect(stored().size).toBe(7);
  });

  it('are looked for once, and not with every start', async () => {
    const watched = new WatchedDatabase();
    await watched.commit([...database.texts]);
    await upgradeHistory(await storeOver(watched));
    const before = new Map(watched.texts);
    watched.ranges.length = 0;
    expect(await upgradeHistory(await storeOver(watched))).toEqual({ unreadable: [] });
    expect(watched.ranges).toEqual([]);
    expect(new Map(watched.texts)).toEqual(before);
  });

  it.each(['before', 'after'] as const)(
    'are divided by the next start where this one dies %s a write',
    async (moment) => {
      for (let at = 1; at <= 2; at++) {
        history = await openHistory(database);
        database.breakNextCommit = moment;
        await expect(upgradeHistory(store)).rejects.toThrow('broken');
      }
      history = await openHistory(database);
      await upgradeHistory(store);
      expect(await idsOf()).toEqual(['c', 'b', 'a']);
      expect(await idsOf(SECOND_MEMBER)).toEqual(['d']);
      expect(stored().size).toBe(7);
    },
  );

  it('are forgotten when the member asks, also where they could not be read', async () => {
    history = await openHistory(database);
    await upgradeHistory(store);
    await history.forget(GUILD, '300000000000000003');
    expect([...stored().keys()]).not.toContain(undividedKey(GUILD, '300000000000000003'));
  });
});
