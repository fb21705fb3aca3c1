import type { Job } from '../jobs/job.ts';
import { sortableId, sortableIdBefore } from '../jobs/job-id.ts';
import { type HistoryEntry, type HistoryPage, type HistoryRequest, jobFromEntry } from '../jobs/records/history.ts';
import type { Clock } from '../time/clock.ts';
import { matcherOf, type WorkFilter } from './filter.ts';
import type { WorkRef } from './stars.ts';

/** Read together: a few milliseconds, so that others have their turn in between. */
const ROWS_AT_ONCE = 200;
/** Of a member's set, read together. */
const FOUND_AT_ONCE = 20;
/** So long is searched before an answer: Discord waits three seconds, and pictures are fetched after it. */
export const SEARCH_WITHIN_MS = 1_000;

/** Where a page begins among a member's works, those asked for last first. */
export type PageStart =
  | { at: 'newest' }
  /** With this job, or behind it, or so that it ends before it. */
  | { at: 'from' | 'older' | 'newer'; jobId: string };

/** A work on a page: one that has ended, or is being made. */
export interface FoundWork {
  job: Job;
  /** Undefined while it is being made. */
  entry: HistoryEntry | undefined;
}

export interface FoundPage {
  works: FoundWork[];
  /** Whether there are newer ones, and the last that was looked at where there may be older ones. */
  hasNewer: boolean;
  olderThan: string | undefined;
  /** Where the time was up before the page was full: what was asked for before this job is not searched yet. */
  isCut: boolean;
}

export interface SearchParts {
  clock: Pick<Clock, 'monotonicMs'>;
  page(request: HistoryRequest): Promise<HistoryPage>;
  /** Of the member, what has not ended. */
  underWay: readonly Job[];
  find(work: WorkRef): Promise<HistoryEntry | undefined>;
  /** Whether the member may find it, who may not read every prompt of others. */
  mayFind(entry: HistoryEntry): Promise<boolean>;
  /** Where only works of a set are looked for: that set. */
  among: readonly WorkRef[] | undefined;
}

/** A page of what a member looks for. Bounded in time: where much has to be read, the rest is another page. */
export async function searchWorks(
  filter: WorkFilter,
  start: PageStart,
  most: number,
  parts: SearchParts,
): Promise<FoundPage> {
  const found = parts.among
    ? await searchAmong(filter, start, most, { ...parts, among: parts.among })
    : await searchAll(filter, start, most, parts);
  // Fewer than a page of newer ones: they are shown with those that follow.
  const isTop = start.at === 'newer' && !found.hasNewer && !found.isCut && found.works.length < most;
  return isTop ? searchWorks(filter, { at: 'newest' }, most, parts) : found;
}

interface Range extends Pick<HistoryRequest, 'after' | 'forwards' | 'sinceMs' | 'untilMs'> {
  isWithin(jobId: string): boolean;
}

/** Sorts behind an id and all that only continue it. */
const BEHIND = '~';

function rangeOf({ sinceMs, untilMs }: WorkFilter, start: PageStart): Range {
  const since = sinceMs === undefined ? '' : sortableIdBefore(sinceMs);
  const until = untilMs === undefined ? BEHIND : `${sortableIdBefore(untilMs)}${BEHIND}`;
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
    after: start.at === 'from' ? `${own}${BEHIND}` : own,
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
  const matches = matcherOf(filter);
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
  return pageOf(works, start, most, isCut && ended.length <= most ? lastRead : undefined);
}

function isPlain({ words, modelId, kind }: WorkFilter): boolean {
  return words === undefined && modelId === undefined && kind === undefined;
}

async function searchAmong(
  filter: WorkFilter,
  start: PageStart,
  most: number,
  { clock, find, mayFind, among }: SearchParts & { among: readonly WorkRef[] },
): Promise<FoundPage> {
  const { isWithin } = rangeOf(filter, start);
  const matches = matcherOf(filter);
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
  return pageOf(works, start, most, isCut ? refs[read - 1]?.jobId : undefined);
}

function workOf(entry: HistoryEntry): FoundWork {
  return { job: jobFromEntry(entry), entry };
}

/** @param cutAt the last that was looked at, where there are more that were not. */
function pageOf(found: readonly FoundWork[], { at }: PageStart, most: number, cutAt: string | undefined): FoundPage {
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
