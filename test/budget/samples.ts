import { type Account, NEW_ACCOUNT } from '../../src/budget/account/account.ts';
import { decideBooking } from '../../src/budget/account/bookings.ts';
import { type Decision, decideHold, type NewHolds, type Terms } from '../../src/budget/account/decisions.ts';
import { type AccountOperation, type By, decideOperation } from '../../src/budget/account/operations.ts';
import { createLedgerCheck, type Fault } from '../../src/budget/audit/check.ts';
import { changesOf, openBooks } from '../../src/budget/books/books.ts';
import type { Entry } from '../../src/budget/ledger/ledger.ts';
import { type DayUsage, isUsage, NO_DAY_USAGE, withUsage } from '../../src/budget/ledger/usage.ts';
import { dateAt } from '../../src/budget/periods/calendar.ts';
import type { Store } from '../../src/store/store.ts';

export const NOVEMBER_MS = Date.UTC(2026, 10, 20, 12);
export const DECEMBER_MS = Date.UTC(2026, 11, 2, 12);
export const DAY_MS = 86_400_000;

/** What the service charged before its first task. */
export const NO_TALLY = { chargedCredits: 0, refundedCredits: 0, writtenOffCredits: 0, openCredits: 0 };

export function terms(nowMs = NOVEMBER_MS, defaultAllowanceCredits = 100): Terms {
  return { nowMs, defaultAllowanceCredits };
}

export function request(jobId: string, ...quotes: number[]): NewHolds {
  const modelId = 'image-model-a';
  const tasks = quotes.map((quoteCredits, index) => ({ taskKey: `${jobId}.${index}`, quoteCredits, modelId }));
  return { jobId, memberId: 'member', tasks };
}

/** The account after a decision that changed it. */
export function changed<Outcome>({ account, outcome }: Decision<Outcome>): Account {
  if (account === undefined) throw new Error(`nothing changed: ${JSON.stringify(outcome)}`);
  return account;
}

/** A new account that holds these quotes for one job. */
export function holding(jobId: string, ...quotes: number[]): Account {
  return changed(decideHold(NEW_ACCOUNT, request(jobId, ...quotes), terms()));
}

type Now = Pick<Terms, 'nowMs'>;
export const decideCorrect = (account: Account, taskKey: string, credits: number, now: Now) =>
  decideBooking(account, { kind: 'correct', taskKey, credits }, now);
export const decideSettle = (account: Account, taskKey: string, credits: number, now: Now) =>
  decideBooking(account, { kind: 'settle', taskKey, credits }, now);
export const decideRelease = (account: Account, taskKey: string, why: string, now: Now) =>
  decideBooking(account, { kind: 'release', taskKey, why }, now);
export const decideUnconfirmed = (account: Account, taskKey: string, now: Now) =>
  decideBooking(account, { kind: 'mark unconfirmed', taskKey }, now);

export const OPERATOR = { byId: 'op', role: 'operator' } as const;
export const MANAGER = { byId: 'm', role: 'manager' } as const;
export const decide = (account: Account, operation: AccountOperation, now: Terms = terms(), by: By = OPERATOR) =>
  decideOperation(account, operation, by, now);

/** What is wrong with an account that came about by decisions alone, so that its latest entries are all that there are. */
export function check(account: Account): Fault[] {
  const books = createLedgerCheck(account);
  books.read(account.latest);
  return books.end();
}

/** Writes an account that came about by decisions alone, with all its records. */
export function keepAccount(
  store: Pick<Store, 'collection' | 'commit'>,
  guildId: string,
  after: Account,
): Promise<void> {
  return store.commit(changesOf(openBooks(store), guildId, NEW_ACCOUNT, after));
}

/** The days of these entries, on from those that there are. */
export function countedDays(
  entries: readonly Entry[],
  timeZone: string,
  before: ReadonlyMap<string, DayUsage> = new Map(),
): Map<string, DayUsage> {
  const days = new Map(before);
  for (const entry of entries.filter(isUsage)) {
    const date = dateAt(entry.atMs, timeZone);
    days.set(date, withUsage(days.get(date) ?? NO_DAY_USAGE, entry));
  }
  return days;
}
