import { z } from 'zod';
import type { KeyedLocks } from '../../store/locks.ts';
import { sweepPages } from '../../store/pages.ts';
import type { Collection } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import { generationRequestSchema } from '../job.ts';

/** A request that waits for its member's word: it costs much, or was refused as it is. Nothing is held for it. */
export const askingSchema = z.object({
  memberId: z.string(),
  guildId: z.string(),
  ...generationRequestSchema.shape,
  expiresAtMs: z.int().min(0),
  /** Opens the question, to take it away once it was answered. */
  question: z.object({ applicationId: z.string(), token: z.string() }),
});
export type Asking = z.output<typeof askingSchema>;

/** Under the 15 minutes for which the question can be taken away again. */
export const ASKING_LIFE_MS = 10 * 60_000;
/** Of a request in an open form: writing takes longer than pressing. */
export const ASKING_IN_FORM_LIFE_MS = 60 * 60_000;

/** Questions that outlive a restart and are answered once. All calls reject with StoreError when the store fails. */
export interface Askings {
  /** @returns when it ends. */
  add(id: string, asking: Omit<Asking, 'expiresAtMs'>, lifeMs?: number): Promise<number>;
  /** The request of that member, while its time lasts. */
  find(id: string, memberId: string): Promise<Asking | undefined>;
  /** The same, for the first who asks; afterwards nobody gets it again. */
  take(id: string, memberId: string): Promise<Asking | undefined>;
  /** Drops those whose time was over by then. */
  sweep(nowMs: number): Promise<void>;
}

export interface AskingsParts {
  collection: Collection<Asking>;
  locks: KeyedLocks;
  clock: Pick<Clock, 'now'>;
}

export function createAskings({ collection, locks, clock }: AskingsParts): Askings {
  const locked = <Result>(id: string, work: () => Promise<Result>): Promise<Result> => locks.run(`asking:${id}`, work);
  return {
    add: async (id, asking, lifeMs = ASKING_LIFE_MS) => {
      const expiresAtMs = clock.now() + lifeMs;
      await locked(id, () => collection.set(id, { ...asking, expiresAtMs }));
      return expiresAtMs;
    },
    find: async (id, memberId) => {
      const asking = await collection.get(id);
      return asking?.memberId === memberId && asking.expiresAtMs > clock.now() ? asking : undefined;
    },
    take: (id, memberId) =>
      locked(id, async () => {
        const asking = await collection.get(id);
        if (asking?.memberId !== memberId) return undefined;
        await collection.delete(id);
        return asking.expiresAtMs > clock.now() ? asking : undefined;
      }),
    // What a question asks, and how long it lasts, never changes.
    sweep: (nowMs) =>
      sweepPages(
        collection,
        ({ expiresAtMs }) => expiresAtMs <= nowMs,
        (id) => locked(id, () => collection.delete(id)),
      ),
  };
}
