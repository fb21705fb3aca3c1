import { periodOf, roomOf } from '../ledger/sums.ts';
import type { Every } from '../periods/period.ts';
import type { Account, Settings } from './account.ts';
import { type PausedBy, pausedBy, type Terms } from './decisions.ts';
import { asOf, isApproved, planOf } from './today.ts';

/** A server's credits in the current period: budget + overspent = spent + held + left. */
export interface AccountView {
  periodKey: string;
  /** How often the account gets its allowance. */
  every: Every;
  allowanceCredits: number;
  /** Carried over from the period before. */
  carriedCredits: number;
  /** One-time credits that pay in this period, or still can. */
  grantsCredits: number;
  /** All that can be spent in this period: allowance + carried + grants. */
  budgetCredits: number;
  spentCredits: number;
  /** For tasks that were held in this period. Older tasks are paid by their own period. */
  heldCredits: number;
  leftCredits: number;
  /** What the service charged beyond the budget. */
  overspentCredits: number;
  /** Undefined without an allowance. */
  renewsAtMs: number | undefined;
  /** False if an operator still has to give the server credits. */
  isApproved: boolean;
  pausedBy: PausedBy | undefined;
  /** Holds of any period that wait for an operator. */
  unconfirmed: { holds: number; credits: number };
  settings: Settings;
}

export function viewOf(before: Account, terms: Terms): AccountView {
  const { account, periodKey, renewsAtMs } = asOf(before, terms);
  const { sums, settings } = account;
  const { allowanceCredits, carriedCredits, drawnCredits, spentCredits, heldCredits } = periodOf(sums, periodKey);
  const grantsCredits = drawnCredits + sums.grantsLeftCredits;
  return {
    periodKey,
    every: planOf(account.allowance, terms.defaultAllowanceCredits).every,
    allowanceCredits,
    carriedCredits,
    grantsCredits,
    budgetCredits: allowanceCredits + carriedCredits + grantsCredits,
    spentCredits,
    heldCredits,
    ...roomOf(sums, periodKey),
    renewsAtMs,
    isApproved: isApproved(account, terms),
    pausedBy: pausedBy(account, terms),
    unconfirmed: account.unconfirmed,
    settings,
  };
}
