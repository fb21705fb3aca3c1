import type { Clock } from '../clock.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Store, Change as StoreChange } from '../store/store.ts';
import type { Account, Hold } from './account/account.ts';
import {
  type CorrectOutcome,
  type Decision,
  decideCorrect,
  decideHold,
  decideRelease,
  decideReleaseJob,
  decideSettle,
  decideUnconfirmed,
  type HoldOutcome,
  type HoldRefusal,
  type HoldRequest,
  isHeld,
  type MarkOutcome,
  type ReleaseOutcome,
  type SettleOutcome,
  type Terms,
} from './account/decisions.ts';
import {
  type By,
  decideAllowance,
  decideGrant,
  decidePause,
  decideResolve,
  decideSettings,
  decideShare,
  decideUnshare,
  type GrantOrder,
  type GrantOutcome,
  type OrderOutcome,
  type Resolution,
  type ResolveOutcome,
} from './account/orders.ts';
import type { Settings } from './account/settings.ts';
import { roomInShares, type Share, type ShareRoom, type Spender } from './account/shares.ts';
import { type AccountView, viewOf } from './account/view.ts';
import { type WeighOutcome, weigh } from './account/weigh.ts';
import { checkAmount } from './amounts.ts';
import { type AuditOptions, type AuditReport, audit } from './audit/audit.ts';
import { type ChangeParts, changeAccount } from './books/account-changes.ts';
import { createAccountMemory } from './books/account-memory.ts';
import { type Books, openBooks } from './books/books.ts';
import {
  type AccountLedger,
  type LedgerRequest,
  readLedger,
  readRanking,
  readUnconfirmed,
  readUsage,
  type UnconfirmedHold,
} from './books/reading.ts';
import { sweepBooks } from './books/sweeping.ts';
import { type Ceiling, type CeilingView, createCeiling } from './ceiling.ts';
import { type Controls, createControls } from './controls.ts';
import { USAGE_MAX_DAYS, type Usage } from './ledger/usage.ts';
import type { Allowance } from './periods/plan.ts';

/**
 * The accounts of all servers. Every change is one commit, decided under the server's lock; repeating a change is
 * harmless and says so. All calls reject with StoreError when the store fails: then the change may or may not have been
 * made, and repeating it is the way to know. BudgetError where a number is out of bounds.
 */
export interface Accounts extends Orders {
  view(guildId: string): Promise<AccountView>;
  /** Every server that has an account, those who have spent and hold most in their period first. */
  ranking(): Promise<string[]>;
  /** What `hold` would refuse now; a `hold` that follows may still be refused. */
  mayHold(guildId: string, request: HoldRequest): Promise<HoldRefusal | undefined>;
  /** Whether this is to be asked about first, and then also whether there is room for it, in one reading. */
  weigh(guildId: string, request: HoldRequest, isMuch?: boolean): Promise<WeighOutcome>;
  /**
   * Sets credits aside for all of a job's tasks, or for none of them.
   * @param also what is written in the same commit; it is asked for only where nothing is in the way.
   */
  hold(guildId: string, request: HoldRequest, also?: () => readonly StoreChange[]): Promise<HoldOutcome>;
  /**
   * What happened to some holds, in one commit.
   * @param also what is written in the same commit, also where nothing of the account changes.
   * @returns what came of each, in their order.
   */
  book(guildId: string, bookings: readonly Booking[], also?: () => readonly StoreChange[]): Promise<BookingOutcome[]>;
  /** All holds of a job go back, but for the unconfirmed ones. */
  releaseJob(guildId: string, jobId: string, why: string): Promise<ReleaseOutcome>;
  holds(guildId: string): Promise<(Hold & { taskKey: string })[]>;
  /** The holds of all servers that wait for an operator, oldest first. */
  unconfirmed(): Promise<UnconfirmedHold[]>;
  /** The limits that managers set. */
  shares(guildId: string): Promise<Share[]>;
  /** What the shares leave to one spender, the strictest first. */
  shareRooms(guildId: string, spender: Spender): Promise<ShareRoom[]>;
  /**
   * The last entries, oldest first, and how many were before them.
   * @param options `sinceMs` for those of a time only, `most` for the newest of them.
   */
  ledger(guildId: string, request?: LedgerRequest): Promise<AccountLedger>;
  /** By day, everything that ended until now. */
  usage(guildId: string): Promise<Usage>;
  audit(options?: AuditOptions): Promise<AuditReport>;
  /** What all servers together have used this month; undefined where nothing bounds it. */
  ceiling(): Promise<CeilingView | undefined>;
  /** Keeps of entries older than the ledger's time their sum only, and drops usage and orders of that time. @throws StoreError */
  sweep(nowMs: number): Promise<void>;
}

/** What people order. Who may is the caller's to check; who did is in the ledger. */
export interface Orders {
  grant(guildId: string, order: GrantOrder, also?: Also<GrantOutcome>): Promise<GrantOutcome>;
  setAllowance(guildId: string, allowance: Allowance, byId: string, also?: Also<OrderOutcome>): Promise<OrderOutcome>;
  pause(guildId: string, by: By, also?: Also<OrderOutcome>): Promise<OrderOutcome>;
  resume(guildId: string, by: By, also?: Also<OrderOutcome>): Promise<OrderOutcome>;
  pauseEverywhere(byId: string): Promise<OrderOutcome>;
  resumeEverywhere(byId: string): Promise<OrderOutcome>;
  setShare(guildId: string, share: Share, byId: string): Promise<OrderOutcome>;
  /** @param key of `shareKey`. */
  removeShare(guildId: string, key: string, byId: string): Promise<OrderOutcome>;
  setSettings(guildId: string, changes: Partial<Settings>, byId: string): Promise<OrderOutcome>;
  /** Ends an unconfirmed hold. */
  resolve(
    guildId: string,
    taskKey: string,
    resolution: Resolution,
    byId: string,
    also?: Also<ResolveOutcome>,
  ): Promise<ResolveOutcome>;
}

/** What is written in the same commit for what came of an order, also where the account stays as it was. */
export type Also<Outcome> = (outcome: Outcome) => readonly StoreChange[];

/** What happens to a hold. */
export type Booking =
  /** The service said what it charged: the hold becomes that, up or down, also past the limit. */
  | { kind: 'correct'; taskKey: string; credits: number }
  /** The task succeeded: its hold becomes spending. */
  | { kind: 'settle'; taskKey: string; credits: number }
  /** The task failed, or was never created: its hold goes back. `why` is for the ledger, without anybody's words. */
  | { kind: 'release'; taskKey: string; why: string }
  /** The create's answer was lost: the hold stays until it is settled, released, or corrected. */
  | { kind: 'mark unconfirmed'; taskKey: string };
/** `gone` and `already` where the hold had ended before. */
export type BookingOutcome = CorrectOutcome | MarkOutcome | SettleOutcome['outcome'] | ReleaseOutcome['outcome'];

export interface AccountsParts {
  store: Pick<Store, 'collection' | 'commit' | 'failures' | 'shards'>;
  locks: KeyedLocks;
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  /** What a server may spend each calendar month, unless an operator decided otherwise. */
  defaultAllowanceCredits: number;
  /** A new server has no credits before an operator gives it an allowance or a grant. */
  needsApproval?: boolean;
  /** What all servers together may spend and hold in a calendar month (UTC); no bound where it is left out. */
  ceilingCredits?: number | undefined;
  /** So long entries are kept singly; then the sum of those that went. */
  ledgerKeptDays?: number;
  /** Told after every change of an account. */
  onChange?: (guildId: string) => void;
  /** Told when a request was refused because its server is not approved. */
  onNotApproved?: (guildId: string) => void;
  /** Told when a hold has become unconfirmed. */
  onUnconfirmed?: () => void;
}

interface Changing<Outcome> {
  termsNow?: () => Terms | Promise<Terms>;
  also?: Also<Outcome> | undefined;
}

export function createAccounts(parts: AccountsParts): Accounts {
  const {
    store,
    locks,
    clock,
    defaultAllowanceCredits,
    ceilingCredits,
    ledgerKeptDays = USAGE_MAX_DAYS,
    onChange,
    onNotApproved,
    onUnconfirmed,
  } = parts;
  checkAmount(defaultAllowanceCredits, 'the allowance');
  const books = openBooks(store);
  const controls = createControls(store, locks, clock);
  const memory = createAccountMemory(store, books);
  const locked: ChangeParts['locked'] = (guildId, work) => locks.run(`account:${guildId}`, work);
  const ceiling = ceilingCredits === undefined ? undefined : createCeiling({ store, clock, ceilingCredits });
  const changing: ChangeParts = { store, books, memory, ceiling, locked };
  const look = async (guildId: string): Promise<Account> =>
    memory.known(guildId) ?? (await locked(guildId, () => memory.read(guildId)));

  const { terms, fullTerms, withCeiling } = createTerms(parts, ceiling, controls);
  const noticed = <Outcome extends { outcome: string }>(guildId: string, came: Outcome): Outcome => {
    if (came.outcome === 'not approved') onNotApproved?.(guildId);
    return came;
  };

  const change = async <Outcome>(
    guildId: string,
    decide: (before: Account, now: Terms) => Decision<Outcome>,
    { termsNow = terms, also = () => [] }: Changing<Outcome> = {},
  ): Promise<Outcome> => {
    const { outcome, isWritten } = await changeAccount(changing, guildId, { decide, now: await termsNow(), also });
    if (isWritten) onChange?.(guildId);
    return outcome;
  };

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
    hold: async (guildId, request, also = () => []) =>
      noticed(
        guildId,
        await change(guildId, (before, now) => decideHold(before, request, withCeiling(now)), {
          termsNow: fullTerms,
          also: (outcome) => (isHeld(outcome) ? also() : []),
        }),
      ),
    book: async (guildId, bookings, also = () => []) => {
      const outcomes = await change(guildId, (before, now) => decideAll(before, bookings, now), { also });
      if (outcomes.includes('marked')) onUnconfirmed?.();
      return outcomes;
    },
    releaseJob: (guildId, jobId, why) => change(guildId, (before, now) => decideReleaseJob(before, jobId, why, now)),
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
      await sweepBooks(changing, ledgerKeptDays, nowMs);
      await ceiling?.sweep(nowMs);
    },
    ...ordersOver({ books, clock, locks, controls, change }),
  };
}

function createTerms(
  { clock, defaultAllowanceCredits, needsApproval = false }: AccountsParts,
  ceiling: Ceiling | undefined,
  controls: Controls,
) {
  const terms = (): Terms => ({ nowMs: clock.now(), defaultAllowanceCredits, needsApproval });
  /** Other servers may have held credits since the terms were read. */
  const withCeiling = (now: Terms): Terms => {
    if (!ceiling) return now;
    const { ceilingCredits: mostCredits, usedCredits, renewsAtMs } = ceiling.view();
    return { ...now, everywhere: { leftCredits: mostCredits - usedCredits, renewsAtMs } };
  };
  const fullTerms = async (): Promise<Terms> => {
    await ceiling?.refresh();
    return { ...withCeiling(terms()), isPausedEverywhere: await controls.isPaused() };
  };
  return { terms, fullTerms, withCeiling };
}

interface OrdersParts {
  books: Books;
  clock: Pick<Clock, 'now'>;
  locks: KeyedLocks;
  controls: Controls;
  change: <Outcome>(
    guildId: string,
    decide: (before: Account, now: Terms) => Decision<Outcome>,
    changing?: Changing<Outcome>,
  ) => Promise<Outcome>;
}

function ordersOver({ books, clock, locks, controls, change }: OrdersParts): Orders {
  return {
    grant: (guildId, order, also = () => []) =>
      locks.run(`order:${guildId}`, async () => {
        const key = `${guildId}:${order.orderId}`;
        const isKnown = (await books.orders.get(key)) !== undefined;
        const decide = (before: Account, now: Terms): Decision<GrantOutcome> =>
          isKnown ? { account: undefined, outcome: { outcome: 'already' } } : decideGrant(before, order, now);
        return change(guildId, decide, {
          also: (came) => [
            ...(came.outcome === 'granted' || came.outcome === 'taken back'
              ? [books.orders.put(key, clock.now())]
              : []),
            ...also(came),
          ],
        });
      }),
    setAllowance: (guildId, allowance, byId, also) =>
      change(guildId, (before, now) => decideAllowance(before, allowance, byId, now), { also }),
    pause: (guildId, by, also) => change(guildId, (before, now) => decidePause(before, by, true, now), { also }),
    resume: (guildId, by, also) => change(guildId, (before, now) => decidePause(before, by, false, now), { also }),
    pauseEverywhere: (byId) => controls.set(true, byId),
    resumeEverywhere: (byId) => controls.set(false, byId),
    setShare: (guildId, share, byId) => change(guildId, (before, now) => decideShare(before, share, byId, now)),
    removeShare: (guildId, key, byId) => change(guildId, (before, now) => decideUnshare(before, key, byId, now)),
    setSettings: (guildId, changes, byId) =>
      change(guildId, (before, now) => decideSettings(before, changes, byId, now)),
    resolve: (guildId, taskKey, resolution, byId, also) =>
      change(guildId, (before, now) => decideResolve(before, taskKey, resolution, byId, now), { also }),
  };
}

function decideAll(before: Account, bookings: readonly Booking[], now: Terms): Decision<BookingOutcome[]> {
  let account: Account | undefined;
  const outcomes: BookingOutcome[] = [];
  for (const booking of bookings) {
    const decision = decideOne(account ?? before, booking, now);
    account = decision.account ?? account;
    outcomes.push(typeof decision.outcome === 'string' ? decision.outcome : decision.outcome.outcome);
  }
  return { account, outcome: outcomes };
}

function decideOne(
  before: Account,
  booking: Booking,
  now: Terms,
): Decision<CorrectOutcome | SettleOutcome | ReleaseOutcome | MarkOutcome> {
  const { taskKey } = booking;
  switch (booking.kind) {
    case 'correct':
      return decideCorrect(before, taskKey, booking.credits, now);
    case 'settle':
      return decideSettle(before, taskKey, booking.credits, now);
    case 'release':
      return decideRelease(before, taskKey, booking.why, now);
    case 'mark unconfirmed':
      return decideUnconfirmed(before, taskKey, now);
  }
}
