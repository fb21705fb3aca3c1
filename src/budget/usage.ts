import { z } from 'zod';
import type { Account } from './account.ts';
import { sumSchema } from './amounts.ts';
import type { Entry } from './ledger.ts';

/** More than a year, so that a month can be held against the same month of the year before. */
export const USAGE_MAX_DAYS = 400;
/** Often enough that a fold which failed has several more chances before entries roll out of the ledger. */
export const USAGE_FOLD_ENTRIES = 100;

const modelUsageSchema = z.strictObject({ credits: sumSchema, settled: sumSchema, released: sumSchema });

/**
 * What a server used, by day (UTC, `2026-11-20`) and model. Derived from the ledger: it says up to which entry, so that a crash
 * between the account's write and this one is made good by the next fold, and no entry counts twice.
 */
export const usageSchema = z.strictObject({
  throughEntry: z.int().min(0),
  /** Entries that rolled out of the ledger before they could be counted. */
  missedEntries: sumSchema,
  days: z.record(z.iso.date(), z.record(z.string(), modelUsageSchema)),
});
export type Usage = z.output<typeof usageSchema>;

export const NO_USAGE: Usage = { throughEntry: 0, missedEntries: 0, days: {} };

/** The usage with all entries of the ledger counted; the same object when it had them. */
export function foldUsage(usage: Usage, { ledger }: Account): Usage {
  const fresh = ledger.entries.filter((entry) => entry.number > usage.throughEntry);
  const last = fresh.at(-1);
  if (last === undefined) return usage;
  const missed = Math.max(0, ledger.carried.entries - usage.throughEntry);
  const days = structuredClone(usage.days);
  for (const entry of fresh) count(days, entry);
  const kept = Object.keys(days).sort().slice(-USAGE_MAX_DAYS);
  return {
    throughEntry: last.number,
    missedEntries: usage.missedEntries + missed,
    days: Object.fromEntries(kept.map((day) => [day, days[day] ?? {}])),
  };
}

function count(days: Usage['days'], entry: Entry): void {
  if (entry.kind !== 'settled' && entry.kind !== 'released') return;
  const date = new Date(entry.atMs).toISOString().slice(0, 10);
  const day = { ...days[date] };
  const model = day[entry.modelId] ?? { credits: 0, settled: 0, released: 0 };
  day[entry.modelId] =
    entry.kind === 'settled'
      ? { ...model, credits: model.credits + entry.chargedCredits, settled: model.settled + 1 }
      : { ...model, released: model.released + 1 };
  days[date] = day;
}
