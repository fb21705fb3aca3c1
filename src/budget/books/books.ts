import { z } from 'zod';
import type { Collection, Store, Change as StoreChange } from '../../store/store.ts';
import { type Account, accountSchema, carriedSchema, type Hold, holdSchema } from '../account/account.ts';
import { sumSchema, timeSchema } from '../ledger/amounts.ts';
import { entrySchema } from '../ledger/ledger.ts';
import { dayUsageSchema } from '../ledger/usage.ts';

const USAGE_CACHED_DAYS = 2_000;

export type Books = ReturnType<typeof openBooks>;

/** One object for all calls, because a collection keeps the schema that it was opened with. */
const monthSumSchema = z.int();

/** The records of all accounts. Each change writes them in one commit. */
export function openBooks(store: Pick<Store, 'collection'>) {
  return {
    /** By server. */
    accounts: store.collection('accounts', accountSchema, { serverOf: 'key' }),
    /** By server and task. */
    holds: store.collection('holds', holdSchema, { serverOf: 'key' }),
    /** By server and counter: the credits that shares count. */
    counters: store.collection('counters', sumSchema, { serverOf: 'key' }),
    /** By server and number, so that entries are in order. */
    ledger: store.collection('ledger', entrySchema, { serverOf: 'key' }),
    /** By server and date. */
    usage: store.collection('usage', dayUsageSchema, { cached: USAGE_CACHED_DAYS, serverOf: 'key' }),
    /** By server and task: when each unconfirmed hold was made. */
    unconfirmed: store.collection('unconfirmed', timeSchema, { serverOf: 'key' }),
    /** By server: up to where the audit found its entries in order. */
    checked: store.collection('checked_entries', carriedSchema, { serverOf: 'key' }),
    /** By server and grant: when it was applied. Kept for ever, so that an order is never paid out twice. */
    grants: store.collection('grants', timeSchema, { serverOf: 'key' }),
    /**
     * By month and process: what all servers have spent and hold, for the ceiling. Negative if the process released what
     * another one held.
     */
    monthSums: store.collection('month_sums', monthSumSchema),
  };
}

/** Entries in one read. */
export const LEDGER_PAGE_ENTRIES = 500;

const NUMBER_DIGITS = 12;

export function entryKey(guildId: string, number: number): string {
  return `${guildId}:${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

/** What to write when an account changes. Of its holds, only those of the new entries can differ. */
export function changesOf(books: Books, guildId: string, before: Account, after: Account): StoreChange[] {
  const { holds: _, counters, latest, ...record } = after;
  const differences = <Value>(
    collection: Collection<Value>,
    keys: readonly string[],
    valueIn: (account: Account, key: string) => Value | undefined,
  ): StoreChange[] =>
    [...new Set(keys)].flatMap((key) => {
      const value = valueIn(after, key);
      if (value === valueIn(before, key)) return [];
      return value === undefined ? collection.drop(`${guildId}:${key}`) : collection.put(`${guildId}:${key}`, value);
    });

  const taskKeys = latest.flatMap((entry) => ('taskKey' in entry ? [entry.taskKey] : []));
  // A change can also drop counters that it doesn't count in.
  const counterKeys = counters === before.counters ? [] : [...Object.keys(before.counters), ...Object.keys(counters)];
  return [
    books.accounts.put(guildId, record),
    ...differences(books.holds, taskKeys, ({ holds }, key) => holds.get(key)),
    ...differences(books.unconfirmed, taskKeys, ({ holds }, key) => unconfirmedSinceMs(holds.get(key))),
    ...differences(books.counters, counterKeys, (account, key) => account.counters[key]),
    ...latest.map((entry) => books.ledger.put(entryKey(guildId, entry.number), entry)),
    ...latest.flatMap((entry) =>
      'grantId' in entry ? books.grants.put(`${guildId}:${entry.grantId}`, entry.atMs) : [],
    ),
  ];
}

/** When an unconfirmed hold was made; undefined for other holds. */
function unconfirmedSinceMs(hold: Hold | undefined): number | undefined {
  return hold?.unconfirmed ? hold.heldAtMs : undefined;
}
