import { z } from 'zod';
import { idSchema, sumSchema } from './amounts.ts';
import type { Entry } from './ledger.ts';

/** More than a year, so that a month can be compared with the same month a year earlier. */
export const USAGE_MAX_DAYS = 400;
/** Members with their own sum on one day. The credits of further members count only in the models' sums. */
export const USAGE_MEMBERS_MAX = 100;
/** More than there are reasons. */
const REASONS_MAX = 30;
const OTHER_REASONS = 'other reasons';
const modelUsageSchema = z.strictObject({ credits: sumSchema, settled: sumSchema, released: sumSchema });

/** What a server used on one day in its time zone. Committed with the entries that it counts. */
export const dayUsageSchema = z.strictObject({
  models: z.record(z.string(), modelUsageSchema),
  /** Credits by member. */
  members: z.record(idSchema, sumSchema),
  /** Tasks whose credits were returned, by reason; left out if there were none. */
  returned: z.record(z.string(), sumSchema).optional(),
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
    return {
      ...day,
      models: { ...day.models, [entry.modelId]: { ...model, released: model.released + 1 } },
      returned: withReason(day.returned ?? {}, entry.why, 1),
    };
  }
  const { chargedCredits, memberId } = entry;
  const used = { ...model, credits: model.credits + chargedCredits, settled: model.settled + 1 };
  const isNamed = day.members[memberId] !== undefined || Object.keys(day.members).length < USAGE_MEMBERS_MAX;
  return {
    ...day,
    models: { ...day.models, [entry.modelId]: used },
    members: isNamed ? { ...day.members, [memberId]: (day.members[memberId] ?? 0) + chargedCredits } : day.members,
  };
}

function withReason(returned: Readonly<Record<string, number>>, why: string, tasks: number): Record<string, number> {
  const isNamed = Object.hasOwn(returned, why) || Object.keys(returned).length < REASONS_MAX;
  const reason = isNamed ? why : OTHER_REASONS;
  return { ...returned, [reason]: (returned[reason] ?? 0) + tasks };
}

/** What all servers used on one day, each in its time zone. */
export interface UsageOfAll {
  settled: number;
  spentCredits: number;
  /** Tasks whose credits were returned, by reason. */
  returned: Record<string, number>;
  /** The servers that spent, most first. */
  servers: { guildId: string; credits: number }[];
}

export function usageOfAll(days: readonly (readonly [guildId: string, day: DayUsage])[]): UsageOfAll {
  const models = days.flatMap(([, day]) => Object.values(day.models));
  const spent = days.map(([guildId, day]) => ({
    guildId,
    credits: Object.values(day.models).reduce((sum, { credits }) => sum + credits, 0),
  }));
  return {
    settled: models.reduce((sum, { settled }) => sum + settled, 0),
    spentCredits: spent.reduce((sum, { credits }) => sum + credits, 0),
    returned: days
      .flatMap(([, { returned = {} }]) => Object.entries(returned))
      .reduce<Record<string, number>>((sum, [why, tasks]) => withReason(sum, why, tasks), {}),
    servers: spent.filter(({ credits }) => credits > 0).sort((a, b) => b.credits - a.credits),
  };
}
