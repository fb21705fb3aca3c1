import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { KeyedLocks } from '../../store/locks.ts';
import { everyPage } from '../../store/pages.ts';
import type { Change, Collection, Store } from '../../store/store.ts';
import { type Job, type JobTask, requestSchema, taskSchema } from '../job.ts';
import { sortableId } from '../job-id.ts';

/** Jobs shown, and kept, for each member of each server. */
export const HISTORY_LENGTH = 100;
/** So many are read together, and dropped in commits that they share. */
const SWEPT_AT_ONCE = 100;
const HISTORY_DAYS = 90;
const DAY_MS = 86_400_000;

export const historyEntrySchema = z.object({
  jobId: z.string(),
  memberId: z.string(),
  guildId: z.string(),
  channelId: z.string(),
  /** None when the member never saw a message of this job, or it was deleted. */
  messageId: z.string().optional(),
  createdAtMs: z.int(),
  endedAtMs: z.int(),
  request: requestSchema,
  tasks: z.array(taskSchema),
  cancelled: z.boolean(),
});
/** A job that has ended, as its member finds it again. */
export type HistoryEntry = z.output<typeof historyEntrySchema>;
/** They are parsed when read: one that cannot be stays as it is, and takes no other with it. */
const historySchema = z.unknown();
const datedSchema = z.object({ endedAtMs: z.int() });

export interface History {
  /** The member's last ended jobs in this server, those asked for last first. */
  of(guildId: string, memberId: string): Promise<HistoryEntry[]>;
  find(guildId: string, memberId: string, jobId: string): Promise<HistoryEntry | undefined>;
  /** For the commit in which the job ends. */
  put(job: Job): Change;
  /** Adds or replaces the entry of this job. */
  add(job: Job): Promise<void>;
  /** Replaces one task of an ended job. Resolves with the entry as it is then, or undefined when there is none. */
  replaceTask(
    at: { guildId: string; memberId: string; jobId: string; taskKey: string },
    decide: (task: JobTask) => JobTask,
  ): Promise<HistoryEntry | undefined>;
  /** Notes that the job's message is gone. */
  forgetMessage(guildId: string, memberId: string, jobId: string): Promise<void>;
  /** Deletes all that is kept of this member in this server. */
  forget(guildId: string, memberId: string): Promise<void>;
  /** Drops what at the time given was older than 90 days, or had ended and is behind a member's last hundred. */
  sweep(nowMs: number): Promise<void>;
}

export interface HistoryOptions {
  store: Pick<Store, 'collection' | 'commit' | 'setAside'>;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
}

/** A record for each ended job, so that those of a member in a server are neighbours, in the order of the asking. */
export function historyRecords(store: Pick<Store, 'collection'>): Collection<unknown> {
  return store.collection('history', historySchema, { migrations: [refuseUndivided] });
}

/** The first version kept one record a member, which `upgradeHistory` divides at the start. */
function refuseUndivided(): never {
  throw new TypeError('not divided');
}

export function historyPrefix(guildId: string, memberId: string): string {
  return `${guildId}:${memberId}:`;
}

function prefixOf(key: string): string {
  return key.slice(0, key.lastIndexOf(':') + 1);
}

export function historyKey(guildId: string, memberId: string, jobId: string): string {
  return `${historyPrefix(guildId, memberId)}${sortableId(jobId)}`;
}

/** The record of all of a member's jobs, in the first version. */
export function undividedKey(guildId: string, memberId: string): string {
  return `${guildId}-${memberId}`;
}

/** Of so many servers it is told that something in them cannot be read; more say nothing new. */
const TOLD_MAX = 1_000;

export function createHistory({ store, locks, clock, log }: HistoryOptions): History {
  const collection = historyRecords(store);
  const told = new Set<string>();
  const locked = <Result>(guildId: string, memberId: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`history-${historyPrefix(guildId, memberId)}`, work);

  const tell = (guildId: string, key: string): void => {
    if (told.has(key) || told.size >= TOLD_MAX) return;
    told.add(key);
    store.setAside('history', key, 'it is of an unknown shape');
    log.error({ server: guildId, record: key }, 'an entry of a history cannot be read; it is left as it is');
  };

  const parse = (guildId: string, key: string, raw: unknown): HistoryEntry | undefined => {
    const { data } = historyEntrySchema.safeParse(raw);
    if (!data) tell(guildId, key);
    return data;
  };

  /** Also one that is too old by now: only a sweep may drop it for good, for a clock may be wrong. */
  const read = async (guildId: string, memberId: string, jobId: string): Promise<HistoryEntry | undefined> => {
    const key = historyKey(guildId, memberId, jobId);
    const raw = await collection.get(key);
    return raw === undefined ? undefined : parse(guildId, key, raw);
  };

  const change = (
    { guildId, memberId, jobId }: { guildId: string; memberId: string; jobId: string },
    decide: (entry: HistoryEntry) => HistoryEntry,
  ): Promise<HistoryEntry | undefined> =>
    locked(guildId, memberId, async () => {
      const entry = await read(guildId, memberId, jobId);
      if (!entry) return undefined;
      const changed = decide(entry);
      await collection.set(historyKey(guildId, memberId, jobId), changed);
      return changed;
    });

  /** Unless it was put there anew since its page was read. */
  const dropEnded = (key: string, nowMs: number): Promise<void> =>
    locks.run(`history-${prefixOf(key)}`, async () => {
      if (hasEndedBy(await collection.get(key), nowMs)) await store.commit([collection.drop(key)]);
    });

  const put = (job: Job): Change => {
    const entry = entryOf(job, clock.now());
    return collection.put(historyKey(entry.guildId, entry.memberId, entry.jobId), entry);
  };

  return {
    put,
    of: async (guildId, memberId) => {
      const nowMs = clock.now();
      const prefix = historyPrefix(guildId, memberId);
      const { records, unreadable } = await collection.page({ prefix, most: HISTORY_LENGTH, backwards: true });
      for (const key of unreadable) tell(guildId, key);
      return records.flatMap(([key, raw]) => (isOldAt(raw, nowMs) ? [] : (parse(guildId, key, raw) ?? [])));
    },
    find: async (guildId, memberId, jobId) => {
      const entry = await read(guildId, memberId, jobId);
      return entry && !isOldAt(entry, clock.now()) ? entry : undefined;
    },
    add: (job) => locked(job.place.guildId, job.memberId, () => store.commit([put(job)])),
    replaceTask: ({ taskKey, ...at }, decide) =>
      change(at, (entry) => ({
        ...entry,
        tasks: entry.tasks.map((task) => (task.key === taskKey ? decide(task) : task)),
      })),
    forgetMessage: async (guildId, memberId, jobId) => {
      await change({ guildId, memberId, jobId }, ({ messageId: _, ...entry }) => entry);
    },
    forget: (guildId, memberId) =>
      locked(guildId, memberId, async () => {
        await store.commit([collection.drop(undividedKey(guildId, memberId))]);
        for await (const { records, unreadable } of everyPage(collection, {
          prefix: historyPrefix(guildId, memberId),
        })) {
          const keys = [...records.map(([key]) => key), ...unreadable];
          await store.commit(keys.map((key) => collection.drop(key)));
        }
      }),
    sweep: async (nowMs) => {
      let member = '';
      let entries = 0;
      const isOver = ([key, raw]: [string, unknown]): boolean => {
        const own = prefixOf(key);
        entries = own === member ? entries + 1 : 1;
        member = own;
        return isOldAt(raw, nowMs) || (entries > HISTORY_LENGTH && hasEndedBy(raw, nowMs));
      };
      for await (const { records } of everyPage(collection, { most: SWEPT_AT_ONCE, backwards: true })) {
        await Promise.all(records.filter(isOver).map(([key]) => dropEnded(key, nowMs)));
      }
    },
  };
}

function isOldAt(raw: unknown, nowMs: number): boolean {
  return hasEndedBy(raw, nowMs - HISTORY_DAYS * DAY_MS);
}

function hasEndedBy(raw: unknown, atMs: number): boolean {
  const { data } = datedSchema.safeParse(raw);
  return data !== undefined && data.endedAtMs <= atMs;
}

/** A longer address is linked nowhere. */
const ADDRESS_MAX_CHARACTERS = 2_000;

/**
 * Without the addresses that nobody needs any more: they are signed, and of any length, so that a hundred jobs of them could
 * pass what a record may hold. Whoever wants a result again asks the service for a fresh one.
 */
function withoutAddresses(task: JobTask): JobTask {
  if (task.state !== 'delivered') return task;
  const { audioUrl: _, ...rest } = task;
  const { delivery } = task;
  const isLong = delivery.how === 'linked' && delivery.address.length > ADDRESS_MAX_CHARACTERS;
  return { ...rest, resultUrl: '', delivery: isLong ? { how: 'linked', address: '' } : delivery };
}

/** An ended job as it was, but for what opened its message for the first minutes. */
export function jobOf(entry: HistoryEntry): Job {
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
    ...{ id, createdAtMs, memberId, request, tasks },
    place: { ...at, applicationId: '', token: '', tokenIssuedAtMs: 0, uploadLimitBytes: 0 },
    ...(cancelled ? { cancelledAtMs: endedAtMs } : {}),
  };
}

function entryOf(job: Job, endedAtMs: number): HistoryEntry {
  const { place } = job;
  return {
    jobId: job.id,
    memberId: job.memberId,
    guildId: place.guildId,
    channelId: place.channelId,
    ...(place.messageId === undefined ? {} : { messageId: place.messageId }),
    createdAtMs: job.createdAtMs,
    endedAtMs,
    request: job.request,
    tasks: job.tasks.map(withoutAddresses),
    cancelled: job.cancelledAtMs !== undefined,
  };
}
