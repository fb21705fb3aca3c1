import type { Needs } from '../runtime.ts';
import type { Owner } from '../store/member-records.ts';
import type { Change as StoreChange } from '../store/store.ts';
import { type Account, type Hold, withoutPeople } from './account/account.ts';
import { type Booking, type BookingOutcome, decideBookings, decideReleaseJob } from './account/bookings.ts';
import {
  type Decision,
  decideHold,
  type HoldOutcome,
  type HoldRefusal,
  isHeld,
  type NewHolds,
  type Terms,
  type WeighOutcome,
  weigh,
} from './account/decisions.ts';
import {
  type AccountOperation,
  type By,
  decideOperation,
  noChange,
  type OperationOutcome,
} from './account/operations.ts';
import { roomInShares, type Share, type ShareRoom, type Spender } from './account/shares.ts';
import { type AccountView, viewOf } from './account/view.ts';
import { type AuditOptions, type AuditReport, audit } from './audit/audit.ts';
import { createAccountCache } from './books/account-cache.ts';
import { type ChangeParts, changeAccount, type Decide, dropAllOldest, sweepBooks } from './books/account-changes.ts';
import { openBooks } from './books/books.ts';
import { type Ceiling, type CeilingView, createCeiling } from './books/ceiling.ts';
import {
  countUnconfirmed,
  type LedgerRequest,
  readLedger,
  readRanking,
  readToday,
  readUnconfirmed,
  readUsage,
  type UnconfirmedHold,
} from './books/reading.ts';
import { createGlobalPause } from './global-pause.ts';
import { checkAmount } from './ledger/amounts.ts';
import type { Entry } from './ledger/ledger.ts';
import type { Usage, UsageOfAll } from './ledger/usage.ts';

type Also = () => readonly StoreChange[];
export type ExtraChanges = (outcome: OperationOutcome) => readonly StoreChange[];

export interface AccountsParts extends Needs<'clock' | 'store'> {
  /** What a server can spend each calendar month unless an operator decides otherwise. */
  defaultAllowanceCredits: number;
  /** A new server has no credits before an operator gives it an allowance or a grant. */
  needsApproval?: boolean;
  /** What all servers together can spend and hold in a calendar month (UTC); unlimited if left out. */
  ceilingCredits?: number | undefined;
  /** How long single entries are kept; then only their sum is. */
  ledgerKeptDays?: number;
  /** Whether a member did something in a server lately. If left out, everyone did. */
  isSeen?: (owner: Owner) => Promise<boolean>;
  /** Called after every change of an account, with its new entries. */
  onChange?: (guildId: string, entries: readonly Entry[]) => void;
  /** Called when a request was refused because its server isn't approved. */
  onNotApproved?: (guildId: string) => void;
}

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * The accounts of all servers. Every change is one commit, decided under the server's lock; repeating a change is
 * harmless and says so. All calls reject with StoreError when the store fails: then the change may or may not have been
 * made, and repeating it is the way to know. BudgetError if a number is out of bounds.
 */
export function createAccounts(parts: AccountsParts) {
  const { store, clock, defaultAllowanceCredits, needsApproval = false, ceilingCredits } = parts;
  checkAmount(defaultAllowanceCredits, 'the allowance');
  const books = openBooks(store);
  const globalPause = createGlobalPause(store, clock);
  const cache = createAccountCache(store, books);
  const ceiling = ceilingCredits === undefined ? undefined : createCeiling({ store, books, clock, ceilingCredits });
  const changing: ChangeParts = { store, books, cache, ceiling, onChange: parts.onChange };
  const look = async (guildId: string): Promise<Account> =>
    cache.get(guildId) ?? (await books.accounts.locked(guildId, () => cache.read(guildId)));

  const terms = (): Terms => ({ nowMs: clock.now(), defaultAllowanceCredits, needsApproval });
  const fullTerms = async (): Promise<Terms> => {
    await ceiling?.refresh();
    return { ...withCeiling(terms(), ceiling), isPausedEverywhere: await globalPause.isPaused() };
  };
  const noticed = <Outcome extends { outcome: string }>(guildId: string, outcome: Outcome): Outcome => {
    if (outcome.outcome === 'not approved') parts.onNotApproved?.(guildId);
    return outcome;
  };
  const change = <Outcome>(
    guildId: string,
    decide: Decide<Outcome>,
    also: (outcome: Outcome) => readonly StoreChange[] = () => [],
  ): Promise<Outcome> => changeAccount(changing, guildId, decide, also);

  return {
    view: async (guildId: string): Promise<AccountView> => viewOf(await look(guildId), await fullTerms()),
    /** Every server that has an account, by credits spent and held in its period, most first. */
    ranking: (): Promise<string[]> => readRanking(books, terms()),
    /** Why `hold` would refuse this now. A later `hold` can still be refused. */
    mayHold: async (guildId: string, request: NewHolds): Promise<HoldRefusal | undefined> => {
      const { outcome } = decideHold(await look(guildId), request, await fullTerms());
      return isHeld(outcome) ? undefined : noticed(guildId, outcome);
    },
    /** Whether to ask the member first, and if so, whether there is room. */
    weigh: async (guildId: string, request: NewHolds, isMuch?: boolean): Promise<WeighOutcome> => {
      const [account, now] = await Promise.all([look(guildId), fullTerms()]);
      return noticed(guildId, weigh(account, request, now, isMuch));
    },
    /**
     * Holds credits for all of a job's tasks, or for none of them.
     * @param also what to write in the same commit if the credits are held
     */
    hold: async (guildId: string, request: NewHolds, also: Also = () => []): Promise<HoldOutcome> => {
      const now = await fullTerms();
      const outcome = await change(
        guildId,
        (before) => decideHold(before, request, withCeiling(now, ceiling)),
        (outcome) => (isHeld(outcome) ? also() : []),
      );
      return noticed(guildId, outcome);
    },
    /**
     * Changes or ends some holds in one commit.
     * @param also what to write in the same commit, even if the account doesn't change
     * @returns the outcomes, in the same order
     */
    book: (guildId: string, bookings: readonly Booking[], also?: Also): Promise<BookingOutcome[]> =>
      change(guildId, (before) => decideBookings(before, bookings, terms()), also),
    /**
     * Releases all holds of a job except unconfirmed ones.
     * @param also what to write in the same commit, even if nothing is released
     */
    releaseJob: (guildId: string, jobId: string, why: string, also?: Also): Promise<BookingOutcome[]> =>
      change(guildId, (before) => decideReleaseJob(before, jobId, why, terms()), also),
    /**
     * Does what a person decided. The caller checks whether they may; the ledger says who it was.
     * @param also what to write in the same commit, even if the account doesn't change
     */
    apply: (guildId: string, operation: AccountOperation, by: By, also?: ExtraChanges): Promise<OperationOutcome> => {
      const decide = async (before: Account): Promise<Decision<OperationOutcome>> => {
        const known = operation.kind === 'grant' ? await books.grants.get(`${guildId}:${operation.id}`) : undefined;
        return known === undefined ? decideOperation(before, operation, by, terms()) : noChange('already');
      };
      return change(guildId, decide, also);
    },
    /** While paused, no server holds new credits. */
    pauseEverywhere: globalPause.pause,
    holds: async (guildId: string): Promise<(Hold & { taskKey: string })[]> =>
      Array.from((await look(guildId)).holds, ([taskKey, hold]) => ({ taskKey, ...hold })),
    /** All servers' holds that wait for an operator, oldest first. */
    unconfirmed: (): Promise<UnconfirmedHold[]> => readUnconfirmed(books),
    countUnconfirmed: (): Promise<number> => countUnconfirmed(books),
    /** The limits that the server's managers set. */
    shares: async (guildId: string): Promise<Share[]> => (await look(guildId)).shares,
    /** What the shares leave to one spender, the strictest share first. */
    shareRooms: async (guildId: string, spender: Spender): Promise<ShareRoom[]> => {
      const { shares, counters, settings } = await look(guildId);
      return roomInShares(shares, counters, spender, clock.now(), settings.timeZone);
    },
    /**
     * The last entries, oldest first, and the number of earlier ones.
     * @param request `sinceMs` limits them by time, `most` by number
     */
    ledger: (guildId: string, request?: LedgerRequest) => readLedger(books, guildId, request),
    /** By day, all tasks that have ended. */
    usage: (guildId: string): Promise<Usage> => readUsage(books, guildId),
    /** What all servers used today. Reads a record for each. */
    today: (): Promise<UsageOfAll> => readToday(books, clock.now()),
    isPausedEverywhere: globalPause.isPaused,
    /**
     * Erases what names people in a server's account: its entries, shares and the managers' pause. Their sums stay, or a
     * server could spend its credits again. Call it only while no credits are held.
     */
    forgetServer: async (guildId: string): Promise<void> => {
      await dropAllOldest(changing, guildId, Number.POSITIVE_INFINITY);
      await change(guildId, (before) => ({ account: withoutPeople(before), outcome: undefined }));
    },
    audit: (options?: AuditOptions): Promise<AuditReport> => audit(books, options, store.commit),
    /** What all servers together have used this month; undefined without a ceiling. */
    ceiling: async (): Promise<CeilingView | undefined> => {
      await ceiling?.refresh();
      return ceiling?.view();
    },
    /** See `sweepBooks`. @throws StoreError */
    sweep: async (nowMs: number): Promise<void> => {
      await sweepBooks(changing, parts, nowMs);
      await ceiling?.sweep(nowMs);
    },
  };
}

/** Reads the ceiling again, because other servers may have held credits since the terms were read. */
function withCeiling(now: Terms, ceiling: Ceiling | undefined): Terms {
  if (!ceiling) return now;
  const { ceilingCredits, usedCredits, renewsAtMs } = ceiling.view();
  return { ...now, everywhere: { leftCredits: ceilingCredits - usedCredits, renewsAtMs } };
}
