import type { Needs } from '../../runtime.ts';
import { isAlone, lowestShard, ownsShard } from '../../store/database/shards.ts';
import { everyPage } from '../../store/pages.ts';
import type { Change as StoreChange } from '../../store/store.ts';
import type { Account } from '../account/account.ts';
import { creditsOf, type Entry } from '../ledger/ledger.ts';
import { type PeriodKey, periodEndMs, periodKeyAt } from '../periods/period.ts';
import type { Books } from './books.ts';
import { recountMonth } from './recount.ts';

/** What all servers together have spent and hold in a calendar month (UTC), and their limit. */
export interface CeilingView {
  month: PeriodKey;
  usedCredits: number;
  ceilingCredits: number;
  renewsAtMs: number | undefined;
}

/** How old the other processes' sums can be. */
const REFRESH_INTERVAL_MS = 2_000;

interface Sums {
  month: PeriodKey;
  own: number;
  others: number;
  /** The store's failures before the sums were read. */
  failures: number;
  readAtMs: number;
}

interface CeilingParts extends Needs<'clock' | 'store'> {
  books: Books;
  ceilingCredits: number;
}

export type Ceiling = ReturnType<typeof createCeiling>;

/**
 * Limits what all servers together can cost in a calendar month. A hold counts in the month in which it was made, however
 * late it ends. Each process writes its own sum with its commits, and reads the other processes' sums every few seconds.
 * So several processes together can pass the ceiling by what they hold in that time. An unreadable sum is counted anew from
 * all ledgers.
 */
export function createCeiling({ store, books, clock, ceilingCredits }: CeilingParts) {
  const collection = books.monthSums;
  const ownName = `${lowestShard(store.shards)}-of-${store.shards.of}`;
  /** Also a sum of an earlier process, which divided the servers differently. */
  const isOwn = (key: string): boolean => ownsShard(store.shards, Number.parseInt(key.split(':')[1] ?? '', 10));
  const monthNow = (): PeriodKey => periodKeyAt(clock.now());
  let sums: Sums = { month: '', own: 0, others: 0, failures: -1, readAtMs: 0 };
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    const [month, { failures }, readAtMs] = [monthNow(), store, clock.monotonicMs()];
    let own = 0;
    let others = 0;
    const lost: string[] = [];
    for await (const { records, unreadable } of everyPage(collection, { prefix: `${month}:` })) {
      for (const [key, credits] of records) {
        if (key === `${month}:${ownName}`) own = credits;
        else others += credits;
      }
      lost.push(...unreadable);
    }
    // What this process counted meanwhile is newer than what it has read.
    const isKnown = sums.month === month && sums.failures === failures;
    if (lost.length > 0 && !isKnown) {
      const missing = (await recountMonth(books, month)) - own - others;
      if (lost.some(isOwn)) own += missing;
      else others += missing;
    }
    if (isKnown) own = sums.own;
    // Until its process has written an unreadable sum again, what is known of it stays.
    if (isKnown && lost.length > 0) others = Math.max(others, sums.others);
    sums = { month, own, others, failures, readAtMs };
  };
  /** Whether the sums are valid: no commit has failed and no month has started since they were read. */
  const isCurrent = (): boolean => sums.failures === store.failures && sums.month === monthNow();

  return {
    isCurrent,
    /** Reads the sums if they may be out of date. @throws StoreError */
    refresh: async (): Promise<void> => {
      const isOld = !isAlone(store.shards) && clock.monotonicMs() - sums.readAtMs > REFRESH_INTERVAL_MS;
      if (isCurrent() && !isOld) return;
      reading ??= read().finally(() => {
        reading = undefined;
      });
      await reading;
    },
    /** As of the last refresh, with all that was counted since. */
    view: (): CeilingView => ({
      month: sums.month,
      usedCredits: Math.max(0, sums.own + sums.others),
      ceilingCredits,
      renewsAtMs: sums.month === '' ? undefined : periodEndMs(sums.month),
    }),
    /** By how much an account's change moves this month's sum. */
    changeOf: (before: Account, after: Account): number =>
      after.latest
        .filter((entry) => 'taskKey' in entry && monthOf(entry, before) === sums.month)
        .reduce((sum, entry) => sum - creditsOf(entry), 0),
    /** What to write in the commit that makes this change. */
    put: (changeCredits: number): StoreChange[] =>
      changeCredits === 0 ? [] : [collection.put(`${sums.month}:${ownName}`, sums.own + changeCredits)],
    /** Counts a change once its commit was asked for. A commit that then fails makes the sums out of date. */
    count: (changeCredits: number): void => {
      sums = { ...sums, own: sums.own + changeCredits };
    },
    /** Deletes the sums of earlier months. @throws StoreError */
    sweep: async (nowMs: number): Promise<void> => {
      const month = periodKeyAt(nowMs);
      for await (const { records, unreadable } of everyPage(collection)) {
        const keys = [...records.map(([key]) => key), ...unreadable];
        await store.commit(keys.filter((key) => key < month).map(collection.drop));
      }
    },
  };
}

/** A task's entries count in the month of its hold. */
function monthOf(entry: Entry & { taskKey: string }, { holds }: Account): PeriodKey {
  return periodKeyAt(holds.get(entry.taskKey)?.heldAtMs ?? entry.atMs);
}
