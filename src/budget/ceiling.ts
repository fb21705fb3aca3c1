import { z } from 'zod';
import { everyPage } from '../store/pages.ts';
import { isAlone, slotOf } from '../store/shards.ts';
import type { Store, Change as StoreChange } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import type { Account } from './account/account.ts';
import type { Entry } from './ledger/ledger.ts';
import { type PeriodKey, periodEndMs, periodKeyAt } from './periods/period.ts';

/** What all servers together have spent and hold, of what they may in a calendar month (UTC). */
export interface CeilingView {
  month: PeriodKey;
  usedCredits: number;
  ceilingCredits: number;
  renewsAtMs: number | undefined;
}

/**
 * Bounds what all servers together may cost in a calendar month. A hold counts in the month in which it was made, however
 * late it ends. Each process writes one sum with its own commits; it reads those of other processes again every few
 * seconds, so together they may pass the ceiling by what they hold in that time.
 */
export interface Ceiling {
  /** Reads the sums where they may be out of date. @throws StoreError */
  refresh(): Promise<void>;
  /** Whether the sums belong to this moment: no commit failed, and no month started, since they were read. */
  isCurrent(): boolean;
  /** As of the last refresh, and of all that was counted since. */
  view(): CeilingView;
  /** Counts what changed in an account, and says what to write in the same commit. */
  count(before: Account, after: Account): StoreChange[];
  /** Drops the sums of earlier months. @throws StoreError */
  sweep(nowMs: number): Promise<void>;
}

/** By month and process. A release of what another process held may leave less than nothing. */
const sumSchema = z.int();

/** How old the other processes' sums may be. */
const READ_AGAIN_AFTER_MS = 2_000;

interface Sums {
  month: PeriodKey;
  own: number;
  others: number;
  /** Of the store, from before the sums were read. */
  failures: number;
  readAtMs: number;
}

export interface CeilingParts {
  store: Pick<Store, 'collection' | 'commit' | 'failures' | 'shards'>;
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  ceilingCredits: number;
}

export function createCeiling({ store, clock, ceilingCredits }: CeilingParts): Ceiling {
  const collection = store.collection('month_sums', sumSchema);
  const ownName = `${slotOf(store.shards)}-of-${store.shards.of}`;
  const monthNow = (): PeriodKey => periodKeyAt(clock.now());
  let sums: Sums = { month: '', own: 0, others: 0, failures: -1, readAtMs: 0 };
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    const [month, { failures }, readAtMs] = [monthNow(), store, clock.monotonicMs()];
    let own = 0;
    let others = 0;
    for await (const { records } of everyPage(collection, { prefix: `${month}:` })) {
      for (const [key, credits] of records) {
        if (key === `${month}:${ownName}`) own = credits;
        else others += credits;
      }
    }
    // What this process counted while it read is newer than what it read.
    const isKnown = sums.month === month && sums.failures === failures;
    sums = { month, own: isKnown ? sums.own : own, others, failures, readAtMs };
  };
  const isCurrent = (): boolean => sums.failures === store.failures && sums.month === monthNow();

  return {
    isCurrent,
    refresh: async () => {
      const isOld = !isAlone(store.shards) && clock.monotonicMs() - sums.readAtMs > READ_AGAIN_AFTER_MS;
      if (isCurrent() && !isOld) return;
      reading ??= read().finally(() => {
        reading = undefined;
      });
      await reading;
    },
    view: () => ({
      month: sums.month,
      usedCredits: Math.max(0, sums.own + sums.others),
      ceilingCredits,
      renewsAtMs: sums.month === '' ? undefined : periodEndMs(sums.month),
    }),
    count: (before, after) => {
      const { month } = sums;
      const change = after.latest
        .filter((entry) => monthOf(entry, before) === month)
        .reduce((sum, entry) => sum + changeBy(entry), 0);
      if (change === 0) return [];
      sums = { ...sums, own: sums.own + change };
      return [collection.put(`${month}:${ownName}`, sums.own)];
    },
    sweep: async (nowMs) => {
      const month = periodKeyAt(nowMs);
      for await (const { records } of everyPage(collection)) {
        await store.commit(records.filter(([key]) => key < month).map(([key]) => collection.drop(key)));
      }
    },
  };
}

function monthOf(entry: Entry, { holds }: Account): PeriodKey {
  const hold = 'taskKey' in entry ? holds.get(entry.taskKey) : undefined;
  return periodKeyAt(hold?.heldAtMs ?? entry.atMs);
}

/** What an entry adds to spent and held together. */
function changeBy(entry: Entry): number {
  switch (entry.kind) {
    case 'held':
      return entry.credits;
    case 'corrected':
      return entry.toCredits - entry.fromCredits;
    case 'settled':
      return entry.chargedCredits - entry.heldCredits;
    case 'released':
      return -entry.credits;
    default:
      return 0;
  }
}
