import { z } from 'zod';
import type { Needs } from '../runtime.ts';
import { lowestShard, ownsFirst } from '../store/database/shards.ts';
import { everyPage } from '../store/pages.ts';
import { defineCollection } from '../store/store.ts';
import { type ServiceFacts, TROUBLES } from './operator-alert.ts';

const REASON_MAX_CHARACTERS = 2_000;

/** One process's trouble with the service. The record exists while the trouble lasts. */
const reportedTroubleSchema = z.strictObject({
  trouble: z.enum(TROUBLES),
  sinceMs: z.int().min(0),
  reason: z.string().max(REASON_MAX_CHARACTERS).nullable(),
  /** When the process last reported it. */
  atMs: z.int().min(0),
});
type ReportedTrouble = z.output<typeof reportedTroubleSchema>;

export const troubleCollection = defineCollection({
  name: 'service_troubles',
  schema: reportedTroubleSchema,
  keeps: {
    what: 'which processes have trouble with the service',
    ends: { when: 'when the trouble is over' },
    erased: 'none',
    leaves: 'nothing',
  },
});

/** A process that hasn't repeated its report for this long has ended. */
const REPORT_VALID_MS = 180_000;

/** The service's state according to several processes. Each reports trouble, and one of them alerts the operator. */
export function createServiceReports({ clock, store }: Needs<'clock' | 'store'>) {
  const { shards } = store;
  const collection = store.collection(troubleCollection);
  const key = String(lowestShard(shards));
  return {
    /** Whether this process alerts the operator. */
    alertsOperator: ownsFirst(shards),
    /** @throws StoreError */
    report: async ({ status, sinceMs, reason }: ServiceFacts): Promise<void> => {
      // A process that has just started knows nothing, so its earlier report stays until it is too old.
      if (status === 'unrecognised') return;
      const trouble = TROUBLES.find((one) => one === status);
      if (!trouble) return void (await collection.delete(key));
      const reasonSaid = reason?.slice(0, REASON_MAX_CHARACTERS) ?? null;
      await collection.set(key, { trouble, sinceMs, reason: reasonSaid, atMs: clock.now() });
    },
    /** The state according to this process or, if that is well, to one with trouble. @throws StoreError */
    combine: async (own: ServiceFacts): Promise<ServiceFacts> => {
      // Other machines' clocks may be a little ahead.
      const isValid = ({ atMs }: ReportedTrouble): boolean => Math.abs(clock.now() - atMs) < REPORT_VALID_MS;
      const lasting: ReportedTrouble[] = [];
      for await (const { records } of everyPage(collection)) {
        for (const [gone, seen] of records) if (!isValid(seen)) await collection.delete(gone);
        lasting.push(...records.map(([, seen]) => seen).filter(isValid));
      }
      const [first] = lasting.sort((a, b) => a.sinceMs - b.sinceMs);
      if (own.status !== 'well' && own.status !== 'unrecognised') return own;
      if (!first) return own;
      const { trouble: status, sinceMs, reason } = first;
      return { ...own, status, sinceMs, reason: reason ?? undefined };
    },
  };
}
