import { z } from 'zod';
import { idSchema, sumSchema } from './amounts.ts';
import type { Entry } from './ledger.ts';

/** More than a year, so that a month can be compared with the same month a year earlier. */
export const USAGE_MAX_DAYS = 400;
/** Members with their own sum on one day. The credits of further members count only in the models' sums. */
export const USAGE_MEMBERS_MAX = 100;
const modelUsageSchema = z.strictObject({ credits: sumSchema, settled: sumSchema, released: sumSchema });

/** What a server used on one day in its time zone. Committed with the entries that it counts. */
export const dayUsageSchema = z.strictObject({
  models: z.record(z.string(), modelUsageSchema),
  /** Credits by member. */
  members: z.record(idSchema, sumSchema),
});
export type DayUsage = z.output<typeof dayUsageSchema>;

export const NO_DAY_USAGE: DayUsage = { models: {}, members: {} };

/** By day (`2026-11-20`), for the last `USAGE_MAX_DAYS`. */
export type Usage = Readonly<Record<string, DayUsage>>;

type UsageEntry = Extract<Entry, { kind: 'settled' | 'released' }>;

export function isUsage(entry: Entry): entry is UsageEntry {
  return entry.kind === 'settled' || entry.kind === 'released';
}

export function withUsage(day: DayUsage, entry: UsageEntry): DayUsage {
  const model = day.models[entry.modelId] ?? { credits: 0, settled: 0, released: 0 };
  if (entry.kind === 'released') {
    return { ...day, models: { ...day.models, [entry.modelId]: { ...model, released: model.released + 1 } } };
  }
  const { chargedCredits, memberId } = entry;
  const used = { ...model, credits: model.credits + chargedCredits, settled: model.settled + 1 };
  const isNamed = day.members[memberId] !== undefined || Object.keys(day.members).length < USAGE_MEMBERS_MAX;
  return {
    models: { ...day.models, [entry.modelId]: used },
    members: isNamed ? { ...day.members, [memberId]: (day.members[memberId] ?? 0) + chargedCredits } : day.members,
  };
}
