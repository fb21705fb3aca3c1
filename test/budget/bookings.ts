import type { Booking, BookingOutcome } from '../../src/budget/account/bookings.ts';
import type { Accounts } from '../../src/budget/accounts.ts';

type Books = Pick<Accounts, 'book'>;

async function bookOne(accounts: Books, guildId: string, booking: Booking): Promise<BookingOutcome> {
  const [outcome, ...others] = await accounts.book(guildId, [booking]);
  if (outcome === undefined || others.length > 0) throw new Error('one booking has one outcome');
  return outcome;
}

export function correct(accounts: Books, guildId: string, taskKey: string, credits: number): Promise<BookingOutcome> {
  return bookOne(accounts, guildId, { kind: 'correct', taskKey, credits });
}

export function settle(accounts: Books, guildId: string, taskKey: string, credits: number): Promise<BookingOutcome> {
  return bookOne(accounts, guildId, { kind: 'settle', taskKey, credits });
}

export function release(accounts: Books, guildId: string, taskKey: string, why = 'failed'): Promise<BookingOutcome> {
  return bookOne(accounts, guildId, { kind: 'release', taskKey, why });
}

export function markUnconfirmed(accounts: Books, guildId: string, taskKey: string): Promise<BookingOutcome> {
  return bookOne(accounts, guildId, { kind: 'mark unconfirmed', taskKey });
}
