import { type Account, asOf } from './account.ts';
import type { Terms } from './decisions.ts';
import { roomOf } from './sums.ts';

/** A server's credits in the period that the clock is in: allowance + overspent = spent + held + left. */
export interface AccountView {
  periodKey: string;
  allowanceCredits: number;
  spentCredits: number;
  /** For tasks of this period; older ones are paid by theirs. */
  heldCredits: number;
  leftCredits: number;
  /** What the service charged beyond the allowance. */
  overspentCredits: number;
  renewsAtMs: number;
  /** Holds, of any period, that wait for an operator. */
  unconfirmed: { holds: number; credits: number };
}

export function viewOf(before: Account, { nowMs, defaultAllowanceCredits }: Terms): AccountView {
  const { account, periodKey, renewsAtMs } = asOf(before, nowMs, defaultAllowanceCredits);
  const period = account.sums.periods[periodKey] ?? { allowanceCredits: 0, spentCredits: 0, heldCredits: 0 };
  const unconfirmed = Object.values(account.holds).filter((hold) => hold.unconfirmed);
  const credits = unconfirmed.reduce((sum, hold) => sum + hold.credits, 0);
  return { periodKey, ...period, ...roomOf(period), renewsAtMs, unconfirmed: { holds: unconfirmed.length, credits } };
}
