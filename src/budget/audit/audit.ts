import { isDeepStrictEqual } from 'node:util';
import { everyPage } from '../../store/pages.ts';
import type { AccountRecord, Holds } from '../account/account.ts';
import { type Books, entryKey, readHolds, readOf } from '../books/books.ts';
import { spentEverCredits } from '../ledger/sums.ts';
import { checkOf, type Fault } from './check.ts';

/** A hold that is not unconfirmed: something has to end it. */
export interface OpenHold {
  guildId: string;
  taskKey: string;
  jobId: string;
}

export interface AuditReport {
  /** Accounts that were read and checked. */
  accounts: number;
  /** Servers of which a record cannot be read. */
  unreadable: string[];
  faults: (Fault & { guildId: string })[];
  /** Over all accounts and all time: to hold against what the service says it charged. */
  spentCredits: number;
  heldCredits: number;
  unconfirmed: { holds: number; credits: number };
  openHolds: OpenHold[];
}

export interface AuditOptions {
  /** Also those that other processes serve. */
  everyServer?: boolean;
}

/** How often an account that changes while it is checked is looked at. */
const LOOKS = 5;

/**
 * Checks every account against its entries; in order when `unreadable` and `faults` are empty. Page by page, so that others
 * have their turn: what changes meanwhile is looked at again.
 */
export async function audit(books: Books, { everyServer = false }: AuditOptions = {}): Promise<AuditReport> {
  const report = emptyReport();
  for await (const { records, unreadable } of everyPage(books.accounts, { everyServer })) {
    report.unreadable.push(...unreadable);
    for (const [guildId] of records) await auditOne(books, guildId, report);
  }
  return report;
}

/** As `audit`, for one server. */
export async function auditServer(books: Books, guildId: string): Promise<AuditReport> {
  const report = emptyReport();
  await auditOne(books, guildId, report);
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

async function auditOne(books: Books, guildId: string, report: AuditReport): Promise<void> {
  let last: Seen | undefined;
  for (let looks = 0; looks < LOOKS; looks++) {
    const seen = await look(books, guildId);
    if (seen === undefined) return;
    last = seen;
    const now = await books.accounts.get(guildId);
    if (!seen.isWhole || isDeepStrictEqual(now, seen.record)) break;
  }
  if (last === undefined) return;
  report.accounts += 1;
  if (!last.isWhole) report.unreadable.push(guildId);
  report.faults.push(...last.faults.map((fault) => ({ guildId, ...fault })));
  report.spentCredits += spentEverCredits(last.record.sums);
  for (const [taskKey, { credits, jobId, unconfirmed }] of last.holds) {
    report.heldCredits += credits;
    if (!unconfirmed) report.openHolds.push({ guildId, taskKey, jobId });
  }
  report.unconfirmed.holds += last.record.unconfirmed.holds;
  report.unconfirmed.credits += last.record.unconfirmed.credits;
}

interface Seen {
  record: AccountRecord;
  faults: Fault[];
  holds: Holds;
  /** All of its records could be read. */
  isWhole: boolean;
}

async function look(books: Books, guildId: string): Promise<Seen | undefined> {
  const record = await books.accounts.get(guildId);
  if (record === undefined) return undefined;
  const holds = await readHolds(books, guildId);
  const check = checkOf({ ...record, holds, counters: await readOf(books.counters, guildId) });
  let isWhole = true;
  const prefix = `${guildId}:`;
  const first = entryKey(guildId, record.carried.entries);
  const last = entryKey(guildId, record.entries);
  for await (const page of everyPage(books.ledger, { prefix })) {
    if (page.unreadable.length > 0) isWhole = false;
    check.read(page.records.filter(([key]) => key > first && key <= last).map(([, entry]) => entry));
  }
  return { record, faults: isWhole ? check.end() : [], holds, isWhole };
}
