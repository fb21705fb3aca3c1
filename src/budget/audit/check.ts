import type { Account } from '../account/account.ts';
import type { Entry } from '../ledger/ledger.ts';
import { applyChange, PERIOD_SUM_NAMES, type PeriodSums, periodOf, roomOf, type Sums } from '../ledger/sums.ts';

export interface Fault {
  /** The first entry that differs; undefined if the account as a whole does. */
  entryNumber: number | undefined;
  fault: string;
}

/** How many entries were checked, and their sums. */
export type Checked = Account['carried'];

/** No one would read more. */
const FAULTS_MAX = 20;

type Checkable = Omit<Account, 'latest'>;

/**
 * Checks an account against its ledger, which may be too long to read at once.
 * @param from entries that are known to be in order, and aren't read again
 */
export function createLedgerCheck(account: Checkable, from: Checked = account.carried) {
  const faults: Fault[] = [];
  let { sums, entries: number } = from;
  const differs = (entry: Entry, fault: string): void => {
    if (faults.length < FAULTS_MAX) faults.push({ entryNumber: entry.number, fault });
  };
  return {
    /** Takes the next entries, oldest first. */
    read: (entries: readonly Entry[]): void => {
      for (const entry of entries) {
        number += 1;
        sums = applyChange(sums, entry);
        const { leftCredits, overspentCredits } = roomOf(sums, entry.periodKey);
        if (entry.number !== number) differs(entry, `stands where entry ${number} belongs`);
        if (entry.leftCredits === leftCredits && entry.overspentCredits === overspentCredits) continue;
        const [said, found] = [entry.leftCredits - entry.overspentCredits, leftCredits - overspentCredits];
        differs(entry, `says that ${said} credits were left; the entries give ${found}`);
      }
    },
    /** Up to where the entries are in order; undefined if one isn't. */
    reached: (): Checked | undefined => (faults.length === 0 ? { entries: number, sums } : undefined),
    /** Every contradiction in the books; empty for an account in order. */
    end: (): Fault[] => [
      ...faults,
      ...[...totalFaults(account, number), ...sumFaults(account.sums, sums), ...holdFaults(account)].map((fault) => ({
        entryNumber: undefined,
        fault,
      })),
    ],
  };
}

function totalFaults({ entries, holds, unconfirmed }: Checkable, found: number): string[] {
  const waiting = [...holds.values()].filter((hold) => hold.unconfirmed);
  const credits = waiting.reduce((sum, hold) => sum + hold.credits, 0);
  const isCounted = unconfirmed.holds === waiting.length && unconfirmed.credits === credits;
  const said = `${unconfirmed.holds} unconfirmed holds of ${unconfirmed.credits} credits`;
  return [
    ...(entries === found ? [] : [`the account says that there are ${entries} entries; there are ${found}`]),
    ...(isCounted ? [] : [`the account says ${said}; there are ${waiting.length} of ${credits}`]),
  ];
}

function sumFaults(stored: Sums, found: Sums): string[] {
  const keys = new Set([...Object.keys(stored.periods), ...Object.keys(found.periods)]);
  const faults = [...keys].flatMap((key) => differences(key, stored.periods[key], found.periods[key]));
  faults.push(...differences('earlier periods', stored.earlier, found.earlier));
  if (stored.closedThrough !== found.closedThrough) faults.push('another period is the last that was closed');
  if (stored.grantsLeftCredits !== found.grantsLeftCredits) {
    faults.push(`${stored.grantsLeftCredits} credits of grants are left; the entries give ${found.grantsLeftCredits}`);
  }
  return faults;
}

function differences(where: string, stored: PeriodSums | undefined, found: PeriodSums | undefined): string[] {
  if (stored === undefined || found === undefined) {
    return [`${where}: only the ${stored ? 'account' : 'ledger'} knows this period`];
  }
  return PERIOD_SUM_NAMES.filter((name) => stored[name] !== found[name]).map(
    (name) => `${where}: ${name} are ${stored[name]}; the entries give ${found[name]}`,
  );
}

/**
 * Compares the holds with the sums of their periods, and with the shares' counters. A counter has its holds and what was
 * spent. Windows that have ended aren't counted.
 */
function holdFaults({ counters, holds, sums }: Checkable): string[] {
  const inPeriods = new Map(Object.keys(sums.periods).map((key) => [key, 0]));
  const inCounters = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, credits: number) => to.set(key, (to.get(key) ?? 0) + credits);
  for (const { countedIn, credits, periodKey } of holds.values()) {
    add(inPeriods, periodKey, credits);
    for (const key of countedIn) add(inCounters, key, credits);
  }
  return [
    ...[...inPeriods]
      .map(([key, held]) => ({ key, held, said: periodOf(sums, key).heldCredits }))
      .filter(({ held, said }) => said !== held)
      .map(({ key, held, said }) => `${key}: ${said} credits held; the holds are ${held}`),
    ...[...inCounters]
      .filter(([key, held]) => (counters[key] ?? held) < held)
      .map(([key, held]) => `the share’s counter ${key} says ${counters[key]} credits; its holds alone are ${held}`),
  ];
}
