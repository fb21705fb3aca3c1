import type { Account } from './account.ts';
import { applyChange, type PeriodSums, periodOf, roomOf, type Sums } from './sums.ts';

export interface Fault {
  /** The entry from which on the books differ; undefined where it is the account as a whole. */
  entryNumber: number | undefined;
  fault: string;
}

/** Every way in which the books do not agree with themselves; none for an account in order. */
export function check(account: Account): Fault[] {
  const { carried, entries } = account.ledger;
  const faults: Fault[] = [];
  let sums = carried.sums;
  entries.forEach((entry, index) => {
    const expectedNumber = carried.entries + index + 1;
    sums = applyChange(sums, entry);
    const { leftCredits, overspentCredits } = roomOf(sums, entry.periodKey);
    if (entry.number !== expectedNumber) {
      faults.push({ entryNumber: entry.number, fault: `stands where entry ${expectedNumber} belongs` });
    }
    if (entry.leftCredits !== leftCredits || entry.overspentCredits !== overspentCredits) {
      const [said, found] = [entry.leftCredits - entry.overspentCredits, leftCredits - overspentCredits];
      faults.push({
        entryNumber: entry.number,
        fault: `says that ${said} credits were left; the entries give ${found}`,
      });
    }
  });
  return [...faults, ...sumFaults(account.sums, sums), ...holdFaults(account), ...counterFaults(account)];
}

function sumFaults(stored: Sums, found: Sums): Fault[] {
  const keys = new Set([...Object.keys(stored.periods), ...Object.keys(found.periods)]);
  const faults = [...keys].flatMap((key) => differences(key, stored.periods[key], found.periods[key]));
  faults.push(...differences('earlier periods', stored.earlier, found.earlier));
  if (stored.closedThrough !== found.closedThrough) faults.push('another period is the last that was closed');
  if (stored.grantsLeftCredits !== found.grantsLeftCredits) {
    faults.push(`${stored.grantsLeftCredits} credits of grants are left; the entries give ${found.grantsLeftCredits}`);
  }
  return faults.map((fault) => ({ entryNumber: undefined, fault }));
}

function differences(where: string, stored: PeriodSums | undefined, found: PeriodSums | undefined): string[] {
  if (stored === undefined || found === undefined) {
    return [`${where}: only the ${stored ? 'account' : 'ledger'} knows this period`];
  }
  const names = ['allowanceCredits', 'carriedCredits', 'drawnCredits', 'heldCredits', 'spentCredits'] as const;
  return names
    .filter((name) => stored[name] !== found[name])
    .map((name) => `${where}: ${name} are ${stored[name]}; the entries give ${found[name]}`);
}

/** The holds, added up, against what the sums say is held in their periods. */
function holdFaults({ holds, sums }: Account): Fault[] {
  const heldCredits = new Map<string, number>();
  for (const { periodKey, credits } of Object.values(holds)) {
    heldCredits.set(periodKey, (heldCredits.get(periodKey) ?? 0) + credits);
  }
  const keys = new Set([...Object.keys(sums.periods), ...heldCredits.keys()]);
  return [...keys]
    .map((key) => ({ key, said: periodOf(sums, key).heldCredits, found: heldCredits.get(key) ?? 0 }))
    .filter(({ said, found }) => said !== found)
    .map(({ key, said, found }) => ({
      entryNumber: undefined,
      fault: `${key}: ${said} credits held; the holds are ${found}`,
    }));
}

/** A share's counter has its holds and what was spent; ended windows are no longer counted. */
function counterFaults({ holds, counters }: Account): Fault[] {
  const heldCredits = new Map<string, number>();
  for (const { countedIn, credits } of Object.values(holds)) {
    for (const key of countedIn) heldCredits.set(key, (heldCredits.get(key) ?? 0) + credits);
  }
  return [...heldCredits]
    .filter(([key, held]) => (counters[key] ?? held) < held)
    .map(([key, held]) => ({
      entryNumber: undefined,
      fault: `the share’s counter ${key} says ${counters[key]} credits; its holds alone are ${held}`,
    }));
}
