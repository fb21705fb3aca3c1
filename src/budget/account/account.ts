import { Map as PersistentMap } from 'immutable';
import { z } from 'zod';
import { amountSchema, counterKeySchema, idSchema, SHARES_MAX, sumSchema, timeSchema } from '../ledger/amounts.ts';
import type { Entry, NewEntry } from '../ledger/ledger.ts';
import { applyChange, NO_SUMS, roomOf, sumsSchema } from '../ledger/sums.ts';
import { isTimeZone } from '../periods/calendar.ts';
import { EVERY, periodKeySchema } from '../periods/period.ts';
import { type Counters, shareSchema } from './shares.ts';

/** A recurring allowance. */
const planSchema = z.strictObject({
  every: z.enum(EVERY),
  /** For each period; 0 if `every` is `none`. */
  credits: amountSchema,
  /** How many unused credits carry over into the next period at most. */
  carryCapCredits: amountSchema,
});
export type Plan = z.output<typeof planSchema>;

/** `default`: the currently configured credits for each calendar month. */
export const allowanceSchema = z.union([z.literal('default'), planSchema]);
export type Allowance = z.output<typeof allowanceSchema>;

/** A server's budget settings. */
export const settingsSchema = z.strictObject({
  /** Periods and shares start at midnight in this zone. */
  timeZone: z.string().refine(isTimeZone, 'an IANA time zone'),
  /** Ask the member before holding a quote of this much or more; null for never. */
  askFromCredits: amountSchema.nullable(),
});
export type Settings = z.output<typeof settingsSchema>;

const pauseSchema = z.strictObject({ atMs: timeSchema, byId: idSchema });

/** Credits set aside for one task until it is settled or released. */
export const holdSchema = z.strictObject({
  /** The quote, then the service's charge. */
  credits: amountSchema,
  jobId: idSchema,
  memberId: idSchema,
  modelId: idSchema,
  heldAtMs: timeSchema,
  /** The period that pays, no matter when the task ends. */
  periodKey: periodKeySchema,
  /** No one knows what the service charged. An operator decides. */
  unconfirmed: z.boolean(),
  /** What the service said it charged for an unconfirmed task, if no one believes it. */
  claimedCredits: sumSchema.optional(),
  /** The share counters it counts in. */
  countedIn: z.array(counterKeySchema).max(SHARES_MAX),
});
export type Hold = z.output<typeof holdSchema>;

/** The number and sum of an account's oldest entries. */
export const carriedSchema = z.strictObject({ entries: z.int().min(0), sums: sumsSchema });

/**
 * The account record that every change writes; it stays small. Holds, share counters and ledger entries are records of
 * their own (see `books.ts`). Strict, so that writing never drops a field that this version doesn't know.
 */
export const accountSchema = z.strictObject({
  allowance: allowanceSchema,
  settings: settingsSchema,
  /** Nothing new is held while either is set. Only who paused it can resume it. */
  pauses: z.strictObject({ operator: pauseSchema.nullable(), manager: pauseSchema.nullable() }),
  shares: z.array(shareSchema).max(SHARES_MAX),
  /** The sum of all entries. */
  sums: sumsSchema,
  /** The number of entries, including those no longer kept. */
  entries: z.int().min(0),
  /** The oldest entries, which are no longer kept. */
  carried: carriedSchema,
  /** The number of unconfirmed holds. */
  unconfirmed: z.strictObject({ holds: sumSchema, credits: sumSchema }),
});
export type AccountRecord = z.output<typeof accountSchema>;

export type Holds = PersistentMap<string, Hold>;

/** An account in memory: its record, holds, counters, and the entries of the current change. */
export interface Account extends AccountRecord {
  /** By task. Adding one doesn't copy the others. */
  holds: Holds;
  counters: Counters;
  /** The newest entries: those of this change, and any that were read before them. */
  latest: readonly Entry[];
}

export const NEW_ACCOUNT: Account = {
  allowance: 'default',
  settings: { timeZone: 'UTC', askFromCredits: null },
  pauses: { operator: null, manager: null },
  shares: [],
  sums: NO_SUMS,
  entries: 0,
  carried: { entries: 0, sums: NO_SUMS },
  unconfirmed: { holds: 0, credits: 0 },
  holds: PersistentMap(),
  counters: {},
  latest: [],
};

/** Adds an entry and updates the sums. */
export function withChange(account: Account, change: NewEntry): Account {
  const sums = applyChange(account.sums, change);
  const entries = account.entries + 1;
  const entry: Entry = { ...change, number: entries, ...roomOf(sums, change.periodKey) };
  return { ...account, sums, entries, latest: [...account.latest, entry] };
}

/** Folds the oldest entries, which leave the ledger together, into the carried sum. Undefined if it has them already. */
export function withoutOldest(account: Account, leaving: readonly Entry[]): Account | undefined {
  const { carried } = account;
  const counted = leaving.filter(({ number }) => number > carried.entries);
  const last = counted.at(-1);
  if (last === undefined) return undefined;
  return { ...account, carried: { entries: last.number, sums: counted.reduce(applyChange, carried.sums) } };
}

/** What stays of an account when its server is erased; undefined if that is all there is. */
export function withoutPeople(account: Account): Account | undefined {
  const { pauses, shares } = account;
  if (shares.length === 0 && pauses.manager === null) return undefined;
  return { ...account, shares: [], counters: {}, pauses: { ...pauses, manager: null } };
}

/** Sets or changes a hold, or ends it if none is given. */
export function withHold(account: Account, taskKey: string, hold: Hold | undefined): Account {
  const before = account.holds.get(taskKey);
  const holds = hold === undefined ? account.holds.delete(taskKey) : account.holds.set(taskKey, hold);
  const { unconfirmed } = account;
  const less = before?.unconfirmed ? before : undefined;
  const more = hold?.unconfirmed ? hold : undefined;
  if (less === undefined && more === undefined) return { ...account, holds };
  return {
    ...account,
    holds,
    unconfirmed: {
      holds: unconfirmed.holds - (less ? 1 : 0) + (more ? 1 : 0),
      credits: unconfirmed.credits - (less?.credits ?? 0) + (more?.credits ?? 0),
    },
  };
}
