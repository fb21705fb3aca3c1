import type { Job } from '../jobs/job/job.ts';
import { sortableId, sortableIdBefore } from '../jobs/job/job-id.ts';
import { type HistoryEntry, type HistoryPage, type HistoryRequest, jobFromEntry } from '../jobs/records/history.ts';
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

/** A work on a page, finished or in progress. */
export interface FoundWork {
  job: Job;
  /** Undefined while it's in progress. */
  entry: HistoryEntry | undefined;
}

export interface FoundPage {
  works: FoundWork[];
  hasNewer: boolean;
  /** The last job that was searched, if there may be older ones. */
  olderThan: string | undefined;
  /** The time ran out before the page was full, so older works haven't been searched. */
  isCut: boolean;
}

export interface SearchParts {
  clock: Pick<Clock, 'monotonicMs'>;
  page(request: HistoryRequest): Promise<HistoryPage>;
  /** The member's jobs in progress. */
  underWay: readonly Job[];
  find(work: WorkRef): Promise<HistoryEntry | undefined>;
  /** Whether the member may find a work, which may be another member's. */
  mayFind(entry: HistoryEntry): Promise<boolean>;
  /** Searches only this set, if there is one. */
  among: readonly WorkRef[] | undefined;
}

/** Finds one page of works within a time limit. If time runs out, the page has fewer works. */
export async function searchWorks(
  filter: WorkFilter,
  start: PageStart,
  most: number,
  parts: SearchParts,
): Promise<FoundPage> {
  const found = parts.among
    ? await searchSet(filter, start, most, { ...parts, among: parts.among })
    : await searchAll(filter, start, most, parts);
  // Fewer newer works than a page holds: show the first page instead.
  const isTop = start.at === 'newer' && !found.hasNewer && !found.isCut && found.works.length < most;
  return isTop ? searchWorks(filter, { at: 'newest' }, most, parts) : found;
}

interface Range extends Pick<HistoryRequest, 'after' | 'forwards' | 'sinceMs' | 'untilMs'> {
  isWithin(jobId: string): boolean;
}

/** Sorts after an id and everything that starts with it. */
const AFTER_ALL = '~';

function rangeOf({ sinceMs, untilMs }: WorkFilter, start: PageStart): Range {
  const since = sinceMs === undefined ? '' : sortableIdBefore(sinceMs);
  const until = untilMs === undefined ? AFTER_ALL : `${sortableIdBefore(untilMs)}${AFTER_ALL}`;
  const isInTime = (id: string): boolean => id > since && id < until;
  const own = start.at === 'newest' ? undefined : sortableId(start.jobId);
  const isBeyond = (id: string): boolean => {
    if (own === undefined) return true;
    if (start.at === 'newer') return id > own;
    return start.at === 'older' ? id < own : id <= own;
  };
  return {
    sinceMs,
    untilMs,
    forwards: start.at === 'newer',
    after: start.at === 'from' ? `${own}${AFTER_ALL}` : own,
    isWithin: (jobId) => isInTime(sortableId(jobId)) && isBeyond(sortableId(jobId)),
  };
}

async function searchAll(
  filter: WorkFilter,
  start: PageStart,
  most: number,
  { clock, page, underWay }: SearchParts,
): Promise<FoundPage> {
  const { isWithin, ...range } = rangeOf(filter, start);
  const matches = createMatcher(filter);
  const making = underWay.filter((job) => isWithin(job.id) && matches(job.request));
  const ids = new Set(underWay.map(({ id }) => id));
  const untilMs = clock.monotonicMs() + SEARCH_WITHIN_MS;
  const ended: HistoryEntry[] = [];
  let next = range.after;
  let lastRead: string | undefined;
  let isCut = false;
  do {
    const read = await page({ ...range, after: next, most: isPlain(filter) ? most + 1 + ids.size : ROWS_AT_ONCE });
    ended.push(...read.entries.filter(({ jobId, request }) => !ids.has(jobId) && matches(request)));
    lastRead = read.entries.at(-1)?.jobId ?? lastRead;
    next = read.next;
    isCut = next !== undefined && clock.monotonicMs() > untilMs;
  } while (next !== undefined && ended.length <= most && !isCut);
  const works = [...making.map((job) => ({ job, entry: undefined })), ...ended.map(workOf)];
  return toFoundPage(works, start, most, isCut && ended.length <= most ? lastRead : undefined);
}

function isPlain({ words, modelId, kind }: WorkFilter): boolean {
  return words === undefined && modelId === undefined && kind === undefined;
}

async function searchSet(
  filter: WorkFilter,
  start: PageStart,
  most: number,
  { clock, find, mayFind, among }: SearchParts & { among: readonly WorkRef[] },
): Promise<FoundPage> {
  const { isWithin } = rangeOf(filter, start);
  const matches = createMatcher(filter);
  const order = start.at === 'newer' ? -1 : 1;
  const refs = among
    .filter(({ jobId }) => isWithin(jobId))
    .sort((a, b) => (sortableId(a.jobId) < sortableId(b.jobId) ? order : -order));
  const untilMs = clock.monotonicMs() + SEARCH_WITHIN_MS;
  const works: FoundWork[] = [];
  let read = 0;
  while (read < refs.length && works.length <= most && clock.monotonicMs() <= untilMs) {
    const some = refs.slice(read, read + FOUND_AT_ONCE);
    read += some.length;
    for (const entry of await Promise.all(some.map(find))) {
      if (entry && matches(entry.request) && (await mayFind(entry))) works.push(workOf(entry));
    }
  }
  const isCut = read < refs.length && works.length <= most;
  return toFoundPage(works, start, most, isCut ? refs[read - 1]?.jobId : undefined);
}

function workOf(entry: HistoryEntry): FoundWork {
  return { job: jobFromEntry(entry), entry };
}

/** @param cutAt the last job that was searched, if the time ran out */
function toFoundPage(
  found: readonly FoundWork[],
  { at }: PageStart,
  most: number,
  cutAt: string | undefined,
): FoundPage {
  const isNewer = at === 'newer';
  const order = isNewer ? 1 : -1;
  const sorted = found.toSorted((a, b) => (sortableId(a.job.id) > sortableId(b.job.id) ? order : -order));
  const works = sorted.slice(0, most);
  const hasMore = sorted.length > most;
  const last = hasMore ? works.at(-1)?.job.id : cutAt;
  if (isNewer) works.reverse();
  return {
    works,
    hasNewer: isNewer ? last !== undefined : at !== 'newest',
    olderThan: isNewer ? works.at(-1)?.job.id : last,
    isCut: !hasMore && cutAt !== undefined,
  };
}
