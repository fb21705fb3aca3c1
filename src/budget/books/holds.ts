import { Map as PersistentMap } from 'immutable';
import { everyPage } from '../../store/pages.ts';
import { type Collection, RecordError } from '../../store/store.ts';
import type { Hold, Holds } from '../account/account.ts';
import type { Entry } from '../ledger/ledger.ts';
import type { Books } from './books.ts';

type HoldBooks = Pick<Books, 'holds' | 'ledger'>;

/** The records of a server by the rest of their keys, and the keys of unreadable ones. */
export async function readOfServer<Value>(
  collection: Collection<Value>,
  guildId: string,
): Promise<{ found: [key: string, value: Value][]; unreadable: string[] }> {
  const prefix = `${guildId}:`;
  const found: [string, Value][] = [];
  const unreadable: string[] = [];
  for await (const page of everyPage(collection, { prefix })) {
    for (const [key, value] of page.records) found.push([key.slice(prefix.length), value]);
    unreadable.push(...page.unreadable.map((key) => key.slice(prefix.length)));
  }
  return { found, unreadable };
}

/**
 * The holds of a server. An unreadable hold is rebuilt from the ledger. It is never left out, or its credits would stay held
 * for ever.
 * @param onUnreadable called with the task of each unreadable hold
 * @throws RecordError if the ledger doesn't have it either; then the account can't be read
 */
export async function readHolds(
  books: HoldBooks,
  guildId: string,
  onUnreadable: (taskKey: string) => void = () => undefined,
): Promise<Holds> {
  const { found, unreadable } = await readOfServer(books.holds, guildId);
  for (const taskKey of unreadable) {
    onUnreadable(taskKey);
    const hold = await holdInLedger(books, guildId, taskKey);
    if (hold) found.push([taskKey, hold]);
  }
  return PersistentMap(found);
}

/** One hold; see `readHolds`. @throws RecordError */
export async function readHold(books: HoldBooks, guildId: string, taskKey: string): Promise<Hold | undefined> {
  try {
    return await books.holds.get(`${guildId}:${taskKey}`);
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return holdInLedger(books, guildId, taskKey);
  }
}

type HoldEntry = Extract<Entry, { kind: 'held' | 'corrected' | 'unconfirmed' | 'settled' | 'released' }>;

function isOfTask(entry: Entry, taskKey: string): entry is HoldEntry {
  return 'taskKey' in entry && entry.taskKey === taskKey;
}

/** Searches backwards for the entry that made the hold. Undefined if the hold has ended. @throws RecordError if there is none */
async function holdInLedger(
  { ledger }: Pick<HoldBooks, 'ledger'>,
  guildId: string,
  taskKey: string,
): Promise<Hold | undefined> {
  const later: HoldEntry[] = [];
  for await (const { records } of everyPage(ledger, { prefix: `${guildId}:`, backwards: true })) {
    for (const [, entry] of records) {
      if (!isOfTask(entry, taskKey)) continue;
      if (entry.kind === 'settled' || entry.kind === 'released') return undefined;
      if (entry.kind === 'held') return heldBy(entry, later);
      later.push(entry);
    }
  }
  throw new RecordError(`hold "${guildId}:${taskKey}" cannot be read, and no entry of the ledger tells what it was`);
}

/** @param later the hold's later entries, newest first */
function heldBy(held: Extract<Entry, { kind: 'held' }>, [last, ...earlier]: readonly HoldEntry[]): Hold {
  const { jobId, memberId, modelId, periodKey, atMs: heldAtMs, countedIn = [] } = held;
  const corrected = [last, ...earlier].find((entry) => entry?.kind === 'corrected');
  const credits = corrected?.toCredits ?? held.credits;
  const hold: Hold = { credits, jobId, memberId, modelId, heldAtMs, periodKey, unconfirmed: false, countedIn };
  if (last?.kind !== 'unconfirmed') return hold;
  const { claimedCredits } = last;
  return { ...hold, unconfirmed: true, ...(claimedCredits === undefined ? {} : { claimedCredits }) };
}
