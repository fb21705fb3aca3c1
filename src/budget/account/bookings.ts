import { AMOUNT_MAX_CREDITS, checkAmount, NOTE_MAX_CHARACTERS } from '../ledger/amounts.ts';
import type { NewEntry } from '../ledger/ledger.ts';
import { type Account, type Hold, withChange, withHold } from './account.ts';
import { type Decision, type Terms, taskPart } from './decisions.ts';
import { countIn } from './shares.ts';

/** What happens to a hold. */
export type Booking =
  /** The service charged: the hold becomes the charge, up or down, even past the limit. */
  | { kind: 'correct'; taskKey: string; credits: number }
  /** The task succeeded: its hold becomes spending in the period of the hold. */
  | { kind: 'settle'; taskKey: string; credits: number }
  /** The task failed or was never created: its hold is released. `why` is for the ledger and quotes no one. */
  | { kind: 'release'; taskKey: string; why: string }
  /**
   * No one knows what the service charged: the hold stays until it is settled, released, or corrected. `claimedCredits` is
   * a charge that the service named and no one believes.
   */
  | { kind: 'mark unconfirmed'; taskKey: string; claimedCredits?: number | undefined };

/** `already` means that the hold had ended before. */
export type BookingOutcome = 'corrected' | 'settled' | 'released' | 'marked' | 'unchanged' | 'already';

/** A charge of more than this many times the quote is a fault of the service. */
const CHARGE_MAX_QUOTES = 20;

/**
 * Whether to believe what the service says it charged.
 * @param budgetCredits all that the server can spend in its period
 */
export function isBelievable(chargedCredits: number, quoteCredits: number, budgetCredits: number): boolean {
  const mostCredits = Math.min(CHARGE_MAX_QUOTES * Math.max(1, quoteCredits), Math.max(budgetCredits, quoteCredits));
  return chargedCredits <= Math.min(mostCredits, AMOUNT_MAX_CREDITS);
}

/** Applies all bookings in order. */
export function decideBookings(
  before: Account,
  bookings: readonly Booking[],
  terms: Pick<Terms, 'nowMs'>,
): Decision<BookingOutcome[]> {
  let account: Account | undefined;
  const outcome = bookings.map((booking) => {
    const decision = decideBooking(account ?? before, booking, terms);
    account = decision.account ?? account;
    return decision.outcome;
  });
  return { account, outcome };
}

/** Releases all of a job's holds except those that the service may have charged. */
export function decideReleaseJob(
  before: Account,
  jobId: string,
  why: string,
  terms: Pick<Terms, 'nowMs'>,
): Decision<BookingOutcome[]> {
  const ofJob = before.holds.filter((hold) => hold.jobId === jobId && !hold.unconfirmed);
  const bookings = [...ofJob.keys()].map((taskKey) => ({ kind: 'release' as const, taskKey, why }));
  return decideBookings(before, bookings, terms);
}

/** @param byId the operator who decided it, unless the task ended by itself. */
export function decideBooking(
  before: Account,
  booking: Booking,
  { nowMs }: Pick<Terms, 'nowMs'>,
  byId?: string,
): Decision<BookingOutcome> {
  const { kind, taskKey } = booking;
  if (kind === 'correct' || kind === 'settle') checkAmount(booking.credits, 'a charge');
  const hold = before.holds.get(taskKey);
  if (hold === undefined) return { outcome: 'already' };
  /** @param usedCredits the part of the hold that counts as used in the shares. */
  const booked = (
    outcome: BookingOutcome,
    entry: NewEntry,
    after: Hold | undefined,
    usedCredits: number,
  ): Decision<BookingOutcome> => {
    const counters = countIn(before.counters, hold.countedIn, usedCredits - hold.credits);
    return { account: withHold({ ...withChange(before, entry), counters }, taskKey, after), outcome };
  };
  const task = taskPart(taskKey, hold, nowMs);
  const decidedBy = byId === undefined ? {} : { byId };
  switch (kind) {
    case 'correct': {
      const { credits } = booking;
      if (hold.credits === credits && !hold.unconfirmed) return { outcome: 'unchanged' };
      const entry: NewEntry = { kind: 'corrected', ...task, fromCredits: hold.credits, toCredits: credits };
      const { claimedCredits: _, ...rest } = hold;
      return booked('corrected', entry, { ...rest, credits, unconfirmed: false }, credits);
    }
    case 'settle': {
      const { credits } = booking;
      const amounts = { heldCredits: hold.credits, chargedCredits: credits };
      return booked('settled', { kind: 'settled', ...task, ...amounts, ...decidedBy }, undefined, credits);
    }
    case 'release': {
      const why = booking.why.slice(0, NOTE_MAX_CHARACTERS);
      const entry: NewEntry = { kind: 'released', ...task, credits: hold.credits, why, ...decidedBy };
      return booked('released', entry, undefined, 0);
    }
    case 'mark unconfirmed': {
      if (hold.unconfirmed) return { outcome: 'unchanged' };
      const claimed = booking.claimedCredits === undefined ? {} : { claimedCredits: booking.claimedCredits };
      const marked: Hold = { ...hold, unconfirmed: true, ...claimed };
      return booked('marked', { kind: 'unconfirmed', ...task, ...claimed }, marked, hold.credits);
    }
  }
}
