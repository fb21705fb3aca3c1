import { z } from 'zod';
import { everyPage } from '../store/pages.ts';
import { ownsFirst, type Shards, slotOf } from '../store/shards.ts';
import type { Collection } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';
import { type ServiceFacts, TROUBLES } from './operator-alert.ts';

const REASON_MAX_CHARACTERS = 2_000;

/** The trouble that one process has with the service: there while it has it. */
export const seenTroubleSchema = z.strictObject({
  trouble: z.enum(TROUBLES),
  sinceMs: z.int().min(0),
  reason: z.string().max(REASON_MAX_CHARACTERS).nullable(),
  /** When it was last so. */
  atMs: z.int().min(0),
});
type SeenTrouble = z.output<typeof seenTroubleSchema>;

/** A process that has not said for so long that its trouble lasts has ended. */
const LASTS_MS = 180_000;

/** What several processes find the service to be: each says so, and one of them tells the operator. */
export interface ServiceSeen {
  /** Whether it is this process that tells. */
  readonly tells: boolean;
  /** @throws StoreError */
  report(facts: ServiceFacts): Promise<void>;
  /** The service as this process sees it, unless that is well and another's is not. @throws StoreError */
  ofAll(own: ServiceFacts): Promise<ServiceFacts>;
}

export function createServiceSeen({
  collection,
  shards,
  clock,
}: {
  collection: Collection<SeenTrouble>;
  shards: Shards;
  clock: Pick<Clock, 'now'>;
}): ServiceSeen {
  const key = String(slotOf(shards));
  return {
    tells: ownsFirst(shards),
    report: async ({ status, sinceMs, reason }) => {
      // It has just started and knows nothing: what it said before counts until it does, or is too old.
      if (status === 'unrecognised') return;
      const trouble = TROUBLES.find((one) => one === status);
      if (!trouble) return void (await collection.delete(key));
      const reasonSaid = reason?.slice(0, REASON_MAX_CHARACTERS) ?? null;
      await collection.set(key, { trouble, sinceMs, reason: reasonSaid, atMs: clock.now() });
    },
    ofAll: async (own) => {
      const nowMs = clock.now();
      const lasting: SeenTrouble[] = [];
      for await (const { records } of everyPage(collection)) {
        for (const [gone, { atMs }] of records) if (nowMs - atMs >= LASTS_MS) await collection.delete(gone);
        lasting.push(...records.map(([, seen]) => seen).filter(({ atMs }) => nowMs - atMs < LASTS_MS));
      }
      const [first] = lasting.sort((a, b) => a.sinceMs - b.sinceMs);
      if (own.status !== 'well' && own.status !== 'unrecognised') return own;
      if (!first) return own;
      const { trouble: status, sinceMs, reason } = first;
      return { ...own, status, sinceMs, reason: reason ?? undefined };
    },
  };
}
