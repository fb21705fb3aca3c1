import { everyPage } from '../../store/pages.ts';
import { RecordError } from '../../store/store.ts';
import { type Hold, NEW_ACCOUNT } from '../account/account.ts';
import type { Terms } from '../account/decisions.ts';
import { viewOf } from '../account/view.ts';
import type { Entry } from '../ledger/ledger.ts';
import { USAGE_MAX_DAYS, type Usage } from '../ledger/usage.ts';
import { type Books, LEDGER_PAGE_ENTRIES } from './books.ts';
import { readHold } from './holds.ts';

/** What is read of the books past the accounts at hand, some records at a time. */

/** Accounts that are looked at before others have their turn. */
export const LOOKED_AT_TOGETHER = 50;
/** The most entries that are told at once: a statement of some megabytes. */
const LEDGER_READ_MAX = 20_000;

export interface LedgerRequest {
  sinceMs?: number;
  most?: number;
}

export interface AccountLedger {
  entries: Entry[];
  earlierEntries: number;
  /** Some of those before may be of that time as well. */
  isCut: boolean;
}

/** A hold that waits for an operator, of whichever server. */
export type UnconfirmedHold = Hold & { guildId: string; taskKey: string };

/** Of all servers, whichever process serves them. */
export async function readRanking(books: Books, now: Terms): Promise<string[]> {
  const used: { guildId: string; credits: number }[] = [];
  for await (const { records } of everyPage(books.accounts, { most: LOOKED_AT_TOGETHER, everyServer: true })) {
    for (const [guildId, record] of records) {
      const { spentCredits, heldCredits } = viewOf({ ...NEW_ACCOUNT, ...record }, now);
      used.push({ guildId, credits: spentCredits + heldCredits });
    }
  }
  return used.sort((a, b) => b.credits - a.credits).map(({ guildId }) => guildId);
}

/** Of all servers, whichever process serves them. */
export async function readUnconfirmed(books: Books): Promise<UnconfirmedHold[]> {
  const found: UnconfirmedHold[] = [];
  for await (const { records, unreadable } of everyPage(books.unconfirmed, { everyServer: true })) {
    // Which tasks wait is in the keys.
    const keys = [...records.map(([key]) => key), ...unreadable];
    found.push(...(await Promise.all(keys.map((key) => findUnconfirmed(books, key)))).flat());
  }
  return found.sort((a, b) => a.heldAtMs - b.heldAtMs || a.taskKey.localeCompare(b.taskKey));
}

async function findUnconfirmed(books: Books, key: string): Promise<UnconfirmedHold[]> {
  const [guildId, taskKey] = partsOf(key);
  try {
    const hold = await readHold(books, guildId, taskKey);
    return hold?.unconfirmed ? [{ guildId, taskKey, ...hold }] : [];
  } catch (error) {
    // Its account refuses work and is in the log; the other servers' holds can be resolved all the same.
    if (error instanceof RecordError) return [];
    throw error;
  }
}

export async function readLedger(
  books: Books,
  guildId: string,
  { sinceMs = 0, most = LEDGER_READ_MAX }: LedgerRequest,
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
  const told = entries.slice(0, most).reverse();
  const earlierEntries = (told[0]?.number ?? 1) - 1;
  return { entries: told, earlierEntries, isCut: earlierEntries > 0 && !isWhole };
}

export async function readUsage(books: Books, guildId: string): Promise<Usage> {
  const { records } = await books.usage.page({ prefix: `${guildId}:`, most: USAGE_MAX_DAYS, backwards: true });
  return Object.fromEntries(records.map(([key, day]) => [partsOf(key)[1], day]));
}

/** A server, and what of it a record is about. */
export function partsOf(key: string): [guildId: string, rest: string] {
  const at = key.indexOf(':');
  return [key.slice(0, at), key.slice(at + 1)];
}
