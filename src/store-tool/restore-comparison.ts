import { openBooks } from '../budget/books/books.ts';
import { heldNowCredits, spentEverCredits } from '../budget/ledger/sums.ts';
import { everyPage } from '../store/pages.ts';
import type { Store } from '../store/store.ts';
import { lastRelease } from '../store/versions.ts';

/** What a backup would let servers spend twice. */
export interface SpentSince {
  credits: number;
  /** The number of servers that spent them. */
  servers: number;
  /** What tasks of the replaced store hold, which a backup may not know. */
  heldCredits: number;
}

/** Compares a backup's accounts with those of the store that it would replace. @throws StoreError if either can't be read. */
export async function spentSince(backup: Store, replaced: Store): Promise<SpentSince> {
  const [before, now] = [openBooks(backup), openBooks(replaced)];
  const spent: SpentSince = { credits: 0, servers: 0, heldCredits: 0 };
  for await (const { records } of everyPage(now.accounts)) {
    for (const [guildId, account] of records) {
      const known = await before.accounts.get(guildId);
      const credits = spentEverCredits(account.sums) - (known ? spentEverCredits(known.sums) : 0);
      spent.heldCredits += heldNowCredits(account.sums);
      if (credits <= 0) continue;
      spent.credits += credits;
      spent.servers += 1;
    }
  }
  return spent;
}

/** When a store last changed: its newest entry in a ledger, or its last start. 0 if it has neither. */
export async function lastChangeAtMs(store: Store): Promise<number> {
  let newest = (await lastRelease(store))?.startedAtMs ?? 0;
  const { accounts, ledger } = openBooks(store);
  for await (const { records, unreadable } of everyPage(accounts)) {
    for (const guildId of [...records.map(([key]) => key), ...unreadable]) {
      const page = await ledger.page({ prefix: `${guildId}:`, most: 1, backwards: true });
      for (const [, { atMs }] of page.records) newest = Math.max(newest, atMs);
    }
  }
  return newest;
}
