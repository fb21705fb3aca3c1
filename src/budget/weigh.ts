import type { Account } from './account.ts';
import { decideHold, type HoldRefusal, type HoldRequest, isHeld, type Terms } from './decisions.ts';
import { roomOf } from './sums.ts';
import { asOf } from './today.ts';

/** What is to be done before a request is begun. */
export type WeighOutcome =
  /** Nothing: it costs too little to be asked about, whether or not there is room for it. */
  | { outcome: 'small' }
  /** The managers want its member asked. */
  | { outcome: 'much'; neededCredits: number; leftCredits: number }
  | HoldRefusal;

/** What costs much is asked about; but what cannot be begun anyway is refused at once. */
export function weigh(account: Account, request: HoldRequest, terms: Terms): WeighOutcome {
  const neededCredits = request.tasks.reduce((sum, { quoteCredits }) => sum + quoteCredits, 0);
  const { askFromCredits } = account.settings;
  if (askFromCredits === null || neededCredits < askFromCredits) return { outcome: 'small' };
  const { outcome } = decideHold(account, request, terms);
  if (!isHeld(outcome)) return outcome;
  const today = asOf(account, terms.nowMs, terms.defaultAllowanceCredits);
  return { outcome: 'much', neededCredits, leftCredits: roomOf(today.account.sums, today.periodKey).leftCredits };
}
