import { type Owner, UNSEEN_MS } from '../../store/member-records.ts';
import { everyPage } from '../../store/pages.ts';
import { RecordError, type Store, type Change as StoreChange } from '../../store/store.ts';
import { unlessUnreadable } from '../../store/unreadable-records.ts';
import { DAY_MS } from '../../time/clock.ts';
import { type Account, withoutOldest } from '../account/account.ts';
import type { Decision } from '../account/decisions.ts';
import { type Share, withoutExpired } from '../account/shares.ts';
import type { Entry } from '../ledger/ledger.ts';
import { isUsage, NO_DAY_USAGE, USAGE_MAX_DAYS, withUsage } from '../ledger/usage.ts';
import { dateAt } from '../periods/calendar.ts';
import { type AccountCache, betweenFailures } from './account-cache.ts';
import { type Books, changesOf, LEDGER_PAGE_ENTRIES } from './books.ts';
import type { Ceiling } from './ceiling.ts';
import { ACCOUNTS_PER_PAGE } from './reading.ts';

export interface ChangeParts {
  store: Pick<Store, 'commit' | 'failures'>;
  books: Books;
  cache: AccountCache;
  /** Undefined without a ceiling. */
  ceiling: Ceiling | undefined;
  /** Called after every change of an account, with its new entries. */
  onChange?: ((guildId: string, entries: readonly Entry[]) => void) | undefined;
}

/** Decides again if a commit fails meanwhile, because then the account or what it read may be out of date. */
export type Decide<Outcome> = (before: Account) => Decision<Outcome> | Promise<Decision<Outcome>>;

/**
 * Decides about an account, and resolves with the outcome once it is on disk.
 * @param also what to write in the same commit, even if the account doesn't change
 */
export async function changeAccount<Outcome>(
  parts: ChangeParts,
  guildId: string,
  decide: Decide<Outcome>,
  also: (outcome: Outcome) => readonly StoreChange[],
): Promise<Outcome> {
  const { outcome, done, entries } = await parts.books.accounts.locked(guildId, () =>
    decideAndCommit(parts, guildId, decide, also),
  );
  await done;
  if (done) parts.onChange?.(guildId, entries);
  return outcome;
}

/**
 * Decides, then asks for the commit. A decision that holds credits waits for nothing until the ceiling has counted it, or
 * servers that are decided about in the same moment would pass the ceiling together. The account's lock is free again
 * while the disk works: the next change builds on this one, and fails with it (see `Store.commit`).
 */
async function decideAndCommit<Outcome>(
  { store, books, cache, ceiling }: ChangeParts,
  guildId: string,
  decide: Decide<Outcome>,
  also: (outcome: Outcome) => readonly StoreChange[],
): Promise<{ outcome: Outcome; done: Promise<void> | undefined; entries: readonly Entry[] }> {
  return betweenFailures(store, async () => {
    await ceiling?.refresh();
    const before = await cache.read(guildId);
    const { failures } = store;
    const decision = decide(before);
    const { account: after, outcome } = decision instanceof Promise ? await decision : decision;
    const usage = after?.latest.some(isUsage) ? await usageChanges(books, guildId, after) : [];
    if (failures !== store.failures || ceiling?.isCurrent() === false) return undefined;
    const spentCredits = (after && ceiling?.changeOf(before, after)) ?? 0;
    const changes = [
      ...(after ? changesOf(books, guildId, before, after) : []),
      ...usage,
      ...(ceiling?.put(spentCredits) ?? []),
      ...also(outcome),
    ];
    const entries = after?.latest ?? [];
    if (changes.length === 0) return { outcome, done: undefined, entries };
    const done = store.commit(changes);
    ceiling?.count(spentCredits);
    if (after) cache.put(guildId, after, failures);
    return { outcome, done, entries };
  });
}

/** Counts the new entries in the usage of their days. A day that can't be read stays as it is. */
async function usageChanges(
  { usage }: Books,
  guildId: string,
  { latest, settings: { timeZone } }: Account,
): Promise<StoreChange[]> {
  const changes: StoreChange[] = [];
  for (const [date, entries] of Map.groupBy(latest.filter(isUsage), (entry) => dateAt(entry.atMs, timeZone))) {
    try {
      const before = (await usage.get(`${guildId}:${date}`)) ?? NO_DAY_USAGE;
      changes.push(usage.put(`${guildId}:${date}`, entries.reduce(withUsage, before)));
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
    }
  }
  return changes;
}

/** Replaces some of a server's oldest entries by their sum. Resolves with whether more may be too old. */
async function dropOldest(parts: ChangeParts, guildId: string, beforeMs: number): Promise<boolean> {
  const { ledger } = parts.books;
  const decide = async (before: Account): Promise<Decision<{ dropped: StoreChange[]; isCut: boolean }>> => {
    const page = await ledger.page({ prefix: `${guildId}:`, most: LEDGER_PAGE_ENTRIES });
    // Entries after an unreadable one stay, because their sum is unknown.
    const [firstUnreadable] = page.unreadable;
    const isLeaving = ([key, { atMs }]: [string, Entry]): boolean =>
      atMs < beforeMs && (firstUnreadable === undefined || key < firstUnreadable);
    const end = page.records.findIndex((record) => !isLeaving(record));
    const leaving = end === -1 ? page.records : page.records.slice(0, end);
    const entries = leaving.map(([, entry]) => entry);
    const dropped = leaving.map(([key]) => ledger.drop(key));
    return {
      account: withoutOldest(before, entries),
      outcome: { dropped, isCut: leaving.length === LEDGER_PAGE_ENTRIES },
    };
  };
  const { isCut } = await changeAccount({ ...parts, onChange: undefined }, guildId, decide, ({ dropped }) => dropped);
  return isCut;
}

/**
 * Replaces entries that are too old by their sum, and deletes ended counters and the shares of members whom Easel hasn't
 * seen for long.
 * @throws StoreError
 */
export async function sweepBooks(
  parts: ChangeParts,
  {
    ledgerKeptDays = USAGE_MAX_DAYS,
    isSeen = async () => true,
  }: { ledgerKeptDays?: number; isSeen?: (owner: Owner) => Promise<boolean> },
  nowMs: number,
): Promise<void> {
  const { books } = parts;
  const keptSinceMs = nowMs - ledgerKeptDays * DAY_MS;
  for await (const { records } of everyPage(books.accounts, { most: ACCOUNTS_PER_PAGE })) {
    // An unreadable account stays as it is and is in the log. The others don't wait for it.
    for (const [guildId] of records) {
      await unlessUnreadable(dropAllOldest(parts, guildId, keptSinceMs));
      const decide = async (account: Account) => ({
        account: await withoutEnded(account, (memberId) => isSeen({ guildId, memberId }), nowMs),
        outcome: undefined,
      });
      await unlessUnreadable(changeAccount({ ...parts, onChange: undefined }, guildId, decide, () => []));
    }
  }
}

/** Undefined if nothing has ended. */
async function withoutEnded(
  account: Account,
  isSeen: (memberId: string) => Promise<boolean>,
  nowMs: number,
): Promise<Account | undefined> {
  const counters = withoutExpired(account.counters, nowMs, account.settings.timeZone);
  const isKept = async ({ target, setAtMs = 0 }: Share): Promise<boolean> =>
    target.kind !== 'member' || setAtMs > nowMs - UNSEEN_MS || (await isSeen(target.id));
  const kept = await Promise.all(account.shares.map(isKept));
  if (counters === account.counters && kept.every(Boolean)) return undefined;
  return { ...account, counters, shares: account.shares.filter((_, index) => kept[index]) };
}

/** Replaces a server's entries from before a time by their sum. @throws StoreError */
export async function dropAllOldest(parts: ChangeParts, guildId: string, keptSinceMs: number): Promise<void> {
  while (await dropOldest(parts, guildId, keptSinceMs));
}
