import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { KeyedLocks } from '../store/locks.ts';
import { everyPage } from '../store/pages.ts';
import { type Collection, RecordError, StoreError } from '../store/store.ts';
import { type Job, type JobTask, requestSchema, taskSchema } from './job.ts';

/** Jobs kept for each member of each server. */
export const HISTORY_LENGTH = 100;
/** Each may hold a hundred jobs. */
const SWEPT_AT_ONCE = 20;
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
/** A member's entries in one server. They are read one by one: what one of them has become must not take the others with it. */
export const historySchema = z.array(z.unknown());
const datedSchema = z.object({ endedAtMs: z.int() });
const namedSchema = z.object({ jobId: z.string() });

export interface History {
  /** The member's ended jobs in this server, newest first. */
  of(guildId: string, memberId: string): Promise<HistoryEntry[]>;
  find(guildId: string, memberId: string, jobId: string): Promise<HistoryEntry | undefined>;
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
  /** Drops what was older than 90 days at the time given. @throws StoreError at the end, when some could not be looked at. */
  sweep(nowMs: number): Promise<void>;
}

export interface HistoryOptions {
  collection: Collection<unknown[]>;
  locks: KeyedLocks;
  clock: Clock;
  log: Log;
}

/** What a member's record holds. */
interface Kept {
  entries: HistoryEntry[];
  /** As they are: another version of Easel, or a person, may read them. */
  unreadable: unknown[];
}

/** Of so many records it is told that they hold something unreadable; more say nothing new. */
const TOLD_MAX = 1_000;

export function createHistory({ collection, locks, clock, log }: HistoryOptions): History {
  const keyOf = (guildId: string, memberId: string): string => `${guildId}-${memberId}`;
  const told = new Set<string>();
  const isOldAt =
    (nowMs: number) =>
    (raw: unknown): boolean => {
      const { data } = datedSchema.safeParse(raw);
      return data !== undefined && data.endedAtMs <= nowMs - HISTORY_DAYS * DAY_MS;
    };

  const tell = (key: string, unreadable: readonly unknown[]): void => {
    if (unreadable.length === 0 || told.has(key) || told.size >= TOLD_MAX) return;
    told.add(key);
    const [job] = unreadable.flatMap((raw) => namedSchema.safeParse(raw).data?.jobId ?? []);
    const facts = { server: key.split('-')[0], entries: unreadable.length, job };
    log.error(facts, 'a history has entries that cannot be read; they are left as they are');
  };

  /** Too old entries as well, unless they are dropped: only a sweep may do that for good, for a clock may be wrong. */
  const readKept = async (key: string, isDropped: (raw: unknown) => boolean = () => false): Promise<Kept> => {
    const kept: Kept = { entries: [], unreadable: [] };
    for (const raw of (await collection.get(key)) ?? []) {
      if (isDropped(raw)) continue;
      const { data } = historyEntrySchema.safeParse(raw);
      if (data) kept.entries.push(data);
      else kept.unreadable.push(raw);
    }
    tell(key, kept.unreadable);
    return kept;
  };
  const read = async (key: string): Promise<HistoryEntry[]> => (await readKept(key, isOldAt(clock.now()))).entries;

  const write = async (key: string, { entries, unreadable }: Kept): Promise<void> => {
    // Bounded like the rest; each version of Easel can leave some behind.
    const raws = [...entries, ...unreadable.slice(0, HISTORY_LENGTH)];
    if (raws.length > 0) await collection.set(key, raws);
    else await collection.delete(key);
  };
  const change = (key: string, decide: (entries: HistoryEntry[]) => HistoryEntry[]): Promise<void> =>
    locks.run(`history-${key}`, async () => {
      const { entries, unreadable } = await readKept(key);
      await write(key, { entries: decide(entries), unreadable });
    });

  return {
    of: (guildId, memberId) => read(keyOf(guildId, memberId)),
    find: async (guildId, memberId, jobId) =>
      (await read(keyOf(guildId, memberId))).find((entry) => entry.jobId === jobId),
    add: (job) => {
      const entry = entryOf(job, clock.now());
      return change(keyOf(entry.guildId, entry.memberId), (entries) =>
        [entry, ...entries.filter(({ jobId }) => jobId !== entry.jobId)].slice(0, HISTORY_LENGTH),
      );
    },
    replaceTask: async ({ guildId, memberId, jobId, taskKey }, decide) => {
      const key = keyOf(guildId, memberId);
      const decided = (task: JobTask): JobTask => (task.key === taskKey ? decide(task) : task);
      await change(key, (entries) =>
        entries.map((entry) => (entry.jobId === jobId ? { ...entry, tasks: entry.tasks.map(decided) } : entry)),
      );
      return (await read(key)).find((entry) => entry.jobId === jobId);
    },
    forgetMessage: (guildId, memberId, jobId) =>
      change(keyOf(guildId, memberId), (entries) =>
        entries.map(({ messageId, ...entry }) =>
          entry.jobId === jobId || messageId === undefined ? entry : { ...entry, messageId },
        ),
      ),
    forget: (guildId, memberId) => {
      const key = keyOf(guildId, memberId);
      return locks.run(`history-${key}`, () => write(key, { entries: [], unreadable: [] }));
    },
    sweep: async (nowMs) => {
      const isOld = isOldAt(nowMs);
      let failure: StoreError | undefined;
      const clear = (key: string): Promise<void> =>
        locks
          .run(`history-${key}`, async () => write(key, await readKept(key, isOld)))
          .catch((error: unknown) => {
            if (!(error instanceof StoreError)) throw error;
            failure = error;
          });
      for await (const { records, unreadable } of everyPage(collection, { most: SWEPT_AT_ONCE })) {
        await Promise.all(records.filter(([, entries]) => entries.some(isOld)).map(([key]) => clear(key)));
        if (unreadable.length > 0) failure = new RecordError(`the history ${unreadable.join(', ')} cannot be read`);
      }
      if (failure) throw failure;
    },
  };
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
