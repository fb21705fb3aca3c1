import { z } from 'zod';
import type { Account } from './account.ts';
import { idSchema, sumSchema } from './amounts.ts';
import { dateAt } from './calendar.ts';
import type { Entry } from './ledger.ts';

/** More than a year, so that a month can be held against the same month of the year before. */
export const USAGE_MAX_DAYS = 400;
/** For the top spenders of a period; a year of names would be a large document that nobody looks at. */
export const USAGE_MEMBER_DAYS = 62;
/** Members told apart in one day; what others spend that day is summed without their names. */
export const USAGE_MEMBERS_MAX = 100;
/** Often enough that a fold which failed has several more chances before entries roll out of the ledger. */
export const USAGE_FOLD_ENTRIES = 50;

const modelUsageSchema = z.strictObject({ credits: sumSchema, settled: sumSchema, released: sumSchema });

/**
 * What a server used, by day (in the server's time zone, `2026-11-20`) and model. Derived from the ledger: it says up to which entry, so that a crash
 * between the account's write and this one is made good by the next fold, and no entry counts twice.
 */
export const usageSchema = z.strictObject({
  throughEntry: z.int().min(0),
  /** Entries that rolled out of the ledger before they could be counted. */
  missedEntries: sumSchema,
  days: z.record(z.iso.date(), z.record(z.string(), modelUsageSchema)),
  /** Credits by day and member, of the last days only. */
  members: z.record(z.iso.date(), z.record(idSchema, sumSchema)).default({}),
});
export type Usage = z.output<typeof usageSchema>;

export const NO_USAGE: Usage = { throughEntry: 0, missedEntries: 0, days: {}, members: {} };

/** The usage with all entries of the ledger counted; the same object when it had them. */
export function foldUsage(usage: Usage, { ledger, settings }: Account): Usage {
  const fresh = ledger.entries.filter((entry) => entry.number > usage.throughEntry);
  const last = fresh.at(-1);
  if (last === undefined) return usage;
  const missed = Math.max(0, ledger.carried.entries - usage.throughEntry);
  const days = structuredClone(usage.days);
  const members = structuredClone(usage.members);
  for (const entry of fresh) {
    if (entry.kind !== 'settled' && entry.kind !== 'released') continue;
    const date = dateAt(entry.atMs, settings.timeZone);
    countModel(days, date, entry);
    if (entry.kind === 'settled') countMember(members, date, entry.memberId, entry.chargedCredits);
  }
  return {
    throughEntry: last.number,
    missedEntries: usage.missedEntries + missed,
    days: newest(days, USAGE_MAX_DAYS),
    members: newest(members, USAGE_MEMBER_DAYS),
  };
}

function newest<Value>(byDay: Record<string, Value>, most: number): Record<string, Value> {
  const entries = Object.entries(byDay).sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(entries.slice(-most));
}

function countModel(days: Usage['days'], date: string, entry: Extract<Entry, { kind: 'settled' | 'released' }>): void {
  const day = { ...days[date] };
  const model = day[entry.modelId] ?? { credits: 0, settled: 0, released: 0 };
  day[entry.modelId] =
    entry.kind === 'settled'
      ? { ...model, credits: model.credits + entry.chargedCredits, settled: model.settled + 1 }
      : { ...model, released: model.released + 1 };
  days[date] = day;
}

function countMember(members: Usage['members'], date: string, memberId: string, credits: number): void {
  const day = { ...members[date] };
  if (day[memberId] === undefined && Object.keys(day).length >= USAGE_MEMBERS_MAX) return;
  day[memberId] = (day[memberId] ?? 0) + credits;
  members[date] = day;
}
