import { z } from 'zod';

/** More than any server spends. Sums of millions of such amounts stay exact. */
export const AMOUNT_MAX_CREDITS = 1_000_000_000;
export const NOTE_MAX_CHARACTERS = 100;

/** An amount of one hold, charge or allowance. */
export const amountSchema = z.int().min(0).max(AMOUNT_MAX_CREDITS);
/** A sum of amounts: whole, never negative, exact (z.int refuses what is past 2^53). */
export const sumSchema = z.int().min(0);
export const timeSchema = z.int().min(0);
export const idSchema = z.string().min(1).max(100);
/** A person's reason, for the ledger. */
export const noteSchema = z.string().max(NOTE_MAX_CHARACTERS);
/** Identifies a task within its server for ever, so that its hold is made once. */
export const taskKeySchema = z.string().regex(/^[A-Za-z0-9][\w:.-]{0,99}$/u);

/** Shares of one server's budget. No one could keep track of more. */
export const SHARES_MAX = 50;
/** Credits held and spent in a window, by counter: `member:123:2026-11-20`. With a time at its end, since then only. */
export const counterKeySchema = z.string().regex(/^(?:member|role|channel):[^:]{1,100}:[w\d-]{7,11}(?::\d{1,16})?$/u);

/** A limit on what a server's account keeps. */
export interface Bound {
  of: 'credits' | 'shares' | 'tasks';
  most: number;
}

/** An amount or number that no account can keep: a fault in the caller, or an absurd number from the service. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';
  /** Set if people can run into the limit in normal use. */
  readonly bound: Bound | undefined;

  constructor(message: string, bound?: Bound) {
    super(message);
    this.bound = bound;
  }
}

/** @throws BudgetError unless the credits are a whole number within the bounds of an amount */
export function checkAmount(credits: number, what: string): void {
  if (amountSchema.safeParse(credits).success) return;
  const message = `${what} must be a whole number of credits from 0 to ${AMOUNT_MAX_CREDITS}, not ${credits}`;
  throw new BudgetError(message, { of: 'credits', most: AMOUNT_MAX_CREDITS });
}
