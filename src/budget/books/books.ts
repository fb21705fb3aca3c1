import { everyPage } from '../../store/pages.ts';
import type { Collection, Store, Change as StoreChange } from '../../store/store.ts';
import {
  type Account,
  type AccountRecord,
  accountSchema,
  carriedSchema,
  type Hold,
  holdSchema,
  NEW_RECORD,
  NO_HOLDS,
} from '../account/account.ts';
import { sumSchema, timeSchema } from '../ledger/amounts.ts';
import { type Entry, entrySchema } from '../ledger/ledger.ts';
import { type DayUsage, dayUsageSchema } from '../ledger/usage.ts';
import { readHolds } from './holds.ts';

/** The records of all accounts. Each change writes them in one commit. */
export interface Books {
  /** By server. */
  accounts: Collection<AccountRecord>;
  /** By server and task. */
  holds: Collection<Hold>;
  /** By server and counter: the credits that shares count. */
  counters: Collection<number>;
  /** By server and number, so that entries are in order. */
  ledger: Collection<Entry>;
  /** By server and date. */
  usage: Collection<DayUsage>;
  /** By server and task: when each unconfirmed hold was made. */
  unconfirmed: Collection<number>;
  /** By server: up to where the audit found its entries in order. */
  checked: Collection<AccountRecord['carried']>;
  /** By server and grant: when it was applied. */
  grants: Collection<number>;
}

const USAGE_CACHED_DAYS = 2_000;

export function openBooks(store: Pick<Store, 'collection'>): Books {
  return {
    accounts: store.collection('accounts', accountSchema, { serverOf: 'key' }),
    holds: store.collection('holds', holdSchema, { serverOf: 'key' }),
    counters: store.collection('counters', sumSchema, { serverOf: 'key' }),
    ledger: store.collection('ledger', entrySchema, { serverOf: 'key' }),
    usage: store.collection('usage', dayUsageSchema, { cached: USAGE_CACHED_DAYS, serverOf: 'key' }),
    unconfirmed: store.collection('unconfirmed', timeSchema, { serverOf: 'key' }),
    checked: store.collection('checked_entries', carriedSchema, { serverOf: 'key' }),
    grants: store.collection('grants', timeSchema, { serverOf: 'key' }),
  };
}

/** Entries in one read. */
export const LEDGER_PAGE_ENTRIES = 500;

const NUMBER_DIGITS = 12;

export function entryKey(guildId: string, number: number): string {
  return `${guildId}:${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

/** All records of a server, without its prefix in their keys. */
export async function readByServer<Value>(
  collection: Collection<Value>,
  guildId: string,
): Promise<Record<string, Value>> {
  const prefix = `${guildId}:`;
  const found: [string, Value][] = [];
  for await (const { records } of everyPage(collection, { prefix })) {
    for (const [key, value] of records) found.push([key.slice(prefix.length), value]);
  }
  return Object.fromEntries(found);
}

/** The account as it is when all pending commits are on disk. */
export async function readAccount(books: Books, guildId: string): Promise<Account> {
  const record = await books.accounts.get(guildId);
  if (record === undefined) return { ...NEW_RECORD, holds: NO_HOLDS, counters: {}, latest: [] };
  const [holds, counters] = await Promise.all([readHolds(books, guildId), readByServer(books.counters, guildId)]);
  return { ...record, holds, counters, latest: [] };
}

/** What to write when an account changes. Of its holds, only those of the new entries can differ. */
export function changesOf(
  books: Books,
  guildId: string,
  before: Account,
  { holds, counters, latest, ...record }: Account,
): StoreChange[] {
  const taskKeys = latest.flatMap((entry) => ('taskKey' in entry ? [entry.taskKey] : []));
  const grants = latest.flatMap((entry) => ('grantId' in entry ? [entry] : []));
  return [
    books.accounts.put(guildId, record),
    ...differences(books.holds, guildId, taskKeys, (key) => ({ was: before.holds.get(key), is: holds.get(key) })),
    ...differences(books.unconfirmed, guildId, taskKeys, (key) => ({
      was: unconfirmedSinceMs(before.holds.get(key)),
      is: unconfirmedSinceMs(holds.get(key)),
    })),
    ...counterChanges(books, guildId, before.counters, counters),
    ...latest.map((entry) => books.ledger.put(entryKey(guildId, entry.number), entry)),
    ...grants.map(({ grantId, atMs }) => books.grants.put(`${guildId}:${grantId}`, atMs)),
  ];
}

function differences<Value>(
  collection: Collection<Value>,
  guildId: string,
  keys: Iterable<string>,
  of: (key: string) => { was: Value | undefined; is: Value | undefined },
): StoreChange[] {
  const changes: StoreChange[] = [];
  for (const key of new Set(keys)) {
    const { was, is } = of(key);
    if (is === was) continue;
    changes.push(is === undefined ? collection.drop(`${guildId}:${key}`) : collection.put(`${guildId}:${key}`, is));
  }
  return changes;
}

/** When an unconfirmed hold was made; undefined for other holds. */
function unconfirmedSinceMs(hold: Hold | undefined): number | undefined {
  return hold?.unconfirmed ? hold.heldAtMs : undefined;
}

/** Compares all counters, because a change can also drop counters that it doesn't count in. */
function counterChanges(
  { counters }: Books,
  guildId: string,
  before: Account['counters'],
  after: Account['counters'],
): StoreChange[] {
  if (before === after) return [];
  const keys = [...Object.keys(before), ...Object.keys(after)];
  return differences(counters, guildId, keys, (key) => ({ was: before[key], is: after[key] }));
}
