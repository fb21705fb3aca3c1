import { Map as PersistentMap } from 'immutable';
import { z } from 'zod';
import { amountSchema, idSchema, SHARES_MAX, sumSchema, timeSchema } from '../amounts.ts';
import type { Entry, NewEntry } from '../ledger/ledger.ts';
import { applyChange, NO_SUMS, roomOf, sumsSchema } from '../ledger/sums.ts';
import { isTimeZone } from '../periods/calendar.ts';
import { allowanceSchema, periodKeySchema } from '../periods/period.ts';
import { type Counters, counterKeySchema, shareSchema } from './shares.ts';

/** What a server's managers choose. */
export const settingsSchema = z.strictObject({
  /** Periods and shares begin at this zone's midnight. */
  timeZone: z.string().refine(isTimeZone, 'an IANA time zone'),
  /** A quote of this much or more is asked about before it is held; null for never. */
  askFromCredits: amountSchema.nullable(),
});
export type Settings = z.output<typeof settingsSchema>;

const NEW_SETTINGS: Settings = { timeZone: 'UTC', askFromCredits: null };

const pauseSchema = z.strictObject({ atMs: timeSchema, byId: idSchema });

/** Nothing new is held while either is set; who paused it resumes it. */
export const pausesSchema = z.strictObject({ operator: pauseSchema.nullable(), manager: pauseSchema.nullable() });
export type Pauses = z.output<typeof pausesSchema>;

const NO_PAUSES: Pauses = { operator: null, manager: null };

/** Credits set aside for one task until it is settled or released. */
export const holdSchema = z.strictObject({
  /** The quote at first, then what the service really charged. */
  credits: amountSchema,
  jobId: idSchema,
  memberId: idSchema,
  modelId: idSchema,
  heldAtMs: timeSchema,
  /** The period that pays, however late the task ends. */
  periodKey: periodKeySchema,
  /** The create's answer was lost: the service may have charged. An operator decides. */
  unconfirmed: z.boolean(),
  /** The shares' counters that it counts in. */
  countedIn: z.array(counterKeySchema).max(SHARES_MAX),
});
export type Hold = z.output<typeof holdSchema>;

/** An account's first entries: how many they are, and what they come to. */
export const carriedSchema = z.strictObject({ entries: z.int().min(0), sums: sumsSchema });

/**
 * What is written of a server's account with every change: small, whatever its age and however much is under way. Its holds,
 * the shares' counters and the entries of its ledger are records of their own (see `books.ts`).
 * Strict: a field that this version does not know must not be lost by writing the rest.
 */
export const accountSchema = z.strictObject({
  allowance: allowanceSchema,
  settings: settingsSchema,
  pauses: pausesSchema,
  shares: z.array(shareSchema).max(SHARES_MAX),
  /** What all entries come to. */
  sums: sumsSchema,
  /** How many entries there are, those that are no longer kept included. */
  entries: z.int().min(0),
  /** Of the oldest entries, which are no longer kept. */
  carried: carriedSchema,
  /** Holds of which nobody knows whether the service charged. */
  unconfirmed: z.strictObject({ holds: sumSchema, credits: sumSchema }),
});
export type AccountRecord = z.output<typeof accountSchema>;

export type Holds = PersistentMap<string, Hold>;

/** An account as it is decided upon: what is written of it, all its holds and counters, and the entries of the change. */
export interface Account extends AccountRecord {
  /** By task. One more does not copy the thousands that there may be. */
  holds: Holds;
  counters: Counters;
  /** The newest entries: those that the change at hand makes, and as many before them as somebody read. */
  latest: readonly Entry[];
}

export const NEW_RECORD: AccountRecord = {
  allowance: 'default',
  settings: NEW_SETTINGS,
  pauses: NO_PAUSES,
  shares: [],
  sums: NO_SUMS,
  entries: 0,
  carried: { entries: 0, sums: NO_SUMS },
  unconfirmed: { holds: 0, credits: 0 },
};
export const NO_HOLDS: Holds = PersistentMap();

export function holdsFrom(holds: Readonly<Record<string, Hold>>): Holds {
  return PersistentMap(Object.entries(holds));
}

export const NEW_ACCOUNT: Account = { ...NEW_RECORD, holds: NO_HOLDS, counters: {}, latest: [] };

/** The account with one more entry, and the sums that go with it. */
export function withChange(account: Account, change: NewEntry): Account {
  const sums = applyChange(account.sums, change);
  const entries = account.entries + 1;
  const entry: Entry = { ...change, number: entries, ...roomOf(sums, change.periodKey) };
  return { ...account, sums, entries, latest: [...account.latest, entry] };
}

/** The account that no longer counts these entries singly: its oldest ones, which leave the ledger together. */
export function withoutOldest(account: Account, leaving: readonly Entry[]): Account {
  const { carried } = account;
  const counted = leaving.filter(({ number }) => number > carried.entries);
  const last = counted.at(-1);
  if (last === undefined) return account;
  return { ...account, carried: { entries: last.number, sums: counted.reduce(applyChange, carried.sums) } };
}

/** The account with a hold set, changed, or ended where there is none given. */
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
