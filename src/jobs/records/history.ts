import { z } from 'zod';
import { dropOwned, type Owner } from '../../store/member-records.ts';
import { type Change, type Collection, defineCollection, type Store } from '../../store/store.ts';
import { unlessUnreadable } from '../../store/unreadable-records.ts';
import type { Clock } from '../../time/clock.ts';
import { type Job, type JobTask, requestSchema, taskSchema } from '../job/job.ts';
import { sortableId, sortableIdBefore } from '../job/job-id.ts';
import { isParent, sourceSchema } from '../job/sources.ts';
import type { Answers } from './answers.ts';
import { LINEAGE_KEPT_MS, type Lineage, lineageKey, lineageRecords, newestIn, putLineage } from './lineage.ts';

/** How many entries a sweep reads at once. */
const SWEPT_AT_ONCE = 100;

export const historyEntrySchema = z.object({
  jobId: z.string(),
  memberId: z.string(),
  guildId: z.string(),
  channelId: z.string(),
  /** Undefined if there is no message to link: never sent, deleted, or a draft's. */
  messageId: z.string().optional(),
  createdAtMs: z.int(),
  endedAtMs: z.int(),
  request: requestSchema,
  tasks: z.array(taskSchema),
  cancelled: z.boolean(),
  /** Who deleted its message with Easel, if not its author. Then only moderators can post it again. */
  deletedById: z.string().optional(),
});
/** A job that has ended, as its author finds it again. */
export type HistoryEntry = z.output<typeof historyEntrySchema>;
export type EntryRef = Pick<HistoryEntry, 'guildId' | 'memberId' | 'jobId'>;
/** Entries are parsed when read, so that an unreadable one affects no other. */
const historySchema = z.unknown();
const datedSchema = z.object({ endedAtMs: z.int() });
/** The fields of an entry that give its keys among the jobs made from others. */
const derivedSchema = z.object({
  guildId: z.string(),
  jobId: z.string(),
  request: z.object({ sources: z.array(sourceSchema) }),
});

export const historyCollection = defineCollection({
  name: 'history',
  schema: historySchema,
  serverOf: 'key',
  keeps: {
    what: 'finished jobs: prompt, model, cost, message, outcome and sources',
    ends: { when: '`HISTORY_KEPT_DAYS` (400) after the end' },
    erased: { goes: 'the member’s', stays: 'others’ entries say whose pictures they use' },
  },
});

/** A job that was made from a work, and its author. */
const derivedJobSchema = z.object({ jobId: z.string(), memberId: z.string() });
export type DerivedJob = z.output<typeof derivedJobSchema>;

export const derivedJobCollection = defineCollection({
  name: 'made_from',
  schema: derivedJobSchema,
  serverOf: 'key',
  keeps: {
    what: 'which jobs were made from a finished job, and by whom',
    ends: { when: 'with the job that was made' },
    erased: { goes: 'what names the member’s jobs' },
  },
});

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
  entries: HistoryEntry[];
  /** Where the next page continues; undefined at the end. */
  next: string | undefined;
}

export interface HistoryOptions {
  store: Pick<Store, 'collection' | 'commit' | 'reportUnreadable'>;
  clock: Clock;
  answers: Pick<Answers, 'put'>;
  /** How long a job is shown after its end; then a sweep deletes it. */
  keptMs: number;
}

/** One record for each ended job. A member's records in a server are neighbours, in order of request. */
export function historyRecords(store: Pick<Store, 'collection'>): Collection<unknown> {
  return store.collection(historyCollection);
}

export function historyPrefix(guildId: string, memberId: string): string {
  return `${guildId}:${memberId}:`;
}

/** Sorts after every id. */
const AFTER_ALL_IDS = '~';

function prefixOf(key: string): string {
  return key.slice(0, key.lastIndexOf(':') + 1);
}

/** The prefix of the jobs made from this one. */
function madeFromPrefix(guildId: string, jobId: string): string {
  return `${guildId}:${sortableId(jobId)}:`;
}

/** Its keys among the jobs made from others: one for each work that it uses or repeats itself. */
function derivedKeysOf(raw: unknown): string[] {
  const { data } = derivedSchema.safeParse(raw);
  if (!data) return [];
  const { guildId, jobId, request } = data;
  const parentIds = request.sources.flatMap((one) => (isParent(one) ? [one.id] : []));
  return [...new Set(parentIds)].map((id) => `${madeFromPrefix(guildId, id)}${sortableId(jobId)}`);
}

export function historyKey(guildId: string, memberId: string, jobId: string): string {
  return `${historyPrefix(guildId, memberId)}${sortableId(jobId)}`;
}

/** Reads entries. Reports an unreadable one and leaves it unchanged. */
function createEntryReader(
  collection: Collection<unknown>,
  { store, clock, keptMs }: Pick<HistoryOptions, 'store' | 'clock' | 'keptMs'>,
) {
  const isOldAt = (raw: unknown, nowMs: number): boolean => hasEndedBy(raw, nowMs - keptMs);

  const parse = (key: string, raw: unknown): HistoryEntry | undefined => {
    const { data } = historyEntrySchema.safeParse(raw);
    if (!data) store.reportUnreadable('history', key, 'it is of an unknown shape');
    return data;
  };

  /** Also an expired one: the clock may be wrong, so only a sweep deletes it. */
  const read = async (guildId: string, memberId: string, jobId: string): Promise<HistoryEntry | undefined> => {
    const key = historyKey(guildId, memberId, jobId);
    const raw = await unlessUnreadable(collection.get(key));
    return raw === undefined ? undefined : parse(key, raw);
  };

  return {
    isOldAt,
    read,
    page: async (guildId: string, memberId: string, request: HistoryRequest): Promise<HistoryPage> => {
      const nowMs = clock.now();
      const prefix = historyPrefix(guildId, memberId);
      const { after, backwards, isWithin } = rangeOf(prefix, request);
      const page = await collection.page({ prefix, after, most: request.most, backwards });
      const entries = page.records.flatMap(([key, raw]) =>
        isOldAt(raw, nowMs) || !isWithin(key) ? [] : (parse(key, raw) ?? []),
      );
      const isGoingOn = page.next !== undefined && isWithin(page.next);
      return { entries, next: isGoingOn ? page.next?.slice(prefix.length) : undefined };
    },
  };
}

export type History = ReturnType<typeof createHistory>;

export function createHistory(options: HistoryOptions) {
  const { answers, store, clock } = options;
  const collection = historyRecords(store);
  const derived = store.collection(derivedJobCollection);
  const lineage = lineageRecords(store);
  const { isOldAt, read, page } = createEntryReader(collection, options);
  const locked = <Result>(guildId: string, memberId: string, work: () => Promise<Result>): Promise<Result> =>
    collection.locked(historyPrefix(guildId, memberId), work);

  const runExclusive = <Result>(
    { guildId, memberId, jobId }: EntryRef,
    work: (entry: HistoryEntry | undefined, put: (entry: HistoryEntry) => Change) => Promise<Result>,
  ): Promise<Result> =>
    locked(guildId, memberId, async () => {
      const key = historyKey(guildId, memberId, jobId);
      return work(await read(guildId, memberId, jobId), (entry) => collection.put(key, entry));
    });

  const dropping = (key: string, raw: unknown): Change[] => [
    collection.drop(key),
    ...derivedKeysOf(raw).map(derived.drop),
  ];

  /** Deletes an entry unless it was replaced since its page was read. */
  const dropOld = (key: string, nowMs: number): Promise<void> =>
    collection.locked(prefixOf(key), async () => {
      const raw = await collection.get(key);
      if (isOldAt(raw, nowMs)) await store.commit(dropping(key, raw));
    });

  const put = (job: Job): Change[] => {
    const answered = answers.put(job.location.guildId, job.id, job.location);
    return [...putting({ collection, derived, lineage }, job, clock.now()), ...answered];
  };

  return {
    /** For the commit that ends the job. */
    put,
    /** The member's ended jobs in this server, newest request first. */
    page,
    /**
     * How many of the member's ended jobs are kept, or only those requested after `newerThan`. Counts expired ones until a
     * sweep deletes them, because leaving them out would mean reading each.
     */
    count: (guildId: string, memberId: string, newerThan?: string): Promise<number> =>
      collection.count({
        prefix: historyPrefix(guildId, memberId),
        after: newerThan === undefined ? undefined : historyKey(guildId, memberId, newerThan),
      }),
    find: async (guildId: string, memberId: string, jobId: string): Promise<HistoryEntry | undefined> => {
      const entry = await read(guildId, memberId, jobId);
      return entry && !isOldAt(entry, clock.now()) ? entry : undefined;
    },
    /** Whose an ended job is and what it was made from, also after its entry is gone. */
    lineageOf: (guildId: string, jobId: string): Promise<Lineage | undefined> =>
      lineage.get(lineageKey(guildId, jobId)),
    /** The ended jobs of all members of a server, newest request first, a page at a time. */
    newestIn: (guildId: string, request: { after: string | undefined; most: number }) =>
      newestIn(lineage, guildId, request),
    /** Jobs made from a result, newest request first, at most `most`. */
    listDerived: async (guildId: string, jobId: string, most: number): Promise<DerivedJob[]> => {
      const prefix = madeFromPrefix(guildId, jobId);
      const { records } = await derived.page({ prefix, most, backwards: true });
      return records.map(([, job]) => job);
    },
    /** Adds or replaces the entries of these jobs of one member, all or nothing. */
    add: (...jobs: [Job, ...Job[]]): Promise<void> =>
      locked(jobs[0].location.guildId, jobs[0].memberId, async () => {
        await store.commit(jobs.flatMap(put));
      }),
    /** Runs `work` with an ended job's entry, and with the function that replaces it. No one else changes it meanwhile. */
    runExclusive,
    /** Records that a person deleted the job's message. */
    forgetMessage: (work: EntryRef, byId: string): Promise<void> =>
      runExclusive(work, async (found, putEntry) => {
        if (!found) return;
        const { messageId: _, ...entry } = found;
        await store.commit([putEntry({ ...entry, ...(byId === entry.memberId ? {} : { deletedById: byId }) })]);
      }),
    /** Deletes all of this member's entries in this server. Their lineage stays. */
    forget: (owner: Owner): Promise<void> =>
      dropOwned(store, collection, owner, (_, raw) => derivedKeysOf(raw).map(derived.drop)),
    /** Deletes entries that had expired by then. */
    sweep: async (nowMs: number): Promise<void> => {
      const isOld = (raw: unknown): boolean => isOldAt(raw, nowMs);
      await sweepOld(collection, isOld, (key) => dropOld(key, nowMs));
      await sweepLineage(lineage, nowMs - Math.max(LINEAGE_KEPT_MS, options.keptMs));
    },
  };
}

interface EntryCollections {
  collection: Collection<unknown>;
  derived: Collection<DerivedJob>;
  lineage: ReturnType<typeof lineageRecords>;
}

/** A job's entry, its lineage, and its place among the jobs made from others. */
function putting({ collection, derived, lineage }: EntryCollections, job: Job, endedAtMs: number): Change[] {
  const entry = entryFromJob(job, endedAtMs);
  const { guildId, memberId, jobId } = entry;
  // Others must not learn of a draft.
  const isKnown = !entry.request.isDraft && entry.tasks.some(({ state }) => state === 'delivered');
  const derivedKeys = isKnown ? derivedKeysOf(entry) : [];
  return [
    collection.put(historyKey(guildId, memberId, jobId), entry),
    putLineage(lineage, job, endedAtMs),
    ...derivedKeys.map((derivedKey) => derived.put(derivedKey, { jobId, memberId })),
  ];
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

const sweepLineage = (lineage: ReturnType<typeof lineageRecords>, knownSinceMs: number): Promise<void> =>
  sweepOld(
    lineage,
    (one) => hasEndedBy(one, knownSinceMs),
    async (key) => void (await lineage.delete(key)),
  );

/** Goes page by page, so that other work runs in between. */
async function sweepOld(
  collection: Pick<Collection<unknown>, 'page'>,
  isOld: (raw: unknown) => boolean,
  drop: (key: string) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  do {
    const { records, next } = await collection.page({ after, most: SWEPT_AT_ONCE });
    await Promise.all(records.filter(([, raw]) => isOld(raw)).map(([key]) => drop(key)));
    after = next && skipYoung(next, records.at(-1), isOld);
  } while (after !== undefined);
}

/** Records with the same prefix are in order of age, so after one that is too young the sweep skips to the next prefix. */
function skipYoung(
  next: string,
  last: [key: string, raw: unknown] | undefined,
  isOld: (raw: unknown) => boolean,
): string {
  if (last?.[0] !== next || !datedSchema.safeParse(last[1]).success || isOld(last[1])) return next;
  return `${prefixOf(next)}${AFTER_ALL_IDS}`;
}

function hasEndedBy(raw: unknown, atMs: number): boolean {
  const { data } = datedSchema.safeParse(raw);
  return data !== undefined && data.endedAtMs <= atMs;
}

/** The longest address that is linked. */
const ADDRESS_MAX_CHARACTERS = 2_000;

/**
 * Without addresses that are no longer needed. They can be of any length and they expire; fetching a result again asks the
 * service for a new one.
 */
function withoutAddresses(task: JobTask): JobTask {
  if (task.state !== 'delivered') return task;
  const { audioUrl: _, ...rest } = task;
  const { delivery } = task;
  const isLong = delivery.how === 'linked' && delivery.address.length > ADDRESS_MAX_CHARACTERS;
  return { ...rest, resultUrl: '', delivery: isLong ? { how: 'linked', address: '' } : delivery };
}

/** The job of an entry, without its interaction token. */
export function jobFromEntry(entry: HistoryEntry): Job {
  const {
    jobId: id,
    createdAtMs,
    memberId,
    request,
    tasks,
    guildId,
    channelId,
    messageId,
    endedAtMs,
    cancelled,
  } = entry;
  const at = { guildId, channelId, ...(messageId === undefined ? {} : { messageId }) };
  return {
    id,
    createdAtMs,
    memberId,
    request,
    tasks,
    location: { ...at, applicationId: '', token: '', tokenIssuedAtMs: 0, uploadLimitBytes: 0 },
    ...(cancelled ? { cancelledAtMs: endedAtMs } : {}),
  };
}

/** The entry of a job, as if it ended at this time. */
export function entryFromJob(job: Job, endedAtMs: number): HistoryEntry {
  const { location } = job;
  return {
    jobId: job.id,
    memberId: job.memberId,
    guildId: location.guildId,
    channelId: location.channelId,
    ...(location.messageId === undefined || job.request.isDraft ? {} : { messageId: location.messageId }),
    createdAtMs: job.createdAtMs,
    endedAtMs,
    request: job.request,
    tasks: job.tasks.map(withoutAddresses),
    cancelled: job.cancelledAtMs !== undefined,
  };
}
