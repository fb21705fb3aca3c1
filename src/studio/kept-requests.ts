import { z } from 'zod';
import { generationRequestSchema } from '../jobs/job/job.ts';
import type { Needs } from '../runtime.ts';
import { defineMemberCollection, memberRecords, type Owner } from '../store/member-records.ts';
import { MINUTE_MS } from '../time/clock.ts';

/** What its member answered. If that became a request, it has this id. */
const answerSchema = z.object({ verb: z.enum(['yes', 'no', 'again', 'form']), requestId: z.string() });
export type KeptRequestAnswer = z.output<typeof answerSchema>;

/** A request that waits for its member's answer or form, for instance because it costs much. Nothing is held for it. */
const keptRequestSchema = z.object({
  ...generationRequestSchema.shape,
  /** The style that a form's words are put into. */
  style: z.object({ key: z.string(), isServers: z.boolean() }).optional(),
  /** Kept as long as the question, for those who press again. */
  answer: answerSchema.optional(),
  /** Its question, which is deleted once it's answered. */
  questionId: z.string().optional(),
  expiresAtMs: z.int().min(0),
});
export type KeptRequest = z.output<typeof keptRequestSchema>;

export const keptRequestCollection = defineMemberCollection({
  name: 'kept_requests',
  schema: keptRequestSchema,
  keeps: {
    what: 'a request that waits for its member’s answer or form',
    ends: { after: 0, since: ({ expiresAtMs }) => expiresAtMs, words: 'after 10 minutes, or an hour for a form' },
    erased: {
      goes: 'the member’s, and others’ that use their pictures',
      own: 'deleted',
      without: (value, memberId) =>
        value.request.sources.some(({ ownerId }) => ownerId === memberId) ? undefined : value,
    },
  },
});

/** Less than the 15 minutes in which the question can be deleted. */
export const KEPT_REQUEST_LIFE_MS = 10 * MINUTE_MS;
/** For a request in an open form, because writing takes longer than pressing. */
export const FORM_REQUEST_LIFE_MS = 60 * MINUTE_MS;
/** Far more than a person has open. */
const KEPT_MAX = 100;

export type KeptRequests = ReturnType<typeof createKeptRequests>;

/** Requests that aren't asked for yet. They survive a restart and are answered once. All calls reject with StoreError. */
export function createKeptRequests({ store, clock }: Needs<'clock' | 'store'>) {
  const records = memberRecords(store, keptRequestCollection, {
    most: KEPT_MAX,
    isOver: ({ expiresAtMs }) => expiresAtMs <= clock.now(),
  });
  return {
    /** @returns when it expires. */
    add: async (
      owner: Owner,
      id: string,
      request: Omit<KeptRequest, 'expiresAtMs'>,
      lifeMs = KEPT_REQUEST_LIFE_MS,
    ): Promise<number> => {
      const expiresAtMs = clock.now() + lifeMs;
      if (!(await records.hasRoom(owner))) await records.forget(owner);
      await records.change({ ...owner, id }, () => ({ ...request, expiresAtMs }));
      return expiresAtMs;
    },
    /** That member's request, unless it was answered or has expired. */
    find: async (owner: Owner, id: string): Promise<KeptRequest | undefined> => {
      const kept = await records.get({ ...owner, id });
      return kept?.answer ? undefined : kept;
    },
    /** Records the first answer. @returns the request, or its earlier answer; undefined if it has expired */
    answer: async (
      owner: Owner,
      id: string,
      answer: KeptRequestAnswer,
    ): Promise<KeptRequest | { answered: KeptRequestAnswer } | undefined> => {
      const changed = await records.change(
        { ...owner, id },
        (kept) => kept && { ...kept, answer: kept.answer ?? answer },
      );
      const { before } = changed ?? {};
      return before?.answer ? { answered: before.answer } : before;
    },
  };
}
