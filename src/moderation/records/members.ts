import { z } from 'zod';
import type { Decided } from '../../engine/driven-records.ts';
import type { Needs } from '../../runtime.ts';
import type { Owner } from '../../store/member-records.ts';
import { type Change, type Collection, defineCollection, type Store } from '../../store/store.ts';
import { isThere } from '../../store/unreadable-records.ts';
import { DAY_MS, isWithinLast } from '../../time/clock.ts';
import { BOUNDS } from '../settings/settings.ts';

/** What moderation keeps about each member of each server, and the list of timeouts by their ends. */

const timeSchema = z.int().min(0);
const count = z.int().min(0);

export const TIMEOUT_MAX_MS = 365 * DAY_MS;
export const REASON_MAX_CHARACTERS = 300;

/** Far more than one member can have in progress. */
const LAST_COUNTED = 30;

/** Moderators' decisions about a member that *Undo* takes back. */
const MEMBER_ACTIONS = ['timed out', 'timeout lifted', 'trusted', 'no longer trusted'] as const;
export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/** Bounds the cards of one member's reports. */
export const REPORTS_A_DAY = 20;

/** Longer than any timeout. Older facts no longer count: each request of a member writes their record. */
const KEPT_UNTOUCHED_MS = 400 * DAY_MS;

const timeoutSchema = z.strictObject({
  untilMs: timeSchema,
  why: z.string().max(REASON_MAX_CHARACTERS),
  byId: z.string(),
  atMs: timeSchema,
});

const trustSchema = z.strictObject({ byId: z.string(), atMs: timeSchema });

/** A timeout in its server's list, which is sorted by end. Expired ones are swept. */
export const listedTimeoutSchema = timeoutSchema.extend({ memberId: z.string() });
export type ListedTimeout = z.output<typeof listedTimeoutSchema>;

export const timeoutCollection = defineCollection({
  name: 'timeouts',
  schema: listedTimeoutSchema,
  serverOf: 'key',
  keeps: {
    what: 'the timeouts of a server’s members',
    ends: { after: 0, since: ({ untilMs }) => untilMs, words: 'when the timeout ends' },
    erased: { stays: 'so that they count' },
  },
});

export const memberRecordSchema = z.strictObject({
  timeout: timeoutSchema.nullable(),
  trusted: trustSchema.nullable(),
  /** What the last decision about the member replaced, and when, so that it can be undone. */
  replaced: z
    .strictObject({
      atMs: timeSchema,
      action: z.enum(MEMBER_ACTIONS),
      timeout: timeoutSchema.nullable(),
      trusted: trustSchema.nullable(),
    })
    .optional(),
  /** Requests started within the last day, oldest first, up to the highest daily limit. */
  requested: z.array(z.strictObject({ jobId: z.string(), atMs: timeSchema })).max(BOUNDS.jobsPerDay[1]),
  /** Their reports of other members' works within the last day, oldest first. */
  reportsMade: z
    .array(z.strictObject({ jobId: z.string(), atMs: timeSchema, isIntimate: z.boolean() }))
    .max(REPORTS_A_DAY),
  /** Totals since the member's first request. */
  counts: z.strictObject({
    requested: count,
    refused: count,
    approved: count,
    rejected: count,
    reported: count,
    hidden: count,
  }),
  /** The last events counted, so that a step repeated after a crash doesn't count twice. */
  lastCounted: z.array(z.string()).max(LAST_COUNTED),
  /** Time of the last write. */
  updatedAtMs: timeSchema,
});
export type MemberRecord = z.output<typeof memberRecordSchema>;

/** How many members' records are cached: those active at the same time. */
const CACHED_MAX = 5_000;

export const memberCollection = defineCollection({
  name: 'members',
  schema: memberRecordSchema,
  serverOf: 'key',
  cached: CACHED_MAX,
  keeps: {
    what: 'each member’s timeout, trust, counts and last day’s requests and reports',
    ends: {
      after: KEPT_UNTOUCHED_MS,
      since: ({ timeout, updatedAtMs }) => Math.max(updatedAtMs, (timeout?.untilMs ?? 0) - KEPT_UNTOUCHED_MS),
      words: '400 days after the last event',
    },
    erased: { stays: 'so that limits and timeouts count' },
  },
});
export type CountName = keyof MemberRecord['counts'];

export const NEW_MEMBER: MemberRecord = {
  timeout: null,
  trusted: null,
  requested: [],
  reportsMade: [],
  counts: { requested: 0, refused: 0, approved: 0, rejected: 0, reported: 0, hidden: 0 },
  lastCounted: [],
  updatedAtMs: 0,
};

/** Of a member's record in a server. */
const memberKey = (guildId: string, memberId: string): string => `${guildId}-${memberId}`;

/** Says whether Easel has seen members within their records' time: each request writes the member's. */
export function isSeenIn(store: Pick<Store, 'collection'>) {
  const members = store.collection(memberCollection);
  return ({ guildId, memberId }: Owner): Promise<boolean> => isThere(members.get(memberKey(guildId, memberId)));
}

export type Members = ReturnType<typeof createMembers>;

export function createMembers({ clock, store }: Needs<'clock' | 'store'>) {
  const collection = store.collection(memberCollection);
  const timeouts = store.collection(timeoutCollection);
  const { commit } = store;
  const keyOf = memberKey;
  const { locked } = collection;
  const find = async (guildId: string, memberId: string): Promise<MemberRecord> =>
    (await collection.get(keyOf(guildId, memberId))) ?? NEW_MEMBER;

  const changesTo = (key: string, before: MemberRecord, after: MemberRecord): Change[] => [
    collection.put(key, { ...after, updatedAtMs: clock.now() }),
    ...listingOf(timeouts, key, before.timeout, after.timeout),
  ];

  /** Runs `work` under the member's lock. To change the member, it commits what `toChanges` returns. */
  const runExclusive = <Result>(
    guildId: string,
    memberId: string,
    work: (before: MemberRecord, toChanges: (after: MemberRecord) => Change[]) => Promise<Result>,
  ): Promise<Result> => {
    const key = keyOf(guildId, memberId);
    return locked(key, async () => {
      const found = await find(guildId, memberId);
      const before = startedByNow(found, clock.now());
      if (before !== found) await commit(changesTo(key, found, before));
      return work(before, (after) => changesTo(key, before, after));
    });
  };
  /** Reads, decides and writes under the member's lock. Writes nothing if `decide` returns its argument. */
  const change = (
    guildId: string,
    memberId: string,
    decide: (before: MemberRecord) => MemberRecord | Promise<MemberRecord>,
  ): Promise<MemberRecord> =>
    runExclusive(guildId, memberId, async (before, toChanges) => {
      const after = await decide(before);
      if (after !== before) await commit(toChanges(after));
      return after;
    });

  const of = async (guildId: string, memberId: string): Promise<MemberRecord> => {
    const found = await find(guildId, memberId);
    return startedByNow(found, clock.now()) === found ? found : change(guildId, memberId, (before) => before);
  };

  return {
    of,
    change,
    runExclusive,
    /** Decides under the member's lock. Commits the decision with what belongs to it. */
    decide: <Outcome>(
      guildId: string,
      memberId: string,
      decide: (before: MemberRecord) => Decided<MemberRecord, Outcome>,
    ): Promise<Outcome> =>
      runExclusive(guildId, memberId, async (before, toChanges) => {
        const { after, also = [], outcome } = decide(before);
        if (after) await commit([...toChanges(after), ...also]);
        return outcome;
      }),
    /** @param once identifies the event if a crash may repeat the call; it counts once. */
    count: async (guildId: string, memberId: string, name: CountName, once?: string, by: 1 | -1 = 1): Promise<void> => {
      await change(guildId, memberId, (before) => {
        if (once === undefined) return counted(before, name, by);
        if (before.lastCounted.includes(once)) return before;
        return { ...counted(before, name, by), lastCounted: [...before.lastCounted, once].slice(-LAST_COUNTED) };
      });
    },
    /** Members in a timeout, the next to end first, at most `most`; `areAll` tells whether the list is complete. */
    timedOut: async (guildId: string, most: number) => {
      // Skips expired timeouts: `~` sorts after every character that can follow the time.
      const after = `${guildId}-${sortable(clock.now())}~`;
      const { records, next } = await timeouts.page({ prefix: `${guildId}-`, after, most });
      const ofNow = async (listed: ListedTimeout): Promise<ListedTimeout> =>
        listed.atMs > clock.now() ? { ...listed, ...(await of(guildId, listed.memberId)).timeout } : listed;
      return { timeouts: await Promise.all(records.map(([, listed]) => ofNow(listed))), areAll: next === undefined };
    },
  };
}

/** How the list changes with a member's timeout. */
function listingOf(
  timeouts: Collection<ListedTimeout>,
  key: string,
  before: MemberRecord['timeout'],
  after: MemberRecord['timeout'],
): Change[] {
  if (before === after) return [];
  const [guildId = '', memberId = ''] = key.split('-');
  const keyAt = (untilMs: number): string => `${guildId}-${sortable(untilMs)}-${memberId}`;
  return [
    ...(before ? [timeouts.drop(keyAt(before.untilMs))] : []),
    ...(after ? [timeouts.put(keyAt(after.untilMs), { ...after, memberId })] : []),
  ];
}

/** A timeout that was given while the clock was ahead starts now that it's right again, and keeps its length. */
function startedByNow(record: MemberRecord, nowMs: number): MemberRecord {
  const { timeout } = record;
  if (timeout === null || timeout.atMs <= nowMs) return record;
  const untilMs = nowMs + Math.max(0, timeout.untilMs - timeout.atMs);
  return { ...record, timeout: { ...timeout, atMs: nowMs, untilMs } };
}

/** Formats a time so that keys sort by it. */
function sortable(atMs: number): string {
  return String(atMs).padStart(16, '0');
}

export function counted(record: MemberRecord, name: CountName, by: 1 | -1 = 1): MemberRecord {
  return { ...record, counts: { ...record.counts, [name]: Math.max(0, record.counts[name] + by) } };
}

/** Adds a started request and drops those older than a day. Safe to repeat. */
export function withRequested(record: MemberRecord, jobId: string, atMs: number): MemberRecord {
  if (record.requested.some((one) => one.jobId === jobId)) return record;
  const requested = record.requested.filter((one) => isWithinLast(DAY_MS, one.atMs, atMs));
  const most = BOUNDS.jobsPerDay[1] - 1;
  return counted({ ...record, requested: [...requested.slice(-most), { jobId, atMs }] }, 'requested');
}
