import type { EndedJob } from '../jobs/job/job.ts';
import { sortableId, sortableIdBefore } from '../jobs/job/job-id.ts';
import type { HistoryPage, HistoryRequest } from '../jobs/records/history.ts';
import type { Clock } from '../time/clock.ts';
import { createMatcher, type WorkFilter } from './filter.ts';
import type { WorkRef } from './stars.ts';

/** Parsing this many takes a few milliseconds, so that other work isn't blocked for long. */
const ROWS_AT_ONCE = 200;
/** How many works of a set to read at once. */
const FOUND_AT_ONCE = 20;
/** Discord waits three seconds, and pictures are looked up after the search. */
export const SEARCH_WITHIN_MS = 1_000;

/** Where a page starts among a member's works, newest first. */
export type PageStart =
  | { at: 'newest' }
  /** From this job on, after it, or the page before it. */
  | { at: 'from' | 'older' | 'newer'; jobId: string };

export interface FoundPage {
  works: EndedJob[];
  hasNewer: boolean;
  /** The last job that was searched, if there may be older ones. */
  olderThan: string | undefined;
  /** The time ran out before the page was full, so older works haven't been searched. */
  isCut: boolean;
}

export interface SearchParts {
  clock: Pick<Clock, 'monotonicMs'>;
  page(request: HistoryRequest): Promise<HistoryPage>;
  find(work: WorkRef): Promise<EndedJob | undefined>;
  /** Whether the member may find a work, which may be another member's. */
  mayFind(entry: EndedJob): Promise<boolean>;
  /** Searches only this set, if there is one. */
  among: readonly WorkRef[] | undefined;
}

/** Finds one page of finished works within a time limit. If time runs out, the page has fewer works. */
export async function searchWorks(
  filter: WorkFilter,
  start: PageStart,
  most: number,
  parts: SearchParts,
): Promise<FoundPage> {
  const { among, clock, mayFind } = parts;
  const range = rangeOf(filter, start);
  const matches = createMatcher(filter);
  const rowsAtOnce = isPlain(filter) ? most + 1 : ROWS_AT_ONCE;
  const untilMs = clock.monotonicMs() + SEARCH_WITHIN_MS;
  const ended: EndedJob[] = [];
  let cutAt: string | undefined;
  for await (const { entries, lastId, isLast } of among
    ? readSet(range, among, parts)
    : readAll(range, rowsAtOnce, parts)) {
    for (const entry of entries) {
      if (!matches(entry.request) || (among && !(await mayFind(entry)))) continue;
      ended.push(entry);
    }
    cutAt = isLast ? undefined : (lastId ?? cutAt);
    if (ended.length > most || clock.monotonicMs() > untilMs) break;
  }
  const page = toFoundPage(ended, start, most, ended.length > most ? undefined : cutAt);
  // Fewer newer works than a page holds: show the first page instead.
  const isTop = start.at === 'newer' && !page.hasNewer && !page.isCut && page.works.length < most;
  return isTop ? searchWorks(filter, { at: 'newest' }, most, parts) : page;
}

function isPlain({ words, modelId, kind }: WorkFilter): boolean {
  return words === undefined && modelId === undefined && kind === undefined;
}

interface Range extends Pick<HistoryRequest, 'after' | 'forwards' | 'sinceMs'> {
  isWithin(jobId: string): boolean;
}

/** Sorts after an id and everything that starts with it. */
const AFTER_ALL = '~';

function rangeOf({ sinceMs }: WorkFilter, start: PageStart): Range {
  const since = sinceMs === undefined ? '' : sortableIdBefore(sinceMs);
  const forwards = start.at === 'newer';
  const own = start.at === 'newest' ? undefined : sortableId(start.jobId);
  const after = start.at === 'from' ? `${own}${AFTER_ALL}` : own;
  const isBeyond = (id: string): boolean => after === undefined || (forwards ? id > after : id < after);
  const isWithin = (jobId: string): boolean => {
    const id = sortableId(jobId);
    return id > since && isBeyond(id);
  };
  return { sinceMs, forwards, after, isWithin };
}

/** Some of the works that a search goes through. `lastId` is the last of them, even if it no longer exists. */
interface Batch {
  entries: EndedJob[];
  lastId: string | undefined;
  isLast: boolean;
}

/** All of the member's own finished works. */
async function* readAll(range: Range, most: number, { page }: SearchParts): AsyncGenerator<Batch> {
  let { after } = range;
  do {
    const { entries, next } = await page({ ...range, after, most });
    yield { entries, lastId: entries.at(-1)?.id, isLast: next === undefined };
    after = next;
  } while (after !== undefined);
}

/** The finished works of a set. */
async function* readSet(
  { forwards, isWithin }: Range,
  among: readonly WorkRef[],
  { find }: SearchParts,
): AsyncGenerator<Batch> {
  const left = among.filter(({ jobId }) => isWithin(jobId)).sort((a, b) => compareIds(a.jobId, b.jobId, forwards));
  while (left.length > 0) {
    const some = left.splice(0, FOUND_AT_ONCE);
    const entries = (await Promise.all(some.map(find))).filter((entry) => entry !== undefined);
    yield { entries, lastId: some.at(-1)?.jobId, isLast: left.length === 0 };
  }
}

/** Newest first, unless the search goes forwards. */
function compareIds(a: string, b: string, forwards = false): number {
  const order = sortableId(a) > sortableId(b) ? 1 : -1;
  return forwards ? order : -order;
}

/** @param cutAt the last job that was searched, if the time ran out */
function toFoundPage(
  found: readonly EndedJob[],
  { at }: PageStart,
  most: number,
  cutAt: string | undefined,
): FoundPage {
  const isNewer = at === 'newer';
  const sorted = found.toSorted((a, b) => compareIds(a.id, b.id, isNewer));
  const works = sorted.slice(0, most);
  const hasMore = sorted.length > most;
  const last = hasMore ? works.at(-1)?.id : cutAt;
  if (isNewer) works.reverse();
  return {
    works,
    hasNewer: isNewer ? last !== undefined : at !== 'newest',
    olderThan: isNewer ? works.at(-1)?.id : last,
    isCut: !hasMore && cutAt !== undefined,
  };
}
