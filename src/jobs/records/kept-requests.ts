import { z } from 'zod';
import { sweepPages } from '../../store/pages.ts';
import type { Collection } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import { generationRequestSchema } from '../job/job.ts';

/** A request that waits for its member's answer, for instance because it costs much. Nothing is held for it. */
export const keptRequestSchema = z.object({
  memberId: z.string(),
  guildId: z.string(),
  ...generationRequestSchema.shape,
  expiresAtMs: z.int().min(0),
  /** Opens the question, to delete it once it is answered. */
  question: z.object({ applicationId: z.string(), token: z.string() }),
});
export type KeptRequest = z.output<typeof keptRequestSchema>;

/** Less than the 15 minutes in which the question can be deleted. */
export const KEPT_REQUEST_LIFE_MS = 10 * 60_000;
/** For a request in an open form, because writing takes longer than pressing. */
export const FORM_REQUEST_LIFE_MS = 60 * 60_000;

interface KeptRequestsParts {
  collection: Collection<KeptRequest>;
  clock: Pick<Clock, 'now'>;
}

/** Questions that survive a restart and are answered once. All calls reject with StoreError if the store fails. */
export function createKeptRequests({ collection, clock }: KeptRequestsParts) {
  const { locked } = collection;
  return {
    /** @returns when it expires. */
    add: async (
      id: string,
      request: Omit<KeptRequest, 'expiresAtMs'>,
      lifeMs = KEPT_REQUEST_LIFE_MS,
    ): Promise<number> => {
      const expiresAtMs = clock.now() + lifeMs;
      await locked(id, () => collection.set(id, { ...request, expiresAtMs }));
      return expiresAtMs;
    },
    /** That member's request, unless it has expired. */
    find: async (id: string, memberId: string): Promise<KeptRequest | undefined> => {
      const request = await collection.get(id);
      return request?.memberId === memberId && request.expiresAtMs > clock.now() ? request : undefined;
    },
    /** The same, for the first call only. */
    take: (id: string, memberId: string): Promise<KeptRequest | undefined> =>
      locked(id, async () => {
        const request = await collection.get(id);
        if (request?.memberId !== memberId) return undefined;
        await collection.delete(id);
        return request.expiresAtMs > clock.now() ? request : undefined;
      }),
    /** Deletes questions that had expired by then. A question never changes, so this needs no second look. */
    sweep: (nowMs: number): Promise<void> =>
      sweepPages(
        collection,
        ({ expiresAtMs }) => expiresAtMs <= nowMs,
        (id) => locked(id, () => collection.delete(id)),
      ),
  };
}

export type KeptRequests = ReturnType<typeof createKeptRequests>;
