import { z } from 'zod';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { BOUNDS } from './settings.ts';
import { DAY_MS } from './verdict.ts';

/** What is known of one member of one server. */

const timeSchema = z.int().min(0);
const count = z.int().min(0).default(0);

export const TIMEOUT_MAX_MS = 365 * DAY_MS;
export const REASON_MAX_CHARACTERS = 300;

/** Far more than could be on their way for one member. */
const LAST_COUNTED = 30;

export const memberRecordSchema = z.strictObject({
  version: z.literal(1),
  timeout: z
    .strictObject({
      untilMs: timeSchema,
      why: z.string().max(REASON_MAX_CHARACTERS),
      byId: z.string(),
      atMs: timeSchema,
    })
    .nullable()
    .default(null),
  trusted: z.strictObject({ byId: z.string(), atMs: timeSchema }).nullable().default(null),
  /** What was begun within the last day, oldest first; as many as the limit of a day may be. */
  begun: z.array(z.strictObject({ jobId: z.string(), atMs: timeSchema })).max(BOUNDS.jobsPerDay[1]),
  /** How often, ever. */
  counts: z.strictObject({
    begun: count,
    refused: count,
    approved: count,
    rejected: count,
    reported: count,
    hidden: count,
  }),
  /** What was counted last, so that a crash before anybody knows that it was makes it count once all the same. */
  lastCounted: z.array(z.string()).max(LAST_COUNTED).default([]),
});
export type MemberRecord = z.output<typeof memberRecordSchema>;
export type CountName = keyof MemberRecord['counts'];

export const NEW_MEMBER: MemberRecord = {
  version: 1,
  timeout: null,
  trusted: null,
  begun: [],
  counts: { begun: 0, refused: 0, approved: 0, rejected: 0, reported: 0, hidden: 0 },
  lastCounted: [],
};

export interface Members {
  of(guildId: string, memberId: string): Promise<MemberRecord>;
  /** Reads, decides and writes under the member's lock; a decision that gives back its argument writes nothing. */
  change(
    guildId: string,
    memberId: string,
    decide: (before: MemberRecord) => MemberRecord | Promise<MemberRecord>,
  ): Promise<MemberRecord>;
  /** @param once what is counted, where it may be counted again after a crash; the same again counts no more. */
  count(guildId: string, memberId: string, name: CountName, once?: string): Promise<void>;
  /** The members of a server of whom anything is known. */
  all(guildId: string): Promise<{ memberId: string; record: MemberRecord }[]>;
}

export function createMembers({
  collection,
  locks,
}: {
  collection: Collection<MemberRecord>;
  locks: KeyedLocks;
}): Members {
  const keyOf = (guildId: string, memberId: string): string => `${guildId}-${memberId}`;
  const members: Members = {
    of: async (guildId, memberId) => (await collection.get(keyOf(guildId, memberId))) ?? NEW_MEMBER,
    change: (guildId, memberId, decide) =>
      locks.run(`member:${keyOf(guildId, memberId)}`, async () => {
        const before = await members.of(guildId, memberId);
        const after = await decide(before);
        if (after !== before) await collection.set(keyOf(guildId, memberId), after);
        return after;
      }),
    count: async (guildId, memberId, name, once) => {
      await members.change(guildId, memberId, (before) => {
        if (once === undefined) return counted(before, name);
        if (before.lastCounted.includes(once)) return before;
        return { ...counted(before, name), lastCounted: [...before.lastCounted, once].slice(-LAST_COUNTED) };
      });
    },
    all: async (guildId) => {
      const { records } = await collection.all();
      return records
        .filter(([key]) => key.startsWith(`${guildId}-`))
        .map(([key, record]) => ({ memberId: key.slice(guildId.length + 1), record }));
    },
  };
  return members;
}

export function counted(record: MemberRecord, name: CountName): MemberRecord {
  return { ...record, counts: { ...record.counts, [name]: record.counts[name] + 1 } };
}

/** The record with one more thing begun; what is older than a day is dropped. Repeating it changes nothing. */
export function withBegun(record: MemberRecord, jobId: string, atMs: number): MemberRecord {
  if (record.begun.some((one) => one.jobId === jobId)) return record;
  const begun = record.begun.filter((one) => one.atMs > atMs - DAY_MS);
  const most = BOUNDS.jobsPerDay[1] - 1;
  return counted({ ...record, begun: [...begun.slice(-most), { jobId, atMs }] }, 'begun');
}
