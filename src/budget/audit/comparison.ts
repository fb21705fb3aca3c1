import type { Tally } from '../service-tally.ts';

/** How the accounts stand against the service. */
export interface Comparison {
  netCredits: number;
  /** By how much the accounts have more than the service was seen to charge; less than nothing the other way. */
  differenceCredits: number;
  /** Held for creates that are not answered yet. */
  unansweredCredits: number;
  /** `agree but`: all of the difference may be creates without an answer. */
  verdict: 'agree' | 'agree but' | 'differ';
}

export interface AccountTotals {
  spentCredits: number;
  heldCredits: number;
  unconfirmed: { holds: number; credits: number };
}

export function compare(tally: Tally, accounts: AccountTotals): Comparison {
  const { chargedCredits, refundedCredits, writtenOffCredits, openCredits } = tally;
  const { spentCredits, heldCredits, unconfirmed } = accounts;
  const netCredits = chargedCredits - refundedCredits;
  const differenceCredits = spentCredits + heldCredits - (netCredits - writtenOffCredits);
  const unansweredCredits = Math.max(0, heldCredits - unconfirmed.credits - openCredits);
  const explained = differenceCredits >= 0 && differenceCredits <= unansweredCredits + unconfirmed.credits;
  const verdict = differenceCredits === 0 ? 'agree' : explained ? 'agree but' : 'differ';
  return { netCredits, differenceCredits, unansweredCredits, verdict };
}
