import { beforeEach, describe, expect, it } from 'vitest';
import { lineageOf, shownAnew } from '../../../src/jobs/job/ended.ts';
import { type EndedJob, type Job, type JobTask, withoutMessage } from '../../../src/jobs/job/job.ts';
import { jobIdOf, sortableId } from '../../../src/jobs/job/job-id.ts';
import { originOf } from '../../../src/jobs/job/sources.ts';
import { createHistory, type History } from '../../../src/jobs/records/history.ts';
import { finishedKey, openWorks, workKey } from '../../../src/jobs/records/works.ts';
import type { Database } from '../../../src/store/database/database.ts';
import type { Store } from '../../../src/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { GUILD, MEMBER } from '../../support/job-service.ts';
import { BreakingDatabase, storeOver } from '../../support/memory-database.ts';
import { work } from '../../support/sources.ts';
import { WatchedDatabase } from '../../support/watched-database.ts';
import { deliveredAs, sampleJob } from '../samples.ts';

const DAY_MS = 86_400_000;
const DELIVERED: JobTask = deliveredAs({ how: 'attached', files: [], madeSmaller: false });
const SECOND_MEMBER = '300000000000000002';

let clock: FakeClock;
let database: BreakingDatabase;
let store: Store;
let history: History;

const openHistory = async (over: Database): Promise<History> => {
  store = await storeOver(over);
  return createHistory({ store, works: openWorks(store), clock, keptMs: 90 * DAY_MS, answers: { put: () => [] } });
};

beforeEach(async () => {
  clock = new FakeClock();
  database = new BreakingDatabase();
  history = await openHistory(database);
});

const add = (job: Job): Promise<void> => store.commit(history.put(job));
const deleteMessage = (jobId: string): Promise<void> =>
  history.change({ guildId: GUILD, memberId: MEMBER, jobId }, (job) => [
    { ...job, location: withoutMessage(job.location) },
  ]);
const allOf = async (memberId = MEMBER, guildId = GUILD): Promise<EndedJob[]> =>
  (await history.page(guildId, memberId, { most: 1_000 })).entries;
const idsOf = async (memberId = MEMBER): Promise<string[]> => (await allOf(memberId)).map(({ id }) => id);
/** The records of jobs in the database, by key. */
const stored = (name: 'finished' | 'works' = 'finished'): Map<string, string> =>
  new Map(
    [...database.texts].flatMap(([key, text]) =>
      key.startsWith(`${name}:`) ? [[key.slice(name.length + 1), text]] : [],
    ),
  );

describe('the history of a member', () => {
  it('lists the newest request first, independent of when jobs ended', async () => {
    for (const id of ['b', 'c', 'a', '1a']) await add(sampleJob({ id }));
    expect(await idsOf()).toEqual(['1a', 'c', 'b', 'a']);
  });

  /** Jobs requested at these times, by Discord's clock. */
  const askedFor = async (...times: string[]): Promise<string[]> => {
    const ids = times.map((time) => jobIdOf(String((BigInt(Date.parse(time)) - 1_420_070_400_000n) << 22n)));
    for (const id of ids) await add(sampleJob({ id }));
    return ids;
  };

  it('can be paged completely in both directions', async () => {
    for (let number = 10; number < 35; number++) await add(sampleJob({ id: `job${number}` }));
    const first = await history.page(GUILD, MEMBER, { most: 10 });
    const second = await history.page(GUILD, MEMBER, { most: 10, after: first.next });
    const third = await history.page(GUILD, MEMBER, { most: 10, after: second.next });
    const found = [first, second, third].flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(found).toEqual(Array.from({ length: 25 }, (_, index) => `job${34 - index}`));
    expect(third.next).toBeUndefined();
    const newer = await history.page(GUILD, MEMBER, { most: 2, after: sortableId('job24'), forwards: true });
    expect(newer.entries.map(({ id }) => id)).toEqual(['job25', 'job26']);
  });

  it('can be read from a time on, including it', async () => {
    const ids = await askedFor('2026-05-01T00:00Z', '2026-05-02T00:00Z', '2026-05-03T00:00Z');
    const range = { most: 10, sinceMs: Date.parse('2026-05-02T00:00Z') };
    const pages = [await history.page(GUILD, MEMBER, range), await history.page(GUILD, MEMBER, { ...range, most: 2 })];
    for (const { entries } of pages) expect(entries.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const forwards = await history.page(GUILD, MEMBER, { ...range, forwards: true });
    expect(forwards.entries.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
    expect(await history.page(GUILD, MEMBER, { ...range, most: 1, after: pages[1]?.next })).toMatchObject({
      entries: [],
      next: undefined,
    });
  });

  it('lists the jobs made from a work until they are deleted', async () => {
    const { request } = sampleJob();
    const from = { ...request, sources: [work('a', MEMBER)] };
    await add(sampleJob({ id: 'a' }));
    await add(sampleJob({ id: 'b', request: from }, DELIVERED));
    await add(sampleJob({ id: 'c', request: from, memberId: SECOND_MEMBER }, DELIVERED));
    await add(sampleJob({ id: 'failed', request: from }));
    expect(await history.listDerived(GUILD, 'a', 10)).toEqual([
      { jobId: 'c', memberId: SECOND_MEMBER, isListed: true },
      { jobId: 'b', memberId: MEMBER, isListed: true },
    ]);
    expect(await history.countDerived(GUILD, 'a')).toBe(3);
    await history.forget({ guildId: GUILD, memberId: MEMBER });
    expect(await history.listDerived(GUILD, 'a', 10)).toEqual([
      { jobId: 'c', memberId: SECOND_MEMBER, isListed: true },
    ]);
    await clock.advance(91 * DAY_MS);
    await history.sweep(clock.now());
    expect([...database.texts.keys()].filter((key) => /^(finished|made_from):/.test(key))).toEqual([]);
  });

  it('leaves behind whose a job is and what it was made from, without its prompt, for five years', async () => {
    const source = work('a', SECOND_MEMBER);
    const { request, location } = sampleJob();
    await add(sampleJob({ id: 'b', request: { ...request, prompt: 'a secret', sources: [source] } }, DELIVERED));
    await history.forget({ guildId: GUILD, memberId: MEMBER });
    const works = openWorks(store);
    const lineage = { memberId: MEMBER, origins: [originOf(source)], channelId: location.channelId };
    const known = async (guildId = GUILD) => {
      const job = await works.get(guildId, 'b');
      return job && lineageOf(job);
    };
    expect(await known()).toMatchObject(lineage);
    expect(await known('77')).toBeUndefined();
    expect([...database.texts.values()].join()).not.toContain('a secret');
    await clock.advance(5 * 365 * DAY_MS - 1);
    await history.sweep(clock.now());
    expect(await known()).toMatchObject(lineage);
    await clock.advance(1);
    await history.sweep(clock.now());
    expect(await known()).toBeUndefined();
  });

  it('is swept without reading young entries', async () => {
    for (let member = 1; member <= 3; member++) {
      const works = Array.from({ length: 1_000 }, (_, number) =>
        history.put(sampleJob({ id: `job${member}${1_000 + number}`, memberId: `30000${member}` })),
      );
      await store.commit(works.flat());
    }
    const watched = new WatchedDatabase();
    for (const [key, text] of database.texts) watched.texts.set(key, text);
    await (await openHistory(watched)).sweep(clock.now());
    expect(watched.texts.size).toBe(database.texts.size);
    expect(watched.ranges.reduce((sum, { most }) => sum + most, 0)).toBeLessThan(700);
  });

  it('holds a job once, even if it is added again', async () => {
    await add(sampleJob({ id: 'a' }));
    await add(sampleJob({ id: 'a', cancelledAtMs: 5 }));
    expect(await allOf()).toMatchObject([{ id: 'a', cancelledAtMs: 5 }]);
  });

  it('is written one entry at a time, independent of its length', async () => {
    for (let number = 1; number <= 50; number++) await add(sampleJob({ id: `job${number}` }));
    const before = new Map(stored());
    await add(sampleJob({ id: 'next' }));
    const changed = [...stored()].filter(([key, text]) => before.get(key) !== text);
    expect(changed.map(([key]) => key)).toEqual([finishedKey(GUILD, MEMBER, 'next')]);
  });

  it('keeps no addresses of the service, because they can be of any length', async () => {
    const address = `data:image/png;base64,${'A'.repeat(100_000)}`;
    const task = { ...deliveredAs({ how: 'linked', address }), resultUrl: address, audioUrl: address };
    await add(sampleJob({ id: 'a' }, task, task, task, task));
    expect(await idsOf()).toEqual(['a']);
    expect([...stored('works').values()].join('')).not.toContain('base64');
  });

  it('loses none of many jobs that end together', async () => {
    const ids = Array.from({ length: 50 }, (_, number) => `job${number}`);
    await Promise.all(ids.map((id) => add(sampleJob({ id }))));
    expect((await idsOf()).sort()).toEqual(ids.sort());
  });

  it('belongs to one member in one server', async () => {
    await add(sampleJob({ id: 'a' }));
    await add(sampleJob({ id: 'b', memberId: SECOND_MEMBER }));
    expect(await idsOf()).toEqual(['a']);
    expect(await allOf(MEMBER, '200000000000000002')).toEqual([]);
    expect(await history.find(GUILD, MEMBER, 'b')).toBeUndefined();
    expect((await history.find(GUILD, MEMBER, 'a'))?.id).toBe('a');
  });

  it('doesn’t show entries that ended 90 days ago, and a sweep deletes them', async () => {
    await add(sampleJob({ id: 'a1' }));
    await clock.advance(89 * DAY_MS);
    await add(sampleJob({ id: 'new' }));
    expect(await idsOf()).toEqual(['new', 'a1']);
    await clock.advance(DAY_MS);
    expect(await idsOf()).toEqual(['new']);
    expect(await history.find(GUILD, MEMBER, 'a1')).toBeUndefined();
    await history.sweep(clock.now());
    expect([...stored().keys()]).toEqual([finishedKey(GUILD, MEMBER, 'new')]);
    await clock.advance(90 * DAY_MS);
    await history.sweep(clock.now());
    expect(stored().size).toBe(0);
  });

  it('loses nothing to a wrong clock while jobs end and messages are deleted', async () => {
    for (const id of ['a', 'b']) await add(sampleJob({ id }));
    clock.step(100 * DAY_MS);
    await add(sampleJob({ id: 'c' }));
    await deleteMessage('a');
    clock.step(-100 * DAY_MS);
    expect(await idsOf()).toEqual(['c', 'b', 'a']);
    expect((await history.find(GUILD, MEMBER, 'a'))?.location.messageId).toBeUndefined();
  });

  it('is swept page by page', async () => {
    const jobs = 1_300;
    const works = Array.from({ length: jobs }, (_, number) =>
      history.put(sampleJob({ id: `job${1_000 + number}`, memberId: String(300_000 + Math.floor(number / 3)) })),
    );
    await store.commit(works.flat());
    await clock.advance(91 * DAY_MS);
    await add(sampleJob({ id: 'new' }));
    const pages: number[] = [];
    const counting: Database = {
      read: (key) => database.read(key),
      page: async (range) => {
        const rows = await database.page(range);
        if (range.from.startsWith('finished:')) pages.push(rows.length);
        return rows;
      },
      count: (range) => database.count(range),
      commit: (writes) => database.commit(writes),
      disconnect: async () => undefined,
    };
    await (await openHistory(counting)).sweep(clock.now());
    expect([...stored().keys()]).toEqual([finishedKey(GUILD, MEMBER, 'new')]);
    expect(pages.reduce((sum, rows) => sum + rows, 0)).toBe(jobs + 1);
    expect(Math.max(...pages)).toBeLessThanOrEqual(100);
  });

  it('is swept past an unreadable key', async () => {
    await database.commit([['finished:broken', 'no time']]);
    await add(sampleJob({ id: 'old' }));
    await clock.advance(91 * DAY_MS);
    await history.sweep(clock.now());
    expect([...stored().keys()]).toEqual(['broken']);
  });

  describe('with an unreadable job', () => {
    const key = workKey(GUILD, 'b');
    let before: string;
    beforeEach(async () => {
      for (const id of ['a', 'b', 'c']) await add(sampleJob({ id }));
      before = (stored('works').get(key) ?? '').replace(/"tasks":\[.*?\]/, '"tasks":"none"');
      await database.commit([[`works:${key}`, before]]);
      history = await openHistory(database);
    });

    it('shows the others, keeps the unreadable one unchanged, and reports it once', async () => {
      expect(await idsOf()).toEqual(['c', 'a']);
      expect(await history.find(GUILD, MEMBER, 'b')).toBeUndefined();
      await deleteMessage('b');
      await add(sampleJob({ id: 'd' }));
      expect(await idsOf()).toEqual(['d', 'c', 'a']);
      expect(stored('works').get(key)).toBe(before);
      expect(store.unreadable()).toEqual({ works: 1 });
    });

    it('deletes it when the member has the others forgotten', async () => {
      await history.forget({ guildId: GUILD, memberId: MEMBER });
      expect(stored().size).toBe(0);
      expect(stored('works').has(key)).toBe(false);
    });

    it('deletes it once it has expired', async () => {
      await clock.advance(91 * DAY_MS);
      await history.sweep(clock.now());
      expect(stored().size).toBe(0);
      expect(stored('works').has(key)).toBe(false);
    });
  });

  it('shows jobs of a model that is no longer offered', async () => {
    const { request } = sampleJob();
    await add(sampleJob({ id: 'a', request: { ...request, modelId: 'model-of-last-year' } }));
    expect(await allOf()).toMatchObject([{ request: { modelId: 'model-of-last-year' } }]);
    expect(store.unreadable()).toEqual({});
  });

  it('is deleted when its member asks, and others’ histories stay', async () => {
    await add(sampleJob({ id: 'a' }));
    await add(sampleJob({ id: 'b', memberId: SECOND_MEMBER }));
    await history.forget({ guildId: GUILD, memberId: MEMBER });
    await history.forget({ guildId: GUILD, memberId: MEMBER });
    expect(await idsOf()).toEqual([]);
    expect(await idsOf(SECOND_MEMBER)).toEqual(['b']);
    expect(stored().size).toBe(1);
  });

  it('shows a job anew without keeping it longer, and brings none back that was forgotten', async () => {
    const resolved = { decision: 'released' as const, credits: 4 };
    const open: JobTask = { key: 'a-1', quoteCredits: 4, state: 'unconfirmed', reason: 'answer lost' };
    await add(sampleJob({ id: 'a' }, { ...open, resolved }));
    const { endedAtMs, ...shown } = (await history.find(GUILD, MEMBER, 'a')) as EndedJob;
    await clock.advance(DAY_MS);
    const show = (channelId: string) =>
      history.change({ guildId: GUILD, memberId: MEMBER, jobId: 'a' }, (now) => [
        shownAnew(now, { ...shown, location: { ...shown.location, channelId }, tasks: [open] }),
      ]);
    await show('400000000000000002');
    const location = { channelId: '400000000000000002' };
    expect(await allOf()).toMatchObject([{ endedAtMs, location, tasks: [{ resolved }] }]);
    await history.forget({ guildId: GUILD, memberId: MEMBER });
    await show('400000000000000003');
    expect(await allOf()).toEqual([]);
  });

  it('forgets the message of one job only', async () => {
    await add(sampleJob({ id: 'a' }));
    await add(sampleJob({ id: 'b' }));
    await deleteMessage('a');
    const [b, a] = await allOf();
    expect(a?.id).toBe('a');
    expect(a?.location.messageId).toBeUndefined();
    expect(b?.location.messageId).toBe('600000000000000001');
  });
});
