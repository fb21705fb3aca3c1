import { periodOf, roomOf } from '../ledger/sums.ts';
import type { Account } from './account.ts';
import { pausedBy, type Terms } from './decisions.ts';
import { asOf, isApproved, planOf } from './today.ts';

export type AccountView = ReturnType<typeof viewOf>;

/** A server's credits in the current period: budget + overspent = spent + held + left. */
export function viewOf(before: Account, terms: Terms) {
  const { account, periodKey, renewsAtMs } = asOf(before, terms);
  const { sums, settings, unconfirmed } = account;
  const room = roomOf(sums, periodKey);
  const { allowanceCredits, carriedCredits, drawnCredits, spentCredits, heldCredits } = periodOf(sums, periodKey);
  const grantsCredits = drawnCredits + sums.grantsLeftCredits;
  return {
    periodKey,
    /** How often the account gets its allowance. */
    every: planOf(account.allowance, terms.defaultAllowanceCredits).every,
    allowanceCredits,
    /** Carried over from the period before. */
    carriedCredits,
    /** One-time credits that pay in this period, or still can. */
    grantsCredits,
    /** All that can be spent in this period. */
    budgetCredits: allowanceCredits + carriedCredits + grantsCredits,
    spentCredits,
    /** For tasks that were held in this period. Older tasks are paid by their own period. */
    heldCredits,
    ...room,
    /** This server or all servers together are past their limit, because the service charged more than quoted. */
    isOverspent: room.overspentCredits > 0 || (terms.everywhere?.leftCredits ?? 0) < 0,
    /** Undefined without an allowance. */
    renewsAtMs,
    /** False if an operator still has to give the server credits. */
    isApproved: isApproved(account, terms),
    pausedBy: pausedBy(account, terms),
    /** Holds of any period that wait for an operator. */
    unconfirmed,
    settings,
  };
}
