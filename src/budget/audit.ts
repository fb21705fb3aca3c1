import type { Collection } from '../store/store.ts';
import type { Account } from './account.ts';
import { check, type Fault } from './check.ts';

/** A hold that is not unconfirmed: something has to end it. */
export interface OpenHold {
  guildId: string;
  taskKey: string;
  jobId: string;
}

export interface AuditReport {
  /** Accounts that were read and checked. */
  accounts: number;
  /** Servers whose record cannot be read. */
  unreadable: string[];
  faults: (Fault & { guildId: string })[];
  /** Over all accounts and all time: to hold against what the service says it charged. */
  spentCredits: number;
  heldCredits: number;
  unconfirmed: { holds: number; credits: number };
  openHolds: OpenHold[];
}

/** Checks every account; in order when `unreadable` and `faults` are empty. */
export async function auditAccounts(collection: Pick<Collection<Account>, 'all'>): Promise<AuditReport> {
  const { records, unreadable } = await collection.all();
  const report: AuditReport = {
    accounts: records.length,
    unreadable,
    faults: [],
    spentCredits: 0,
    heldCredits: 0,
    unconfirmed: { holds: 0, credits: 0 },
    openHolds: [],
  };
  for (const [guildId, account] of records) {
    report.faults.push(...check(account).map((fault) => ({ guildId, ...fault })));
    for (const period of [account.sums.earlier, ...Object.values(account.sums.periods)]) {
      report.spentCredits += period.spentCredits;
    }
    for (const [taskKey, { credits, jobId, unconfirmed }] of Object.entries(account.holds)) {
      report.heldCredits += credits;
      if (unconfirmed) {
        report.unconfirmed.holds += 1;
        report.unconfirmed.credits += credits;
      } else report.openHolds.push({ guildId, taskKey, jobId });
    }
  }
  return report;
}
