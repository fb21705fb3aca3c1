import { everyPage } from '../../store/pages.ts';
import { DAY_MS } from '../../time/clock.ts';
import { type Counters, windowOf } from '../account/shares.ts';
import { counterKeySchema } from '../ledger/amounts.ts';
import { creditsOf, type Entry } from '../ledger/ledger.ts';
import { type PeriodKey, periodKeyAt, periodStartMs } from '../periods/period.ts';
import { type Books, LEDGER_PAGE_ENTRIES } from './books.ts';
import { readOfServer } from './holds.ts';

/** Counts from a ledger's entries what an unreadable record can no longer tell. */

type HeldEntry = Extract<Entry, { kind: 'held' }>;

/**
 * What tasks that were held since then have used until now.
 * @param onTask called for each task, with the entry that holds it and the credits it holds or has spent
 */
async function readTasksSince(
  { ledger }: Pick<Books, 'ledger'>,
  guildId: string,
  sinceMs: number,
  onTask: (held: HeldEntry, credits: number) => void,
): Promise<void> {
  const usedCredits = new Map<string, number>();
  const request = { prefix: `${guildId}:`, most: LEDGER_PAGE_ENTRIES, backwards: true };
  for await (const { records } of everyPage(ledger, request)) {
    for (const [, entry] of records) {
      if (!('taskKey' in entry)) continue;
      const credits = (usedCredits.get(entry.taskKey) ?? 0) - creditsOf(entry);
      usedCredits.set(entry.taskKey, credits);
      if (entry.kind !== 'held') continue;
      if (entry.atMs >= sinceMs) onTask(entry, credits);
      usedCredits.delete(entry.taskKey);
    }
    if (records.length > 0 && records.every(([, { atMs }]) => atMs < sinceMs)) return;
  }
}

/** A window starts earlier in some time zones, and a server's zone can change. */
const TIME_ZONES_MS = 2 * DAY_MS;

/**
 * The counters of a server's shares. An unreadable one is counted anew.
 * @param onUnreadable called with the key of each unreadable counter
 */
export async function readCounters(
  books: Books,
  guildId: string,
  onUnreadable: (key: string) => void = () => undefined,
): Promise<Counters> {
  const { found, unreadable } = await readOfServer(books.counters, guildId);
  for (const key of unreadable) onUnreadable(key);
  return { ...Object.fromEntries(found), ...(await recountCounters(books, guildId, unreadable)) };
}

/** Leaves out what is no counter's key, because no share counts in it. */
async function recountCounters(books: Books, guildId: string, keys: readonly string[]): Promise<Counters> {
  const wanted = keys.filter((key) => counterKeySchema.safeParse(key).success);
  if (wanted.length === 0) return {};
  const counters = new Map(wanted.map((key) => [key, 0]));
  const sinceMs = Math.min(...wanted.map((key) => periodStartMs(windowOf(key)))) - TIME_ZONES_MS;
  await readTasksSince(books, guildId, sinceMs, ({ countedIn = [] }, credits) => {
    for (const key of countedIn) {
      const before = counters.get(key);
      if (before !== undefined) counters.set(key, before + credits);
    }
  });
  return Object.fromEntries(counters);
}

/** What all servers together have spent and hold for tasks held in this month (UTC). */
export async function recountMonth(books: Books, month: PeriodKey): Promise<number> {
  let sum = 0;
  for await (const { records, unreadable } of everyPage(books.accounts, { everyServer: true })) {
    for (const guildId of [...records.map(([key]) => key), ...unreadable]) {
      await readTasksSince(books, guildId, periodStartMs(month), ({ atMs }, credits) => {
        if (periodKeyAt(atMs) === month) sum += credits;
      });
    }
  }
  return sum;
}
