import { z } from 'zod';
import {
  amountSchema,
  COUNTERS_MAX,
  HOLDS_MAX,
  idSchema,
  LEDGER_MAX_ENTRIES,
  LEDGER_PAGE_ENTRIES,
  LEDGER_RECENT_ENTRIES,
  SHARES_MAX,
  sumSchema,
  taskKeySchema,
  timeSchema,
} from './amounts.ts';
import { type Change, type Entry, entrySchema } from './ledger.ts';
import { periodKeySchema } from './period.ts';
import { allowanceSchema } from './plan.ts';
import { NEW_SETTINGS, NO_PAUSES, pausesSchema, settingsSchema } from './settings.ts';
import { counterKeySchema, shareSchema } from './shares.ts';
import { applyChange, NO_SUMS, roomOf, sumsSchema } from './sums.ts';

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
  countedIn: z.array(counterKeySchema).max(SHARES_MAX).default([]),
});
export type Hold = z.output<typeof holdSchema>;

/**
 * A server's account: balance, holds and ledger in one document, so that no crash can part them.
 * Strict: a field that this version does not know must not be lost by writing the rest.
 */
export const accountSchema = z.strictObject({
  version: z.literal(1),
  allowance: allowanceSchema,
  settings: settingsSchema.default(NEW_SETTINGS),
  pauses: pausesSchema.default(NO_PAUSES),
  shares: z.array(shareSchema).max(SHARES_MAX).default([]),
  counters: z
    .record(counterKeySchema, sumSchema)
    .refine((counters) => Object.keys(counters).length <= COUNTERS_MAX)
    .default({}),
  sums: sumsSchema,
  holds: z.record(taskKeySchema, holdSchema).refine((holds) => Object.keys(holds).length <= HOLDS_MAX),
  ledger: z.strictObject({
    /** What rolled out: how many entries, and what they came to. */
    carried: z.strictObject({ entries: z.int().min(0), sums: sumsSchema }),
    entries: z.array(entrySchema).max(LEDGER_MAX_ENTRIES),
  }),
});
export type Account = z.output<typeof accountSchema>;

export const NEW_ACCOUNT: Account = {
  version: 1,
  allowance: 'default',
  settings: NEW_SETTINGS,
  pauses: NO_PAUSES,
  shares: [],
  counters: {},
  sums: NO_SUMS,
  holds: {},
  ledger: { carried: { entries: 0, sums: NO_SUMS }, entries: [] },
};

export function holdOf(account: Account, taskKey: string): Hold | undefined {
  return Object.hasOwn(account.holds, taskKey) ? account.holds[taskKey] : undefined;
}

/** The account with one more entry, and the sums that go with it; the oldest entries roll out when there are too many. */
export function withChange(account: Account, change: Change): Account {
  const { carried, entries } = account.ledger;
  const sums = applyChange(account.sums, change);
  const place = { number: carried.entries + entries.length + 1, ...roomOf(sums, change.periodKey) };
  const entry: Entry = { ...change, ...place };
  const ledger = rollOut({ carried, entries: [...entries, entry] });
  return { ...account, sums, ledger };
}

function rollOut({ carried, entries }: Account['ledger']): Account['ledger'] {
  if (entries.length <= LEDGER_RECENT_ENTRIES) return { carried, entries };
  // Pages begin at 1, 101 and so on, also where an earlier version let entries go one by one.
  const leaving = entries.slice(0, LEDGER_PAGE_ENTRIES - (carried.entries % LEDGER_PAGE_ENTRIES));
  return rollOut({
    carried: { entries: carried.entries + leaving.length, sums: leaving.reduce(applyChange, carried.sums) },
    entries: entries.slice(leaving.length),
  });
}
