import type { Store, Change as StoreChange } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import type { Account, Hold } from './account/account.ts';
import { type Booking, type BookingOutcome, decideBookings, decideReleaseJob } from './account/bookings.ts';
import {
  type Decision,
  decideHold,
  type HoldOutcome,
  type HoldRefusal,
  type HoldRequest,
  isHeld,
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
import { type ChangeParts, changeAccount, type Decide, sweepBooks } from './books/account-changes.ts';
import { openBooks } from './books/books.ts';
import { type CeilingView, createCeiling } from './books/ceiling.ts';
import {
  type AccountLedger,
  type LedgerRequest,
  readLedger,
  readRanking,
  readUnconfirmed,
  readUsage,
  type UnconfirmedHold,
} from './books/reading.ts';
import { createGlobalPause } from './global-pause.ts';
import { checkAmount } from './ledger/amounts.ts';
import { USAGE_MAX_DAYS, type Usage } from './ledger/usage.ts';

/**
 * The accounts of all servers. Every change is one commit, decided under the server's lock; repeating a change is
 * harmless and says so. All calls reject with StoreError when the store fails: then the change may or may not have been
 * made, and repeating it is the way to know. BudgetError if a number is out of bounds.
 */
export interface Accounts {
  view(guildId: string): Promise<AccountView>;
  /** Every server that has an account, by credits spent and held in its period, most first. */
  ranking(): Promise<string[]>;
  /** Why `hold` would refuse this now. A later `hold` can still be refused. */
  mayHold(guildId: string, request: HoldRequest): Promise<HoldRefusal | undefined>;
  /** Whether to ask the member first, and if so, whether there is room. */
  weigh(guildId: string, request: HoldRequest, isMuch?: boolean): Promise<WeighOutcome>;
  /**
   * Holds credits for all of a job's tasks, or for none of them.
   * @param also what to write in the same commit if the credits are held
   */
  hold(guildId: string, request: HoldRequest, also?: () => readonly StoreChange[]): Promise<HoldOutcome>;
  /**
   * Changes or ends some holds in one commit.
   * @param also what to write in the same commit, even if the account doesn't change
   * @returns the outcomes, in the same order
   */
  book(guildId: string, bookings: readonly Booking[], also?: () => readonly StoreChange[]): Promise<BookingOutcome[]>;
  /**
   * Releases all holds of a job except unconfirmed ones.
   * @param also what to write in the same commit, even if nothing is released
   */
  releaseJob(
    guildId: string,
    jobId: string,
    why: string,
    also?: () => readonly StoreChange[],
  ): Promise<BookingOutcome[]>;
  /**
   * Does what a person decided. The caller checks whether they may; the ledger says who it was.
   * @param also what to write in the same commit, even if the account doesn't change
   */
  apply(guildId: string, operation: AccountOperation, by: By, also?: ExtraChanges): Promise<OperationOutcome>;
  /** While paused, no server holds new credits. */
  pauseEverywhere(isPaused: boolean, byId: string): Promise<'done' | 'unchanged'>;
  holds(guildId: string): Promise<(Hold & { taskKey: string })[]>;
  /** All servers' holds that wait for an operator, oldest first. */
  unconfirmed(): Promise<UnconfirmedHold[]>;
  /** The limits that the server's managers set. */
  shares(guildId: string): Promise<Share[]>;
  /** What the shares leave to one spender, the strictest share first. */
  shareRooms(guildId: string, spender: Spender): Promise<ShareRoom[]>;
  /**
   * The last entries, oldest first, and the number of earlier ones.
   * @param request `sinceMs` limits them by time, `most` by number
   */
  ledger(guildId: string, request?: LedgerRequest): Promise<AccountLedger>;
  /** By day, all tasks that have ended. */
  usage(guildId: string): Promise<Usage>;
  audit(options?: AuditOptions): Promise<AuditReport>;
  /** What all servers together have used this month; undefined without a ceiling. */
  ceiling(): Promise<CeilingView | undefined>;
  /** Replaces entries that are too old by their sum, and deletes old usage and ids of grants. @throws StoreError */
  sweep(nowMs: number): Promise<void>;
}

export type ExtraChanges = (outcome: OperationOutcome) => readonly StoreChange[];

export interface AccountsParts {
  store: Pick<Store, 'collection' | 'commit' | 'failures' | 'shards'>;
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  /** What a server can spend each calendar month unless an operator decides otherwise. */
  defaultAllowanceCredits: number;
  /** A new server has no credits before an operator gives it an allowance or a grant. */
  needsApproval?: boolean;
  /** What all servers together can spend and hold in a calendar month (UTC); unlimited if left out. */
  ceilingCredits?: number | undefined;
  /** How long single entries are kept; then only their sum is. */
  ledgerKeptDays?: number;
  /** Called after every change of an account. */
  onChange?: (guildId: string) => void;
  /** Called when a request was refused because its server isn't approved. */
  onNotApproved?: (guildId: string) => void;
  /** Called when a hold has become unconfirmed. */
  onUnconfirmed?: () => void;
}

export function createAccounts(parts: AccountsParts): Accounts {
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
  /** Reads the ceiling again, because other servers may have held credits since the terms were read. */
  const withCeiling = (now: Terms): Terms => {
    if (!ceiling) return now;
    const { ceilingCredits: mostCredits, usedCredits, renewsAtMs } = ceiling.view();
    return { ...now, everywhere: { leftCredits: mostCredits - usedCredits, renewsAtMs } };
  };
  const fullTerms = async (): Promise<Terms> => {
    await ceiling?.refresh();
    return { ...withCeiling(terms()), isPausedEverywhere: await globalPause.isPaused() };
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
    view: async (guildId) => viewOf(await look(guildId), await fullTerms()),
    ranking: () => readRanking(books, terms()),
    mayHold: async (guildId, request) => {
      const { outcome } = decideHold(await look(guildId), request, await fullTerms());
      return isHeld(outcome) ? undefined : noticed(guildId, outcome);
    },
    weigh: async (guildId, request, isMuch) => {
      const [account, now] = await Promise.all([look(guildId), fullTerms()]);
      return noticed(guildId, weigh(account, request, now, isMuch));
    },
    hold: async (guildId, request, also = () => []) => {
      const now = await fullTerms();
      const outcome = await change(
        guildId,
        (before) => decideHold(before, request, withCeiling(now)),
        (outcome) => (isHeld(outcome) ? also() : []),
      );
      return noticed(guildId, outcome);
    },
    book: async (guildId, bookings, also) => {
      const outcomes = await change(guildId, (before) => decideBookings(before, bookings, terms()), also);
      if (outcomes.includes('marked')) parts.onUnconfirmed?.();
      return outcomes;
    },
    releaseJob: (guildId, jobId, why, also) =>
      change(guildId, (before) => decideReleaseJob(before, jobId, why, terms()), also),
    apply: (guildId, operation, by, also) => {
      const decide = async (before: Account): Promise<Decision<OperationOutcome>> => {
        const known = operation.kind === 'grant' ? await books.grants.get(`${guildId}:${operation.id}`) : undefined;
        return known === undefined ? decideOperation(before, operation, by, terms()) : noChange('already');
      };
      return change(guildId, decide, also);
    },
    pauseEverywhere: globalPause.pause,
    holds: async (guildId) => Array.from((await look(guildId)).holds, ([taskKey, hold]) => ({ taskKey, ...hold })),
    unconfirmed: () => readUnconfirmed(books),
    shares: async (guildId) => (await look(guildId)).shares,
    shareRooms: async (guildId, spender) => {
      const { shares, counters, settings } = await look(guildId);
      return roomInShares(shares, counters, spender, clock.now(), settings.timeZone);
    },
    ledger: (guildId, request = {}) => readLedger(books, guildId, request),
    usage: (guildId) => readUsage(books, guildId),
    audit: (options) => audit(books, options, store.commit),
    ceiling: async () => {
      await ceiling?.refresh();
      return ceiling?.view();
    },
    sweep: async (nowMs) => {
      await sweepBooks(changing, parts.ledgerKeptDays ?? USAGE_MAX_DAYS, nowMs);
      await ceiling?.sweep(nowMs);
    },
  };
}
