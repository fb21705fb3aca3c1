import { roomOf } from '../ledger/sums.ts';
import type { Account } from './account.ts';
import { decideHold, type HoldRefusal, type HoldRequest, isHeld, spenderOf, type Terms } from './decisions.ts';
import { roomInShares, type ShareRoom } from './shares.ts';
import { asOf } from './today.ts';

/** What is to be done before a request is begun. */
export type WeighOutcome =
  /** Nothing: it costs too little to be asked about, whether or not there is room for it. */
  | { outcome: 'small' }
  /** The managers want its member asked. `leftCredits` are the server's; `room` is the strictest limit where it leaves less. */
  | { outcome: 'much'; neededCredits: number; leftCredits: number; room: ShareRoom | undefined }
  | HoldRefusal;

/**
 * What costs much is asked about; but what cannot be begun anyway is refused at once.
 * @param isMuch whatever it costs
 */
export function weigh(account: Account, request: HoldRequest, terms: Terms, isMuch = false): WeighOutcome {
  const neededCredits = request.tasks.reduce((sum, { quoteCredits }) => sum + quoteCredits, 0);
  const { askFromCredits } = account.settings;
  const isSmall = askFromCredits === null || neededCredits < askFromCredits;
  if (isSmall && !isMuch) return { outcome: 'small' };
  const { outcome } = decideHold(account, request, terms);
  if (!isHeld(outcome)) return outcome;
  const today = asOf(account, terms);
  const { leftCredits } = roomOf(today.account.sums, today.periodKey);
  const { shares, counters, settings } = today.account;
  const [room] = roomInShares(shares, counters, spenderOf(request), terms.nowMs, settings.timeZone);
  return {
    outcome: 'much',
    neededCredits,
    leftCredits,
    room: room && room.leftCredits < leftCredits ? room : undefined,
  };
}
