import type { Owner } from '../../store/member-records.ts';
import { everyPage, SWEPT_AT_ONCE } from '../../store/pages.ts';
import type { Change, Collection, Store } from '../../store/store.ts';
import { isThere, unlessUnreadable } from '../../store/unreadable-records.ts';
import type { Clock } from '../../time/clock.ts';
import { type EndedJob, hasEnded, isUnapproved, type Job, type JobRef } from '../job/job.ts';
import { jobIdOfSortable, sortableIdBefore } from '../job/job-id.ts';
import type { Answers } from './answers.ts';
import {
  type DerivedJob,
  finishedKey,
  finishedPrefix,
  madeFromPrefix,
  WORKS_KEPT_MS,
  type Works,
  workPrefix,
} from './works.ts';

export interface HistoryRequest {
  most: number;
  /** Continues after this: a `next`, or a job's `sortableId`. */
  after?: string | undefined;
  /** Oldest first. */
  forwards?: boolean;
  /** Requested at this time or later. */
  sinceMs?: number | undefined;
}

export interface HistoryPage {
  entries: EndedJob[];
  /** Where the next page continues; undefined at the end. */
  next: string | undefined;
}

export interface HistoryOptions {
  store: Pick<Store, 'commit'>;
  works: Works;
  clock: Clock;
  answers: Pick<Answers, 'put'>;
  /** How long a job is shown after its end; then a sweep forgets it. */
  keptMs: number;
}

/** How many of the jobs made from a work are read to list some of them. */
const DERIVED_READ = 100;
/** Sorts after every id. */
const AFTER_ALL_IDS = '~';

const prefixOf = (key: string): string => key.slice(0, key.lastIndexOf(':') + 1);
const jobIdIn = (key: string): string => jobIdOfSortable(key.slice(key.lastIndexOf(':') + 1));

export type History = ReturnType<typeof createHistory>;

/** Ended jobs, as their authors find them again. */
export function createHistory({ store, works, clock, answers, keptMs }: HistoryOptions) {
  const { finished } = works;
  const isOldAt = ({ endedAtMs }: { endedAtMs: number }, nowMs: number): boolean => endedAtMs <= nowMs - keptMs;

  /** Also an expired one: the clock may be wrong, so only a sweep forgets it. */
  const read = async (guildId: string, jobId: string): Promise<EndedJob | undefined> => {
    const job = await unlessUnreadable(works.get(guildId, jobId));
    return job && hasEnded(job) && !job.isForgotten ? job : undefined;
  };

  const put = (job: Job): Change[] => [
    ...works.end(job, job.endedAtMs ?? clock.now()),
    ...answers.put(job.location.guildId, job.id, job.location),
  ];

  /** Forgets the job of a key in the history, unless it changed since its page was read. An unreadable one goes whole. */
  const forgetKey = (key: string, isStill: (job: EndedJob) => boolean = () => true): Promise<void> => {
    const [guildId = ''] = key.split(':');
    const jobId = jobIdIn(key);
    return works.locked(jobId, async () => {
      const job = await unlessUnreadable(works.get(guildId, jobId));
      if (!job) await store.commit([works.drop(guildId, jobId), finished.drop(key)]);
      else if (hasEnded(job) && isStill(job)) await store.commit(works.forget(job));
    });
  };

  return {
    /** For the commit that ends the job. */
    put,
    /** The member's ended jobs in this server, newest request first. */
    page: async (guildId: string, memberId: string, request: HistoryRequest): Promise<HistoryPage> => {
      const nowMs = clock.now();
      const prefix = finishedPrefix(guildId, memberId);
      const { after, backwards, isWithin } = rangeOf(prefix, request);
      const { records, next } = await finished.page({ prefix, after, most: request.most, backwards });
      const keys = records.flatMap(([key, value]) => (isOldAt(value, nowMs) || !isWithin(key) ? [] : [key]));
      const found = await Promise.all(keys.map((key) => read(guildId, jobIdIn(key))));
      return {
        entries: found.filter((job) => job !== undefined),
        next: next !== undefined && isWithin(next) ? next.slice(prefix.length) : undefined,
      };
    },
    /**
     * How many of the member's ended jobs are kept, or only those requested after `newerThan`. Counts expired ones until a
     * sweep forgets them, because leaving them out would mean reading each.
     */
    count: (guildId: string, memberId: string, newerThan?: string): Promise<number> =>
      finished.count({
        prefix: finishedPrefix(guildId, memberId),
        after: newerThan === undefined ? undefined : finishedKey(guildId, memberId, newerThan),
      }),
    find: async (guildId: string, memberId: string, jobId: string): Promise<EndedJob | undefined> => {
      const job = await read(guildId, jobId);
      return job?.memberId === memberId && !isOldAt(job, clock.now()) ? job : undefined;
    },
    /** Whether it's known whose the job is, also after its history. */
    isKnown: (guildId: string, jobId: string): Promise<boolean> => isThere(works.get(guildId, jobId)),
    /** The ended jobs of all members of a server, newest request first, a page at a time. */
    newestIn: async (
      guildId: string,
      request: { after: string | undefined; most: number },
    ): Promise<{ jobs: EndedJob[]; next: string | undefined }> => {
      const page = await works.records.page({ prefix: workPrefix(guildId), ...request, backwards: true });
      return { jobs: page.records.map(([, job]) => job).filter(hasEnded), next: page.next };
    },
    ...createDerived(works),
    withoutUnmade: createWithoutUnmade(works),
    /** Changes an ended job under its lock, with jobs that become ones of their own. */
    change: ({ guildId, jobId }: JobRef, next: (job: EndedJob) => [EndedJob, ...others: EndedJob[]]): Promise<void> =>
      works.locked(jobId, async () => {
        const job = await read(guildId, jobId);
        if (job) await store.commit(next(job).flatMap(put));
      }),
    /** Forgets all of this member's ended jobs in this server. */
    forget: async ({ guildId, memberId }: Owner): Promise<void> => {
      for await (const { records, unreadable } of everyPage(finished, { prefix: finishedPrefix(guildId, memberId) }))
        await Promise.all([...records.map(([key]) => key), ...unreadable].map((key) => forgetKey(key)));
    },
    /** Forgets the jobs that had expired by then, and deletes the records of those that ended long ago. */
    sweep: async (nowMs: number): Promise<void> => {
      await sweepOld(
        finished,
        (value) => isOldAt(value, nowMs),
        (key) => forgetKey(key, (job) => isOldAt(job, nowMs)),
      );
      const endedBeforeMs = nowMs - Math.max(WORKS_KEPT_MS, keptMs);
      await sweepOld(
        works.records,
        ({ endedAtMs }) => endedAtMs !== undefined && endedAtMs <= endedBeforeMs,
        async (key) => void (await works.records.delete(key)),
      );
    },
  };
}

/** What is made from a work. */
function createDerived({ derived }: Works) {
  return {
    /** Jobs made from the result itself that others may know of, newest request first, at most `most`. */
    listDerived: async (guildId: string, jobId: string, most: number): Promise<DerivedJob[]> => {
      const prefix = madeFromPrefix(guildId, jobId);
      const { records } = await derived.page({ prefix, most: DERIVED_READ, backwards: true });
      return records
        .map(([, job]) => job)
        .filter(({ isListed }) => isListed)
        .slice(0, most);
    },
    /** How many jobs have the work among their sources. */
    countDerived: (guildId: string, jobId: string): Promise<number> =>
      derived.count({ prefix: madeFromPrefix(guildId, jobId) }),
    /** The ids of all jobs with the work among their sources, running and failed ones too, oldest first. */
    everyDerivedId: async function* (guildId: string, jobId: string): AsyncGenerator<string> {
      for await (const page of everyPage(derived, { prefix: madeFromPrefix(guildId, jobId) }))
        yield* [...page.records.map(([key]) => key), ...page.unreadable].map(jobIdIn);
    },
  };
}

/**
 * Runs `work` under the job's lock. The changes that it gets delete the record of a request that was rejected before anything
 * was sent, so that its job can start. None if there is no such record.
 */
function createWithoutUnmade(works: Works) {
  return <Result>(
    guildId: string,
    jobId: string,
    work: (unmade: readonly Change[]) => Promise<Result>,
  ): Promise<Result> =>
    works.locked(jobId, async () => {
      const job = await works.get(guildId, jobId);
      return work(job && hasEnded(job) && isUnapproved(job) ? works.dropEnded(job) : []);
    });
}

/** The range of a member's keys that a request asks for. */
function rangeOf(prefix: string, { after, forwards = false, sinceMs }: HistoryRequest) {
  const since = sinceMs === undefined ? undefined : `${prefix}${sortableIdBefore(sinceMs)}`;
  const afterKey = after === undefined ? undefined : `${prefix}${after}`;
  return {
    after: forwards
      ? [afterKey, since]
          .filter((key) => key !== undefined)
          .toSorted()
          .at(-1)
      : afterKey,
    backwards: !forwards,
    isWithin: (key: string): boolean => since === undefined || key > since,
  };
}

/**
 * Goes page by page, so that other work runs in between. Records with the same prefix are in order of age, so after one that
 * is too young the sweep continues with the next prefix.
 */
async function sweepOld<Value>(
  collection: Pick<Collection<Value>, 'page'>,
  isOld: (value: Value) => boolean,
  drop: (key: string) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  do {
    const { records, next } = await collection.page({ after, most: SWEPT_AT_ONCE });
    await Promise.all(records.filter(([, value]) => isOld(value)).map(([key]) => drop(key)));
    const [lastKey, last] = records.at(-1) ?? [];
    const isPastOld = next !== undefined && lastKey === next && last !== undefined && !isOld(last);
    after = isPastOld ? `${prefixOf(next)}${AFTER_ALL_IDS}` : next;
  } while (after !== undefined);
}
