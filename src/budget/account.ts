import { z } from 'zod';
import { amountSchema, HOLDS_MAX, idSchema, LEDGER_MAX_ENTRIES, taskKeySchema, timeSchema } from './amounts.ts';
import { type Change, type Entry, entrySchema } from './ledger.ts';
import { type PeriodKey, periodEndMs, periodKeyAt, periodKeySchema } from './period.ts';
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
});
export type Hold = z.output<typeof holdSchema>;

/**
 * A server's account: balance, holds and ledger in one document, so that no crash can part them.
 * Strict: a field that this version does not know must not be lost by writing the rest.
 */
export const accountSchema = z.strictObject({
  version: z.literal(1),
  /** `default`: the configured credits for each calendar month, as they are configured now. */
  allowance: z.literal('default'),
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
  sums: NO_SUMS,
  holds: {},
  ledger: { carried: { entries: 0, sums: NO_SUMS }, entries: [] },
};

export function holdOf(account: Account, taskKey: string): Hold | undefined {
  return Object.hasOwn(account.holds, taskKey) ? account.holds[taskKey] : undefined;
}

/** The account with one more entry, and the sums that go with it; the oldest entry rolls out when there are too many. */
export function withChange(account: Account, change: Change): Account {
  const { carried, entries } = account.ledger;
  const sums = applyChange(account.sums, change);
  const place = { number: carried.entries + entries.length + 1, ...roomOf(sums.periods[change.periodKey]) };
  const entry: Entry = { ...change, ...place };
  const ledger = rollOut({ carried, entries: [...entries, entry] });
  return { ...account, sums, ledger };
}

function rollOut({ carried, entries }: Account['ledger']): Account['ledger'] {
  const [oldest, ...rest] = entries;
  if (oldest === undefined || entries.length <= LEDGER_MAX_ENTRIES) return { carried, entries };
  return { carried: { entries: carried.entries + 1, sums: applyChange(carried.sums, oldest) }, entries: rest };
}

export interface Today {
  account: Account;
  periodKey: PeriodKey;
  renewsAtMs: number;
}

/**
 * The account as of now: the period that the clock is in is opened, with its allowance, unless it was before. A period is
 * opened once, whichever way the clock jumps. A default that was changed under way counts from the next look on.
 */
export function asOf(account: Account, nowMs: number, defaultAllowanceCredits: number): Today {
  const periodKey = currentPeriod(account, nowMs);
  const renewsAtMs = periodEndMs(periodKey);
  const period = account.sums.periods[periodKey];
  const common = { atMs: nowMs, periodKey };
  if (period === undefined) {
    const change: Change = { kind: 'period', ...common, allowanceCredits: defaultAllowanceCredits };
    return { account: withChange(account, change), periodKey, renewsAtMs };
  }
  if (period.allowanceCredits === defaultAllowanceCredits) return { account, periodKey, renewsAtMs };
  const amounts = { fromCredits: period.allowanceCredits, toCredits: defaultAllowanceCredits };
  return { account: withChange(account, { kind: 'allowance', ...common, ...amounts }), periodKey, renewsAtMs };
}

function currentPeriod({ sums }: Account, nowMs: number): PeriodKey {
  const key = periodKeyAt(nowMs);
  const isClosed = sums.closedThrough !== null && key <= sums.closedThrough && sums.periods[key] === undefined;
  // The clock is years behind: the oldest period that is still known stands in, so that nothing is granted twice.
  return (isClosed ? Object.keys(sums.periods).sort()[0] : undefined) ?? key;
}
