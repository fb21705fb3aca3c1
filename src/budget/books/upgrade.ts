import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { ownsFirst } from '../../store/sharing.ts';
import type { Store, Change as StoreChange } from '../../store/store.ts';
import { upgradesDone } from '../../store/upgraded.ts';
import { type Account, holdSchema, holdsFrom, NO_HOLDS } from '../account/account.ts';
import { NEW_SETTINGS, NO_PAUSES, pausesSchema, settingsSchema } from '../account/settings.ts';
import { counterKeySchema, shareSchema } from '../account/shares.ts';
import { amountSchema, idSchema, SHARES_MAX, sumSchema, taskKeySchema } from '../amounts.ts';
import { type Entry, entrySchema } from '../ledger/ledger.ts';
import { sumsSchema } from '../ledger/sums.ts';
import { type DayUsage, NO_DAY_USAGE } from '../ledger/usage.ts';
import { allowanceSchema } from '../periods/plan.ts';
import { chargeKey, type Ending, openTallyRecords, SUMS_KEY, taskIdSchema } from '../service-tally.ts';
import { type Books, changesOf, countedDays, openBooks } from './books.ts';

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
  const upgraded = upgradesDone(store);
  if (await upgraded.get('books')) return { unreadable: [] };
  const pages = store.collection('ledger_pages', pageV1Schema, { serverOf: 'key' });
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
  const unreadable = [...new Set([...divided.unreadable, ...accounts.unreadable])];
  // A later Easel may be able to read what this one cannot.
  if (unreadable.length === 0) await upgraded.set('books', true);
  return { unreadable };
}

/** The first version counted the service's charges in one record, with every open task in it. */
const tallyV1Schema = z.strictObject({
  chargedCredits: sumSchema,
  refundedCredits: sumSchema,
  writtenOffCredits: sumSchema.default(0),
  open: z.record(taskIdSchema, amountSchema),
  /** Holds that an operator was ending when Easel was stopped, by the task's key. */
  resolving: z
    .record(taskKeySchema, z.strictObject({ guildId: idSchema, taskId: taskIdSchema.optional() }))
    .default({}),
});
const TALLY_V1_KEY = 'all';

/** Divides the first version's tally into a record for each open charge and the sums of all others, in one commit. */
export async function upgradeTally(store: Store, clock: Pick<Clock, 'now'>): Promise<void> {
  if (!ownsFirst(store.shards)) return;
  const service = store.collection('service', tallyV1Schema);
  const old = await service.get(TALLY_V1_KEY);
  if (old === undefined) return;
  const books = openBooks(store);
  const { charges, tally } = openTallyRecords(store);
  const openCredits = Object.values(old.open).reduce((sum, credits) => sum + credits, 0);
  const { chargedCredits, refundedCredits, writtenOffCredits } = old;
  const sums = { chargedCredits: chargedCredits - openCredits, refundedCredits, writtenOffCredits };
  const ends = new Map<string, Ending>();
  for (const [taskKey, { guildId, taskId }] of Object.entries(old.resolving)) {
    const end = await operatorsEnd(books, guildId, taskKey);
    if (end === undefined) continue;
    if (taskId !== undefined) ends.set(taskId, end.kind === 'settled' ? 'kept' : 'refunded');
    // No create's answer told of the charge.
    else if (end.kind === 'settled') sums.chargedCredits += end.chargedCredits;
  }
  await store.commit([
    tally.put(SUMS_KEY, sums),
    ...Object.entries(old.open).map(([taskId, credits]) =>
      charges.put(chargeKey(taskId), { credits, atMs: clock.now(), ending: ends.get(taskId) ?? null }),
    ),
    service.drop(TALLY_V1_KEY),
  ]);
}

/** How far back an order that was interrupted by a stop can stand. */
const LOOK_BACK_ENTRIES = 500;

async function operatorsEnd(books: Books, guildId: string, taskKey: string) {
  const request = { prefix: `${guildId}:`, most: LOOK_BACK_ENTRIES, backwards: true };
  for (const [, entry] of (await books.ledger.page(request)).records) {
    if ((entry.kind === 'settled' || entry.kind === 'released') && entry.taskKey === taskKey) {
      return entry.byId === undefined ? undefined : entry;
    }
  }
  return undefined;
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
    holds: NO_HOLDS,
    counters: {},
    latest: [],
  };
  const after: Account = { ...before, holds: holdsFrom(holds), counters, latest: [...earlier, ...ledger.entries] };
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
