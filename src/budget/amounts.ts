import { z } from 'zod';

/** More than any server spends; sums of millions of such amounts stay exact. */
export const AMOUNT_MAX_CREDITS = 1_000_000_000;
/** Tasks under way in one server at one time; each is a small record. */
export const HOLDS_MAX = 10_000;
/** Periods whose sums are kept apart: two months of days, five years of months. */
export const PERIODS_MAX = 62;
/** Rules by which one server divides its budget; more could be neither read nor kept in mind. */
export const SHARES_MAX = 50;
/** Members, roles and channels that a server's shares are counted for at one time; a few hundred kilobytes. */
export const COUNTERS_MAX = 5_000;
export const NOTE_MAX_CHARACTERS = 100;

/** An amount of one hold, charge or allowance. */
export const amountSchema = z.int().min(0).max(AMOUNT_MAX_CREDITS);
/** A sum of amounts: whole, never negative, exact (z.int refuses what is past 2^53). */
export const sumSchema = z.int().min(0);
export const timeSchema = z.int().min(0);
export const idSchema = z.string().min(1).max(100);
/** What a person gave as a reason, for the ledger. */
export const noteSchema = z.string().max(NOTE_MAX_CHARACTERS);
/** Names a task within its server, for ever: a hold under it is made once. */
export const taskKeySchema = z.string().regex(/^[A-Za-z0-9][\w:.-]{0,99}$/u);

/** The most of something that a server's account keeps. */
export interface Bound {
  of: 'credits' | 'shares' | 'tasks';
  most: number;
}

/** The budget was asked for something that it cannot keep; a fault in the caller, or an absurd number from the service. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';
  /** Where people can come up against it without anybody's fault. */
  readonly bound: Bound | undefined;

  constructor(message: string, bound?: Bound) {
    super(message);
    this.bound = bound;
  }
}

/** @throws BudgetError unless it is a whole number within the bounds of an amount. */
export function checkAmount(credits: number, what: string): void {
  if (amountSchema.safeParse(credits).success) return;
  const message = `${what} must be a whole number of credits from 0 to ${AMOUNT_MAX_CREDITS}, not ${credits}`;
  throw new BudgetError(message, { of: 'credits', most: AMOUNT_MAX_CREDITS });
}
