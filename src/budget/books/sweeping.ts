import { everyPage, sweepPages } from '../../store/pages.ts';
import { RecordError } from '../../store/store.ts';
import { USAGE_MAX_DAYS } from '../ledger/usage.ts';
import { type ChangeParts, dropOldest } from './account-changes.ts';
import { LOOKED_AT_TOGETHER, partsOf } from './reading.ts';

const DAY_MS = 86_400_000;

/** Keeps of entries older than the ledger's time their sum only, and drops usage and orders of that time. @throws StoreError */
export async function sweepBooks(parts: ChangeParts, ledgerKeptDays: number, nowMs: number): Promise<void> {
  const { books, store } = parts;
  const keptSinceMs = nowMs - ledgerKeptDays * DAY_MS;
  for await (const { records } of everyPage(books.accounts, { most: LOOKED_AT_TOGETHER })) {
    for (const [guildId] of records) await dropAllOldest(parts, guildId, keptSinceMs);
  }
  const beforeMs = nowMs - USAGE_MAX_DAYS * DAY_MS;
  await sweepPages(
    books.orders,
    (atMs) => atMs < beforeMs,
    (key) => books.orders.delete(key),
  );
  const firstDate = new Date(beforeMs).toISOString().slice(0, 10);
  for await (const { records } of everyPage(books.usage)) {
    const old = records.filter(([key]) => partsOf(key)[1] < firstDate);
    await store.commit(old.map(([key]) => books.usage.drop(key)));
  }
}

async function dropAllOldest(parts: ChangeParts, guildId: string, keptSinceMs: number): Promise<void> {
  try {
    while (await dropOldest(parts, guildId, keptSinceMs));
  } catch (error) {
    // An account that cannot be read stays as it is, and is in the log; the others do not wait for it.
    if (!(error instanceof RecordError)) throw error;
  }
}
