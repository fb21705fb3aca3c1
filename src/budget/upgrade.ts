import { z } from 'zod';
import type { Store, Change as StoreChange } from '../store/store.ts';
import { type Account, holdSchema } from './account.ts';
import { idSchema, SHARES_MAX, sumSchema, taskKeySchema } from './amounts.ts';
import { type Books, changesOf, countedDays, openBooks } from './books.ts';
import { type Entry, entrySchema } from './ledger.ts';
import { allowanceSchema } from './plan.ts';
import { NEW_SETTINGS, NO_PAUSES, pausesSchema, settingsSchema } from './settings.ts';
import { counterKeySchema, shareSchema } from './shares.ts';
import { sumsSchema } from './sums.ts';
import { type DayUsage, NO_DAY_USAGE } from './usage.ts';

/** The first version kept an account, its holds, its counters and its last entries in one record. */
const accountV1Schema = z.strictObject({
  version: z.literal(1),
  allowance: allowanceSchema,
  settings: settingsSchema.default(NEW_SETTINGS),
  pauses: pausesSchema.default(NO_PAUSES),
  shares: z.array(shareSchema).max(SHARES_MAX).default([]),
  counters: z.record(counterKeySchema, sumSchema).default({}),
  sums: sumsSchema,
  holds: z.record(taskKeySchema, holdSchema),
  ledger: z.strictObject({
    carried: z.strictObject({ entries: z.int().min(0), sums: sumsSchema }),
    entries: z.array(entrySchema),
  }),
});

/** Entries that had left the account's record: four pages took turns. */
const pageV1Schema = z.strictObject({ entries: z.array(entrySchema) });
const PAGES_V1 = 4;

/** A server's usage of all days, counted through one of its entries. */
const usageV1Schema = z.strictObject({
  throughEntry: z.int().min(0),
  missedEntries: sumSchema,
  days: z.record(
    z.iso.date(),
    z.record(z.string(), z.strictObject({ credits: sumSchema, settled: sumSchema, released: sumSchema })),
  ),
  members: z.record(z.iso.date(), z.record(idSchema, sumSchema)).default({}),
});
type UsageV1 = z.output<typeof usageV1Schema>;
const NO_USAGE: UsageV1 = { throughEntry: 0, missedEntries: 0, days: {}, members: {} };

/**
 * Divides accounts that the first version wrote into the records of today, each in one commit. Repeating it is harmless.
 * @returns the servers whose accounts cannot be read; they stay as they are.
 */
export async function upgradeBooks(store: Store): Promise<{ unreadable: string[] }> {
  const books = openBooks(store);
  const pages = store.collection('ledger_pages', pageV1Schema);
  const usages = new Map<string, UsageV1>();
  const divided = await store.divide('usage', async (guildId, record) => {
    usages.set(guildId, usageV1Schema.parse(record));
    // It goes with its account, below.
    return [];
  });
  const accounts = await store.divide('accounts', async (guildId, record) => {
    const old = accountV1Schema.parse(record);
    const keys = Array.from({ length: PAGES_V1 }, (_, page) => `${guildId}-${page}`);
    const found = await Promise.all(keys.map((key) => pages.get(key)));
    const earlier = wholeBefore(
      found.flatMap((page) => page?.entries ?? []),
      old.ledger.carried.entries,
    );
    return [
      ...accountChanges(books, guildId, { old, earlier, usage: usages.get(guildId) ?? NO_USAGE }),
      ...keys.map((key) => pages.drop(key)),
      books.usage.drop(guildId),
    ];
  });
  return { unreadable: [...new Set([...divided.unreadable, ...accounts.unreadable])] };
}

function accountChanges(
  books: Books,
  guildId: string,
  { old, earlier, usage }: { old: z.output<typeof accountV1Schema>; earlier: readonly Entry[]; usage: UsageV1 },
): StoreChange[] {
  const { version: _, ledger, holds, counters, ...kept } = old;
  const waiting = Object.values(holds).filter((hold) => hold.unconfirmed);
  const before: Account = {
    ...kept,
    entries: ledger.carried.entries + ledger.entries.length,
    carried: ledger.carried,
    unconfirmed: { holds: waiting.length, credits: waiting.reduce((sum, { credits }) => sum + credits, 0) },
    holds: {},
    counters: {},
    latest: [],
  };
  const after: Account = { ...before, holds, counters, latest: [...earlier, ...ledger.entries] };
  const fresh = ledger.entries.filter(({ number }) => number > usage.throughEntry);
  const days = countedDays(fresh, old.settings.timeZone, daysOf(usage));
  const orders = after.latest.flatMap((entry) => ('orderId' in entry ? [entry] : []));
  return [
    ...changesOf(books, guildId, { before, after, days }),
    ...orders.map(({ orderId, atMs }) => books.orders.put(`${guildId}:${orderId}`, atMs)),
  ];
}

/** The entries up to this number that have no gap behind them: a crash may have left a page that is in the record still. */
function wholeBefore(entries: readonly Entry[], last: number): Entry[] {
  const sorted = entries.filter(({ number }) => number <= last).sort((a, b) => a.number - b.number);
  const gap = sorted.findLastIndex(({ number }, index) => number !== last - (sorted.length - 1 - index));
  return sorted.slice(gap + 1);
}

function daysOf({ days, members }: UsageV1): Map<string, DayUsage> {
  const dates = [...new Set([...Object.keys(days), ...Object.keys(members)])];
  return new Map(
    dates.map((date) => [date, { ...NO_DAY_USAGE, models: days[date] ?? {}, members: members[date] ?? {} }]),
  );
}
