import type { Clock } from '../clock.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Collection } from '../store/store.ts';
import { type Account, type Hold, NEW_ACCOUNT } from './account.ts';
import { checkAmount } from './amounts.ts';
import { type AuditReport, auditAccounts } from './audit.ts';
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
  type HoldRequest,
  type MarkOutcome,
  type ReleaseOutcome,
  type SettleOutcome,
  type Terms,
} from './decisions.ts';
import { foldUsage, NO_USAGE, USAGE_FOLD_ENTRIES, type Usage } from './usage.ts';
import { type AccountView, viewOf } from './view.ts';

/**
 * The accounts of all servers. Every change is one write of one document, under the server's lock; repeating a change is
 * harmless and says so. All calls reject with StoreError when the store fails: then the change may or may not have been
 * made, and repeating it is the way to know. BudgetError where a number is out of bounds.
 */
export interface Accounts {
  view(guildId: string): Promise<AccountView>;
  /** Sets credits aside for all of a job's tasks, or for none of them. */
  hold(guildId: string, request: HoldRequest): Promise<HoldOutcome>;
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
  /** By day and model, everything that ended until now. */
  usage(guildId: string): Promise<Usage>;
  audit(): Promise<AuditReport>;
}

export interface AccountsParts {
  collection: Collection<Account>;
  usage: Collection<Usage>;
  locks: KeyedLocks;
  clock: Pick<Clock, 'now'>;
  /** What a server may spend each calendar month. */
  defaultAllowanceCredits: number;
}

export function createAccounts({ collection, usage, locks, clock, defaultAllowanceCredits }: AccountsParts): Accounts {
  checkAmount(defaultAllowanceCredits, 'the allowance');
  const read = async (guildId: string): Promise<Account> => (await collection.get(guildId)) ?? NEW_ACCOUNT;
  const terms = (): Terms => ({ nowMs: clock.now(), defaultAllowanceCredits });
  const locked = <Result>(guildId: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`account:${guildId}`, work);

  const change = <Outcome>(guildId: string, decide: (before: Account) => Decision<Outcome>): Promise<Outcome> =>
    locked(guildId, async () => {
      const before = await read(guildId);
      const { account, outcome } = decide(before);
      if (account === undefined) return outcome;
      await collection.set(guildId, account);
      if (foldIsDue(before, account)) await fold(guildId, account);
      return outcome;
    });

  const fold = async (guildId: string, account: Account): Promise<Usage> => {
    const before = (await usage.get(guildId)) ?? NO_USAGE;
    const after = foldUsage(before, account);
    if (after !== before) await usage.set(guildId, after);
    return after;
  };

  return {
    view: async (guildId) => viewOf(await read(guildId), terms()),
    hold: (guildId, request) => change(guildId, (before) => decideHold(before, request, terms())),
    correct: (guildId, taskKey, credits) =>
      change(guildId, (before) => decideCorrect(before, taskKey, credits, terms())),
    settle: (guildId, taskKey, credits) => change(guildId, (before) => decideSettle(before, taskKey, credits, terms())),
    release: (guildId, taskKey, why) => change(guildId, (before) => decideRelease(before, taskKey, why, terms())),
    releaseJob: (guildId, jobId, why) => change(guildId, (before) => decideReleaseJob(before, jobId, why, terms())),
    markUnconfirmed: (guildId, taskKey) => change(guildId, (before) => decideUnconfirmed(before, taskKey, terms())),
    holds: async (guildId) =>
      Object.entries((await read(guildId)).holds).map(([taskKey, hold]) => ({ taskKey, ...hold })),
    usage: (guildId) => locked(guildId, async () => fold(guildId, await read(guildId))),
    audit: () => auditAccounts(collection),
  };
}

function foldIsDue(before: Account, after: Account): boolean {
  const batch = ({ ledger }: Account): number =>
    Math.floor((ledger.carried.entries + ledger.entries.length) / USAGE_FOLD_ENTRIES);
  return batch(before) !== batch(after);
}
