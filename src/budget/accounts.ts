import type { Clock } from '../clock.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { type Account, type Hold, NEW_ACCOUNT } from './account.ts';
import { checkAmount } from './amounts.ts';
import { type AuditReport, auditAccounts } from './audit.ts';
import { CONTROLS_KEY, type Controls, NO_CONTROLS } from './controls.ts';
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
} from './decisions.ts';
import type { Entry } from './ledger.ts';
import { type LedgerPage, readPages, writePages } from './ledger-pages.ts';
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
} from './orders.ts';
import type { Allowance } from './plan.ts';
import type { Settings } from './settings.ts';
import { roomInShares, type Share, type ShareRoom, type Spender } from './shares.ts';
import { createUnconfirmedIndex, type UnconfirmedHold } from './unconfirmed-index.ts';
import { foldUsage, NO_USAGE, USAGE_FOLD_ENTRIES, type Usage } from './usage.ts';
import { type AccountView, viewOf } from './view.ts';
import { type WeighOutcome, weigh } from './weigh.ts';

/**
 * The accounts of all servers. Every change is one write of one document, under the server's lock; repeating a change is
 * harmless and says so. All calls reject with StoreError when the store fails: then the change may or may not have been
 * made, and repeating it is the way to know. BudgetError where a number is out of bounds.
 */
export interface Accounts extends Orders {
  view(guildId: string): Promise<AccountView>;
  /** All that may be seen, of every server that has an account. */
  views(): Promise<{ views: (AccountView & { guildId: string })[]; unreadable: string[] }>;
  /** What `hold` would refuse now; a `hold` that follows may still be refused. */
  mayHold(guildId: string, request: HoldRequest): Promise<HoldRefusal | undefined>;
  /** Whether this is to be asked about first, and then also whether there is room for it, in one reading. */
  weigh(guildId: string, request: HoldRequest): Promise<WeighOutcome>;
  /**
   * Sets credits aside for all of a job's tasks, or for none of them.
   * @param keep writes down what they are held for, once nothing is in the way and before the account is written: where it
   *   throws nothing is held, and where the hold is refused it is not called.
   */
  hold(guildId: string, request: HoldRequest, keep?: () => Promise<void>): Promise<HoldOutcome>;
  /** The service said what it charged: the hold becomes that, up or down, also past the limit. */
  correct(guildId: string, taskKey: string, chargedCredits: number): Promise<CorrectOutcome>;
  /** The task succeeded: its hold becomes spending. */
  settle(guildId: string, taskKey: string, chargedCredits: number): Promise<SettleOutcome>;
  /** The task failed, or was never created: its hold goes back. `why` is for the ledger, without anybody's words. */
  release(guildId: string, taskKey: string, why: string): Promise<ReleaseOutcome>;
  /** As `release` for all holds of a job in one write, but for the unconfirmed ones. */
  releaseJob(guildId: string, jobId: string, why: string): Promise<ReleaseOutcome>;
  /** The create's answer was lost: the hold stays until it is settled, released, or corrected. */
  markUnconfirmed(guildId: string, taskKey: string): Promise<MarkOutcome>;
  holds(guildId: string): Promise<(Hold & { taskKey: string })[]>;
  /** The holds of all servers that wait for an operator, oldest first. */
  unconfirmed(): Promise<UnconfirmedHold[]>;
  /** The limits that managers set. */
  shares(guildId: string): Promise<Share[]>;
  /** What the shares leave to one spender, the strictest first. */
  shareRooms(guildId: string, spender: Spender): Promise<ShareRoom[]>;
  /** The last entries, oldest first, and how many older ones are kept as their sum only. */
  ledger(guildId: string): Promise<{ entries: Entry[]; carriedEntries: number }>;
  /** By day and model, everything that ended until now. */
  usage(guildId: string): Promise<Usage>;
  audit(): Promise<AuditReport>;
}

/** What people order. Who may is the caller's to check; who did is in the ledger. */
export interface Orders {
  grant(guildId: string, order: GrantOrder): Promise<GrantOutcome>;
  setAllowance(guildId: string, allowance: Allowance, byId: string): Promise<OrderOutcome>;
  pause(guildId: string, by: By): Promise<OrderOutcome>;
  resume(guildId: string, by: By): Promise<OrderOutcome>;
  pauseEverywhere(byId: string): Promise<OrderOutcome>;
  resumeEverywhere(byId: string): Promise<OrderOutcome>;
  setShare(guildId: string, share: Share, byId: string): Promise<OrderOutcome>;
  /** @param key of `shareKey`. */
  removeShare(guildId: string, key: string, byId: string): Promise<OrderOutcome>;
  setSettings(guildId: string, changes: Partial<Settings>, byId: string): Promise<OrderOutcome>;
  /** Ends an unconfirmed hold. */
  resolve(guildId: string, taskKey: string, resolution: Resolution, byId: string): Promise<ResolveOutcome>;
}

export interface AccountsParts {
  collection: Collection<Account>;
  usage: Collection<Usage>;
  /** Where entries go that leave the account's record; without it only their sum is kept. */
  pages?: Collection<LedgerPage>;
  /** Where the pause of all servers is kept; without it there is none. */
  controls?: Collection<Controls>;
  locks: KeyedLocks;
  clock: Pick<Clock, 'now'>;
  /** What a server may spend each calendar month, unless an operator decided otherwise. */
  defaultAllowanceCredits: number;
  /** Told after every change of an account. */
  onChange?: (guildId: string) => void;
  /** Told when a hold has become unconfirmed. */
  onUnconfirmed?: () => void;
}

export function createAccounts(parts: AccountsParts): Accounts {
  const { collection, usage, pages, controls, locks, clock, defaultAllowanceCredits, onChange } = parts;
  checkAmount(defaultAllowanceCredits, 'the allowance');
  const read = async (guildId: string): Promise<Account> => (await collection.get(guildId)) ?? NEW_ACCOUNT;
  const terms = (): Terms => ({ nowMs: clock.now(), defaultAllowanceCredits });
  const fullTerms = async (): Promise<Terms> => {
    const { pausedEverywhere } = (await controls?.get(CONTROLS_KEY)) ?? NO_CONTROLS;
    return { ...terms(), isPausedEverywhere: pausedEverywhere !== null };
  };
  const locked = <Result>(guildId: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`account:${guildId}`, work);

  const index = createUnconfirmedIndex(collection);

  const change = <Outcome>(
    guildId: string,
    decide: (before: Account, now: Terms) => Decision<Outcome> | Promise<Decision<Outcome>>,
    termsNow: () => Terms | Promise<Terms> = terms,
  ): Promise<Outcome> =>
    locked(guildId, async () => {
      const [before, now] = await Promise.all([read(guildId), termsNow()]);
      const { account, outcome } = await decide(before, now);
      if (account === undefined) {
        index.note(guildId, before);
        return outcome;
      }
      // First, so that no crash loses an entry: one that is in both places is told once.
      if (pages) await writePages(pages, guildId, before, account);
      await collection.set(guildId, account);
      index.note(guildId, account);
      if (foldIsDue(before, account)) await fold(guildId, account);
      onChange?.(guildId);
      return outcome;
    });

  const fold = async (guildId: string, account: Account): Promise<Usage> => {
    const before = (await usage.get(guildId)) ?? NO_USAGE;
    const after = foldUsage(before, account);
    if (after !== before) await usage.set(guildId, after);
    return after;
  };

  const control = (isPaused: boolean, byId: string): Promise<OrderOutcome> =>
    locks.run('account controls', async () => {
      const before = (await controls?.get(CONTROLS_KEY)) ?? NO_CONTROLS;
      if ((before.pausedEverywhere !== null) === isPaused) return 'unchanged';
      await controls?.set(CONTROLS_KEY, { pausedEverywhere: isPaused ? { atMs: clock.now(), byId } : null });
      return 'done';
    });

  return {
    view: async (guildId) => viewOf(await read(guildId), await fullTerms()),
    views: async () => {
      const { records, unreadable } = await collection.all();
      const now = await fullTerms();
      return { views: records.map(([guildId, account]) => ({ guildId, ...viewOf(account, now) })), unreadable };
    },
    mayHold: async (guildId, request) => {
      const { outcome } = decideHold(await read(guildId), request, await fullTerms());
      return isHeld(outcome) ? undefined : outcome;
    },
    weigh: async (guildId, request) => {
      const [account, now] = await Promise.all([read(guildId), fullTerms()]);
      return weigh(account, request, now);
    },
    hold: (guildId, request, keep) =>
      change(
        guildId,
        async (before, now) => {
          const decision = decideHold(before, request, now);
          if (isHeld(decision.outcome)) await keep?.();
          return decision;
        },
        fullTerms,
      ),
    correct: (guildId, taskKey, credits) =>
      change(guildId, (before, now) => decideCorrect(before, taskKey, credits, now)),
    settle: (guildId, taskKey, credits) =>
      change(guildId, (before, now) => decideSettle(before, taskKey, credits, now)),
    release: (guildId, taskKey, why) => change(guildId, (before, now) => decideRelease(before, taskKey, why, now)),
    releaseJob: (guildId, jobId, why) => change(guildId, (before, now) => decideReleaseJob(before, jobId, why, now)),
    markUnconfirmed: async (guildId, taskKey) => {
      const outcome = await change(guildId, (before, now) => decideUnconfirmed(before, taskKey, now));
      if (outcome === 'marked') parts.onUnconfirmed?.();
      return outcome;
    },
    holds: async (guildId) =>
      Object.entries((await read(guildId)).holds).map(([taskKey, hold]) => ({ taskKey, ...hold })),
    unconfirmed: () => index.all(),
    shares: async (guildId) => (await read(guildId)).shares,
    shareRooms: async (guildId, spender) => {
      const { shares, counters, settings } = await read(guildId);
      return roomInShares(shares, counters, spender, clock.now(), settings.timeZone);
    },
    ledger: async (guildId) => {
      const { ledger } = await read(guildId);
      const entries = [...(pages ? await readPages(pages, guildId, ledger.carried.entries) : []), ...ledger.entries];
      return { entries, carriedEntries: (entries[0]?.number ?? 1) - 1 };
    },
    usage: (guildId) => locked(guildId, async () => fold(guildId, await read(guildId))),
    audit: () => auditAccounts(collection),

    grant: (guildId, order) => change(guildId, (before, now) => decideGrant(before, order, now)),
    setAllowance: (guildId, allowance, byId) =>
      change(guildId, (before, now) => decideAllowance(before, allowance, byId, now)),
    pause: (guildId, by) => change(guildId, (before, now) => decidePause(before, by, true, now)),
    resume: (guildId, by) => change(guildId, (before, now) => decidePause(before, by, false, now)),
    pauseEverywhere: (byId) => control(true, byId),
    resumeEverywhere: (byId) => control(false, byId),
    setShare: (guildId, share, byId) => change(guildId, (before, now) => decideShare(before, share, byId, now)),
    removeShare: (guildId, key, byId) => change(guildId, (before, now) => decideUnshare(before, key, byId, now)),
    setSettings: (guildId, changes, byId) =>
      change(guildId, (before, now) => decideSettings(before, changes, byId, now)),
    resolve: (guildId, taskKey, resolution, byId) =>
      change(guildId, (before, now) => decideResolve(before, taskKey, resolution, byId, now)),
  };
}

function foldIsDue(before: Account, after: Account): boolean {
  const batch = ({ ledger }: Account): number =>
    Math.floor((ledger.carried.entries + ledger.entries.length) / USAGE_FOLD_ENTRIES);
  return batch(before) !== batch(after);
}
