import { isDeepStrictEqual } from 'node:util';
import { everyPage } from '../../store/pages.ts';
import { type Change, type Commit, RecordError } from '../../store/store.ts';
import { unlessUnreadable } from '../../store/unreadable-records.ts';
import type { AccountRecord, Holds } from '../account/account.ts';
import { type Books, entryKey } from '../books/books.ts';
import { readHolds } from '../books/holds.ts';
import { readCounters } from '../books/recount.ts';
import { spentEverCredits } from '../ledger/sums.ts';
import { type Checked, createLedgerCheck, type Fault } from './check.ts';

/** A hold that isn't unconfirmed, so a job has to end it. */
export interface OpenHold {
  guildId: string;
  taskKey: string;
  jobId: string;
}

export interface AuditReport {
  /** Number of accounts that were read and checked. */
  accounts: number;
  /** Servers with an unreadable record. */
  unreadable: string[];
  /** Without a server if all servers together differ. */
  faults: (Fault & { guildId?: string })[];
  /** Of all accounts and all time, to compare with what the service says it charged. */
  spentCredits: number;
  heldCredits: number;
  unconfirmed: { holds: number; credits: number };
  openHolds: OpenHold[];
}

export interface AuditOptions {
  /** Includes servers of other processes. */
  everyServer?: boolean;
  /** Skips entries that an earlier continued audit found in order, and records how far it got. Used at every start. */
  continued?: boolean;
}

/** How often to read an account that changes while it is checked. */
const ATTEMPTS_MAX = 5;
/** How many more checked entries are worth recording. */
const ENTRIES_PER_NOTE = 200;

/**
 * Checks every account against its entries. The books are in order if `unreadable` and `faults` are empty. Reads page by
 * page, so that other work isn't delayed, and reads an account again if it changes meanwhile.
 */
export async function audit(
  books: Books,
  { everyServer = false, continued = false }: AuditOptions = {},
  commit: Commit = async () => undefined,
): Promise<AuditReport> {
  const report = emptyReport();
  for await (const { records, unreadable } of everyPage(books.accounts, { everyServer })) {
    report.unreadable.push(...unreadable);
    const notes: Change[] = [];
    for (const [guildId] of records) {
      const before = continued ? await unlessUnreadable(books.checked.get(guildId)) : undefined;
      const checked = await auditAccount(books, guildId, report, before);
      if (!continued || !checked || checked.entries - (before?.entries ?? 0) < ENTRIES_PER_NOTE) continue;
      notes.push(books.checked.put(guildId, checked));
    }
    await commit(notes);
  }
  for await (const { unreadable } of everyPage(books.monthSums)) {
    const faults = unreadable.map((key) => ({
      entryNumber: undefined,
      fault: unreadableFault(`the month’s sum ${key}`),
    }));
    report.faults.push(...faults);
  }
  return report;
}

function emptyReport(): AuditReport {
  return {
    accounts: 0,
    unreadable: [],
    faults: [],
    spentCredits: 0,
    heldCredits: 0,
    unconfirmed: { holds: 0, credits: 0 },
    openHolds: [],
  };
}

/** @returns up to where the entries are in order */
async function auditAccount(
  books: Books,
  guildId: string,
  report: AuditReport,
  before?: Checked,
): Promise<Checked | undefined> {
  let seen: Seen | undefined;
  try {
    seen = await readUntilUnchanged(books, guildId, before);
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    report.unreadable.push(guildId);
  }
  if (seen === undefined) return undefined;
  report.accounts += 1;
  if (!seen.isWhole) report.unreadable.push(guildId);
  report.faults.push(...seen.faults.map((fault) => ({ guildId, ...fault })));
  report.spentCredits += spentEverCredits(seen.record.sums);
  for (const [taskKey, { credits, jobId, unconfirmed }] of seen.holds) {
    report.heldCredits += credits;
    if (!unconfirmed) report.openHolds.push({ guildId, taskKey, jobId });
  }
  report.unconfirmed.holds += seen.record.unconfirmed.holds;
  report.unconfirmed.credits += seen.record.unconfirmed.credits;
  return seen.checked;
}

/** For what is counted anew from the ledger. */
function unreadableFault(what: string): string {
  return `${what} cannot be read; it counts as the entries say`;
}

interface Seen {
  record: AccountRecord;
  faults: Fault[];
  holds: Holds;
  /** Whether all its entries could be read. */
  isWhole: boolean;
  checked: Checked | undefined;
}

/**
 * Each attempt continues after the entries that the one before has checked. Undefined if there is no account.
 * @throws RecordError if its record, a hold or a counter can't be read
 */
async function readUntilUnchanged(
  books: Books,
  guildId: string,
  before: Checked | undefined,
): Promise<Seen | undefined> {
  let last: Seen | undefined;
  for (let looks = 0; looks < ATTEMPTS_MAX; looks++) {
    const seen = await auditOnce(books, guildId, last?.checked ?? before);
    if (seen === undefined) return undefined;
    last = seen;
    if (!seen.isWhole || isDeepStrictEqual(await books.accounts.get(guildId), seen.record)) break;
  }
  return last;
}

async function auditOnce(books: Books, guildId: string, before: Checked | undefined): Promise<Seen | undefined> {
  const record = await books.accounts.get(guildId);
  if (record === undefined) return undefined;
  const { carried, entries } = record;
  const from = before && before.entries > carried.entries && before.entries <= entries ? before : carried;
  const unread: string[] = [];
  const holds = await readHolds(books, guildId, (taskKey) => unread.push(`the hold of task ${taskKey}`));
  const counters = await readCounters(books, guildId, (key) => unread.push(`the share’s counter ${key}`));
  const check = createLedgerCheck({ ...record, holds, counters }, from);
  let isWhole = true;
  const prefix = `${guildId}:`;
  const last = entryKey(guildId, entries);
  for await (const page of everyPage(books.ledger, { prefix, after: entryKey(guildId, from.entries) })) {
    if (page.unreadable.length > 0) isWhole = false;
    check.read(page.records.filter(([key]) => key <= last).map(([, entry]) => entry));
  }
  const faults = unread.map((what) => ({ entryNumber: undefined, fault: unreadableFault(what) }));
  if (!isWhole) return { record, faults, holds, isWhole, checked: undefined };
  return { record, faults: [...faults, ...check.end()], holds, isWhole, checked: check.reached() };
}
