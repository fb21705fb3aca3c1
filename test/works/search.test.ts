import { beforeEach, describe, expect, it } from 'vitest';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { createHistory, type History, type HistoryRequest } from '../../src/jobs/records/history.ts';
import { openWorks } from '../../src/jobs/records/works.ts';
import type { Store } from '../../src/store/store.ts';
import type { WorkFilter } from '../../src/works/filter.ts';
import { type FoundPage, type PageStart, SEARCH_WITHIN_MS, searchWorks } from '../../src/works/search.ts';
import { sampleJob } from '../jobs/samples.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { GUILD, MEMBER } from '../support/job-service.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

let clock: FakeClock;
let store: Store;
let history: History;
let requests: HistoryRequest[];
/** How long it takes to read a page. */
let pageMs: number;
beforeEach(async () => {
  clock = new FakeClock();
  requests = [];
  pageMs = 0;
  store = await storeOver(new MemoryDatabase());
  history = createHistory({ store, works: openWorks(store), clock, keptMs: 1e12, answers: { put: () => [] } });
});

const idOf = (number: number): string => jobIdOf(String((BigInt(number + 1_000) * 60_000n) << 22n));
const { request } = sampleJob();
const workOf = (number: number, prompt = `hill ${number}`) =>
  sampleJob({ id: idOf(number), request: { ...request, prompt } });
/** This many works. Every tenth shows a heron. */
const add = async (count: number): Promise<void> => {
  const works = Array.from({ length: count }, (_, number) =>
    history.put(workOf(number, number % 10 === 0 ? `heron ${number}` : `hill ${number}`)),
  );
  for (let at = 0; at < works.length; at += 500) await store.commit(works.slice(at, at + 500).flat());
};
const find = (filter: WorkFilter, start: PageStart = { at: 'newest' }): Promise<FoundPage> =>
  searchWorks(filter, start, 5, {
    clock,
    page: async (asked) => {
      requests.push(asked);
      await clock.advance(pageMs);
      return history.page(GUILD, MEMBER, asked);
    },
    find: (work) => history.find(work.guildId, work.memberId, work.jobId),
    mayFind: async () => true,
    among: undefined,
  });
const prompts = ({ works }: FoundPage): string[] => works.map(({ request }) => request.prompt);
const rowsRead = (): number => requests.reduce((sum, { most }) => sum + most, 0);

describe('a search among a member’s works', () => {
  it('without a filter reads no more works than it shows', async () => {
    await add(2_000);
    const page = await find({});
    expect(prompts(page)).toEqual([1999, 1998, 1997, 1996, 1995].map((number) => `hill ${number}`));
    expect(rowsRead()).toBeLessThan(10);
    await find({}, { at: 'older', jobId: page.olderThan ?? '' });
    expect(rowsRead()).toBeLessThan(20);
  });

  it('for words finds all matches, page by page in both directions, and reads each row at most once per page', async () => {
    await add(300);
    const all: string[] = [];
    let page = await find({ words: 'heron' });
    const pages = [page];
    for (; page.olderThan !== undefined; pages.push(page)) {
      page = await find({ words: 'heron' }, { at: 'older', jobId: page.olderThan });
    }
    for (const one of pages) all.push(...prompts(one));
    expect(all).toEqual(Array.from({ length: 30 }, (_, index) => `heron ${290 - index * 10}`));
    const newer = await find({ words: 'heron' }, { at: 'newer', jobId: pages[2]?.works[0]?.id ?? '' });
    expect(prompts(newer)).toEqual(prompts(pages[1] as FoundPage));
    const top = await find({ words: 'heron' }, { at: 'newer', jobId: pages[0]?.works[2]?.id ?? '' });
    expect(prompts(top)).toEqual(prompts(pages[0] as FoundPage));
    expect(top.hasNewer).toBe(false);
    const same = await find({ words: 'heron' }, { at: 'from', jobId: pages[1]?.works[0]?.id ?? '' });
    expect(prompts(same)).toEqual(prompts(pages[1] as FoundPage));
  });

  it('stops when time runs out, says how far it got, and can continue from there', async () => {
    await add(1_000);
    for (const number of [5, 15]) await store.commit(history.put(workOf(number, `owl ${number}`)));
    pageMs = SEARCH_WITHIN_MS / 2 + 1;
    const first = await find({ words: 'owl' });
    expect(first).toMatchObject({ works: [], isCut: true });
    expect(requests).toHaveLength(2);
    const found: string[] = [];
    let page = first;
    for (let tries = 1; tries <= 5 && page.olderThan !== undefined; tries++) {
      page = await find({ words: 'owl' }, { at: 'older', jobId: page.olderThan });
      found.push(...prompts(page));
    }
    expect(found).toEqual(['owl 15', 'owl 5']);
    expect(page).toMatchObject({ isCut: false, olderThan: undefined });
  });

  it('in a set reads only the works of that set, and skips deleted ones', async () => {
    await add(50);
    const among = [3, 99, 40, 20].map((number) => ({ guildId: GUILD, memberId: MEMBER, jobId: idOf(number) }));
    const parts = {
      ...{ clock, among, mayFind: async ({ id }: { id: string }) => id !== idOf(20) },
      page: () => Promise.reject(new Error('not to be read')),
      find: (work: { jobId: string }) => history.find(GUILD, MEMBER, work.jobId),
    };
    expect(prompts(await searchWorks({}, { at: 'newest' }, 5, parts))).toEqual(['heron 40', 'hill 3']);
    const older = await searchWorks({}, { at: 'older', jobId: idOf(40) }, 5, parts);
    expect(prompts(older)).toEqual(['hill 3']);
    expect(older.works[0]?.id).toBe(idOf(3));
  });
});
