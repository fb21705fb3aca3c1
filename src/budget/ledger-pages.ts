import { z } from 'zod';
import type { Collection } from '../store/store.ts';
import type { Account } from './account.ts';
import { LEDGER_PAGE_ENTRIES, LEDGER_PAGES_MAX } from './amounts.ts';
import { type Entry, entrySchema } from './ledger.ts';

/** Entries that left an account's record, kept for statements. The books add up without them. */
export const ledgerPageSchema = z.strictObject({ entries: z.array(entrySchema).max(LEDGER_PAGE_ENTRIES) });
export type LedgerPage = z.output<typeof ledgerPageSchema>;

/** Pages take turns at a few places: a new one takes the oldest one's. */
function keyOf(guildId: string, page: number): string {
  return `${guildId}-${page % LEDGER_PAGES_MAX}`;
}

function pageOf({ number }: Entry): number {
  return Math.floor((number - 1) / LEDGER_PAGE_ENTRIES);
}

/** Keeps the entries that are in the account before a change and not after it. Repeating it writes the same. */
export async function writePages(
  pages: Collection<LedgerPage>,
  guildId: string,
  before: Account,
  after: Account,
): Promise<void> {
  const leaving = before.ledger.entries.filter(({ number }) => number <= after.ledger.carried.entries);
  for (const [page, entries] of Map.groupBy(leaving, pageOf)) await pages.set(keyOf(guildId, page), { entries });
}

/** The entries of all pages that left the record, oldest first and without gaps. */
export async function readPages(
  pages: Collection<LedgerPage>,
  guildId: string,
  carriedEntries: number,
): Promise<Entry[]> {
  const keys = Array.from({ length: LEDGER_PAGES_MAX }, (_, page) => keyOf(guildId, page));
  const found = await Promise.all(keys.map((key) => pages.get(key)));
  const entries = found
    .flatMap((page) => page?.entries ?? [])
    // A crash may have left a page of entries that are still in the record.
    .filter(({ number }) => number <= carriedEntries)
    .sort((a, b) => a.number - b.number);
  const firstWhole = entries.findLastIndex(
    ({ number }, index) => number !== carriedEntries - (entries.length - 1 - index),
  );
  return entries.slice(firstWhole + 1);
}
