import { type Books, openBooks } from '../budget/books/books.ts';
import { spentEverCredits } from '../budget/ledger/sums.ts';
import { type GatedRequest, requestRecords } from '../moderation/requests/request.ts';
import { everyPage } from '../store/pages.ts';
import type { Store } from '../store/store.ts';

/** What happened after a backup was made, according to the store that it would replace. */
export interface RestoreLosses {
  /** When the backup's last change of a budget was booked; undefined if it has none. */
  newestEntryAtMs: number | undefined;
  /** Credits that the backup would let servers spend twice. */
  spentCredits: number;
  /** The number of servers that spent them. */
  servers: number;
  /** Requests that await a decision in the backup and were decided since. */
  decisions: number;
}

/**
 * The collections that `--carry-over` takes from the replaced store: spending, jobs and their works, and moderators'
 * decisions. Settings, styles, preferences and members' own marks come from the backup.
 */
export const CARRIED_COLLECTIONS = [
  ...['accounts', 'holds', 'counters', 'ledger', 'usage', 'unconfirmed', 'grants', 'month_sums', 'charges', 'tally'],
  ...['jobs', 'used_ids', 'history', 'made_from'],
  ...['requests', 'reports', 'gallery', 'rounds', 'members', 'timeouts', 'audit'],
] as const;

/** Compares a backup with the store that it would replace. @throws StoreError if either can't be read. */
export async function compareForRestore(backup: Store, replaced: Store): Promise<RestoreLosses> {
  const [before, now] = [openBooks(backup), openBooks(replaced)];
  const losses: RestoreLosses = { newestEntryAtMs: undefined, spentCredits: 0, servers: 0, decisions: 0 };
  for await (const { records } of everyPage(now.accounts)) {
    for (const [guildId, account] of records) {
      const known = await before.accounts.get(guildId);
      const spentCredits = spentEverCredits(account.sums) - (known ? spentEverCredits(known.sums) : 0);
      if (spentCredits <= 0) continue;
      losses.spentCredits += spentCredits;
      losses.servers += 1;
    }
  }
  losses.newestEntryAtMs = await newestEntryAtMs(before);
  losses.decisions = await decidedSince(backup, replaced);
  return losses;
}

async function newestEntryAtMs({ ledger }: Books): Promise<number | undefined> {
  let newest: number | undefined;
  for await (const { records } of everyPage(ledger)) {
    for (const [, { atMs }] of records) newest = Math.max(newest ?? 0, atMs);
  }
  return newest;
}

const isOpen = ({ phase }: GatedRequest): boolean => phase === 'asked' || phase === 'ready';

async function decidedSince(backup: Store, replaced: Store): Promise<number> {
  const now = requestRecords(replaced);
  let decided = 0;
  for await (const { records } of everyPage(requestRecords(backup))) {
    for (const [key, request] of records) {
      if (!isOpen(request)) continue;
      const later = await now.get(key);
      if (!later || !isOpen(later)) decided += 1;
    }
  }
  return decided;
}
