import { everyPage } from '../store/pages.ts';
import type { Collection, Store, Change as StoreChange } from '../store/store.ts';
import { type Account, type AccountRecord, accountSchema, type Hold, holdSchema, NEW_RECORD } from './account.ts';
import { sumSchema, timeSchema } from './amounts.ts';
import { type Entry, entrySchema } from './ledger.ts';
import { type DayUsage, dayUsageSchema, NO_DAY_USAGE, usageDateOf, withUsage } from './usage.ts';

/** The records of all servers' money. All that a change makes of them goes into one commit. */
export interface Books {
  /** By server. */
  accounts: Collection<AccountRecord>;
  /** By server and task. */
  holds: Collection<Hold>;
  /** By server and counter: what the shares count. */
  counters: Collection<number>;
  /** By server and number, so that they stand in their order. */
  ledger: Collection<Entry>;
  /** By server and date. */
  usage: Collection<DayUsage>;
  /** By server and task, as the holds: which of them wait for an operator, and since when they are held. */
  unconfirmed: Collection<number>;
  /** By server and order: when it was carried out. */
  orders: Collection<number>;
}

/** Days of busy servers that are at hand while they are counted in. */
const USAGE_AT_HAND = 2_000;

export function openBooks(store: Pick<Store, 'collection'>): Books {
  return {
    accounts: store.collection('accounts', accountSchema, { migrations: [refuseUndivided] }),
    holds: store.collection('holds', holdSchema),
    counters: store.collection('counters', sumSchema),
    ledger: store.collection('ledger', entrySchema),
    usage: store.collection('usage', dayUsageSchema, { migrations: [refuseUndivided], cached: USAGE_AT_HAND }),
    unconfirmed: store.collection('unconfirmed', timeSchema),
    orders: store.collection('orders', timeSchema),
  };
}

/** What the first version kept in one record is divided at the start, by `upgradeBooks`; what is left cannot be read. */
function refuseUndivided(): never {
  throw new TypeError('not divided');
}

const NUMBER_DIGITS = 12;

export function entryKey(guildId: string, number: number): string {
  return `${guildId}:${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

/** A server's part of a collection by its own keys. */
export async function readOf<Value>(collection: Collection<Value>, guildId: string): Promise<Record<string, Value>> {
  const prefix = `${guildId}:`;
  const found: [string, Value][] = [];
  for await (const { records } of everyPage(collection, { prefix })) {
    for (const [key, value] of records) found.push([key.slice(prefix.length), value]);
  }
  return Object.fromEntries(found);
}

/** The account with all that is under way, as it will be when all that was asked for is on disk. */
export async function readAccount(books: Books, guildId: string): Promise<Account> {
  const record = await books.accounts.get(guildId);
  if (record === undefined) return { ...NEW_RECORD, holds: {}, counters: {}, latest: [] };
  const [holds, counters] = await Promise.all([readOf(books.holds, guildId), readOf(books.counters, guildId)]);
  return { ...record, holds, counters, latest: [] };
}

/** What has to be written where an account changes; `days` are those that the new entries are counted in. */
export function changesOf(
  books: Books,
  guildId: string,
  { before, after, days }: { before: Account; after: Account; days: ReadonlyMap<string, DayUsage> },
): StoreChange[] {
  const { holds, counters, latest, ...record } = after;
  return [
    books.accounts.put(guildId, record),
    ...differences(books.holds, guildId, before.holds, holds),
    ...unconfirmedChanges(books, guildId, before.holds, holds),
    ...differences(books.counters, guildId, before.counters, counters),
    ...latest.map((entry) => books.ledger.put(entryKey(guildId, entry.number), entry)),
    ...[...days].map(([date, day]) => books.usage.put(`${guildId}:${date}`, day)),
  ];
}

function differences<Value>(
  collection: Collection<Value>,
  guildId: string,
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): StoreChange[] {
  if (before === after) return [];
  const changes: StoreChange[] = [];
  for (const [key, value] of Object.entries(after)) {
    if (before[key] !== value) changes.push(collection.put(`${guildId}:${key}`, value));
  }
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) changes.push(collection.drop(`${guildId}:${key}`));
  }
  return changes;
}

function unconfirmedChanges(
  { unconfirmed }: Books,
  guildId: string,
  before: Account['holds'],
  after: Account['holds'],
): StoreChange[] {
  if (before === after) return [];
  const waiting = (holds: Account['holds']): Record<string, number> =>
    Object.fromEntries(
      Object.entries(holds).flatMap(([taskKey, hold]) => (hold.unconfirmed ? [[taskKey, hold.heldAtMs]] : [])),
    );
  return differences(unconfirmed, guildId, waiting(before), waiting(after));
}

/** The dates that entries are counted in. */
export function datesOf(entries: readonly Entry[], timeZone: string): string[] {
  const used = entries.filter(({ kind }) => kind === 'settled' || kind === 'released');
  return [...new Set(used.map((entry) => usageDateOf(entry, timeZone)))];
}

/** Those days with the entries counted. */
export function countedDays(
  entries: readonly Entry[],
  timeZone: string,
  days: ReadonlyMap<string, DayUsage>,
): Map<string, DayUsage> {
  const counted = new Map(days);
  for (const entry of entries) {
    if (entry.kind !== 'settled' && entry.kind !== 'released') continue;
    const date = usageDateOf(entry, timeZone);
    counted.set(date, withUsage(counted.get(date) ?? NO_DAY_USAGE, entry));
  }
  return counted;
}
