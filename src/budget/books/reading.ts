import { everyPage } from '../../store/pages.ts';
import { unlessUnreadable } from '../../store/unreadable-records.ts';
import { type Account, type Hold, NEW_ACCOUNT } from '../account/account.ts';
import type { Terms } from '../account/decisions.ts';
import { viewOf } from '../account/view.ts';
import type { Entry } from '../ledger/ledger.ts';
import { type DayUsage, USAGE_MAX_DAYS, type Usage, type UsageOfAll, usageOfAll } from '../ledger/usage.ts';
import { dateAt } from '../periods/calendar.ts';
import { type Books, LEDGER_PAGE_ENTRIES } from './books.ts';
import { readHold, readHolds } from './holds.ts';
import { readCounters } from './recount.ts';

/** Reads that bypass the account cache, page by page. */

/** Small enough that other work isn't delayed. */
export const ACCOUNTS_PER_PAGE = 50;
/** A statement of a few megabytes. */
const LEDGER_READ_MAX = 20_000;

export interface LedgerRequest {
  sinceMs?: number;
  most?: number;
}

interface AccountLedger {
  entries: Entry[];
  earlierEntries: number;
  /** Whether earlier entries may also belong to the requested time. */
  isCut: boolean;
}

/** A hold that waits for an operator, with its server. */
export type UnconfirmedHold = Hold & { guildId: string; taskKey: string };

/** The account as it is when all pending commits are on disk. */
export async function readAccount(books: Books, guildId: string): Promise<Account> {
  const record = await books.accounts.get(guildId);
  if (record === undefined) return NEW_ACCOUNT;
  const [holds, counters] = await Promise.all([readHolds(books, guildId), readCounters(books, guildId)]);
  return { ...record, holds, counters, latest: [] };
}

/** Includes servers of other processes. */
export async function readRanking(books: Books, now: Terms): Promise<string[]> {
  const used: { guildId: string; credits: number }[] = [];
  for await (const { records } of everyPage(books.accounts, { most: ACCOUNTS_PER_PAGE, everyServer: true })) {
    for (const [guildId, record] of records) {
      const { spentCredits, heldCredits } = viewOf({ ...NEW_ACCOUNT, ...record }, now);
      used.push({ guildId, credits: spentCredits + heldCredits });
    }
  }
  return used.sort((a, b) => b.credits - a.credits).map(({ guildId }) => guildId);
}

/** Includes servers of other processes. */
export async function readUnconfirmed(books: Books): Promise<UnconfirmedHold[]> {
  const found: UnconfirmedHold[] = [];
  for await (const { records, unreadable } of everyPage(books.unconfirmed, { everyServer: true })) {
    // The keys name the tasks.
    const keys = [...records.map(([key]) => key), ...unreadable];
    found.push(...(await Promise.all(keys.map((key) => findUnconfirmed(books, key)))).flat());
  }
  return found.sort((a, b) => a.heldAtMs - b.heldAtMs || a.taskKey.localeCompare(b.taskKey));
}

/** Of this process's servers, without reading the holds. */
export async function countUnconfirmed(books: Books): Promise<number> {
  let count = 0;
  for await (const { records, unreadable } of everyPage(books.unconfirmed)) count += records.length + unreadable.length;
  return count;
}

async function findUnconfirmed(books: Books, key: string): Promise<UnconfirmedHold[]> {
  const [guildId, taskKey] = splitKey(key);
  // An unreadable account refuses work and is in the log. The other holds can still be resolved.
  const hold = await unlessUnreadable(readHold(books, guildId, taskKey));
  return hold?.unconfirmed ? [{ guildId, taskKey, ...hold }] : [];
}

export async function readLedger(
  books: Books,
  guildId: string,
  { sinceMs = 0, most = LEDGER_READ_MAX }: LedgerRequest = {},
): Promise<AccountLedger> {
  const entries: Entry[] = [];
  let isWhole = false;
  const request = { prefix: `${guildId}:`, most: LEDGER_PAGE_ENTRIES, backwards: true };
  for await (const { records } of everyPage(books.ledger, request)) {
    const fresh = records.map(([, entry]) => entry).filter(({ atMs }) => atMs >= sinceMs);
    entries.push(...fresh);
    isWhole = fresh.length < records.length;
    if (isWhole || entries.length >= most) break;
  }
  const latest = entries.slice(0, most).reverse();
  const earlierEntries = (latest[0]?.number ?? 1) - 1;
  return { entries: latest, earlierEntries, isCut: earlierEntries > 0 && !isWhole };
}

export async function readUsage(books: Books, guildId: string): Promise<Usage> {
  const { records } = await books.usage.page({ prefix: `${guildId}:`, most: USAGE_MAX_DAYS, backwards: true });
  return Object.fromEntries(records.map(([key, day]) => [splitKey(key)[1], day]));
}

/** Today's usage of all servers, also of other processes. A day that can't be read is left out. */
export async function readToday(books: Books, nowMs: number): Promise<UsageOfAll> {
  const days: [string, DayUsage][] = [];
  for await (const { records } of everyPage(books.accounts, { most: ACCOUNTS_PER_PAGE, everyServer: true })) {
    const read = records.map(async ([guildId, { settings }]) => {
      const day = await unlessUnreadable(books.usage.get(`${guildId}:${dateAt(nowMs, settings.timeZone)}`));
      if (day) days.push([guildId, day]);
    });
    await Promise.all(read);
  }
  return usageOfAll(days);
}

/** Splits a key into its server and the rest. */
function splitKey(key: string): [guildId: string, rest: string] {
  const at = key.indexOf(':');
  return [key.slice(0, at), key.slice(at + 1)];
}
