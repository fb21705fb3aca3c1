import { z } from 'zod';
import { generationRequestSchema } from '../jobs/job/job.ts';
import { sortableId } from '../jobs/job/job-id.ts';
import { type MemberStore, memberRecords, type RecordRef } from '../store/member-records.ts';
import { type Clock, DAY_MS } from '../time/clock.ts';

/** Questions to owners whether someone may build on a work, and their answers. */

/** How long a question stays open, and how long an answer counts. */
const LASTS_MS = DAY_MS;
/** Open questions per asker. */
export const QUESTIONS_MAX = 5;
/** Questions per asker within a day, including answered ones. */
const ASKED_MAX = 200;

/** The request that starts after a yes, with the asker's roles. No credits are held for it. */
const waitingRequestSchema = z.object({ ...generationRequestSchema.shape, roleIds: z.array(z.string()) });
export type WaitingRequest = z.output<typeof waitingRequestSchema>;

/** One question. The record's owner is the asker. */
const recordSchema = z.object({
  ownerId: z.string(),
  jobId: z.string(),
  /** When it was asked or, later, answered. */
  atMs: z.int().min(0),
  state: z.enum(['waits', 'allowed', 'refused']),
  wanted: waitingRequestSchema.optional(),
});

/** Who asks whom about which work. */
export interface Question {
  guildId: string;
  askerId: string;
  ownerId: string;
  jobId: string;
}

export type Consent =
  | { outcome: 'allowed' | 'refused' }
  /** A question to this owner is open already, perhaps about another work. */
  | { outcome: 'waits'; endsAtMs: number }
  | { outcome: 'asked'; endsAtMs: number }
  | { outcome: 'too many' }
  /** Discord didn't accept the question. */
  | { outcome: 'not posted' };

export type Consents = ReturnType<typeof createConsents>;

/** All calls reject with StoreError when the store fails. */
export function createConsents({ store, clock }: { store: MemberStore; clock: Pick<Clock, 'now'> }) {
  const records = memberRecords(store, 'consents', recordSchema, {
    most: ASKED_MAX,
    isOver: ({ atMs }) => atMs + LASTS_MS <= clock.now(),
  });
  const refOf = ({ guildId, askerId, ownerId, jobId }: Question): RecordRef => ({
    guildId,
    memberId: askerId,
    id: `${ownerId}-${sortableId(jobId)}`,
  });

  /** The owner's answer, or why they can't be asked now; undefined if they can. */
  const check = async (question: Question): Promise<Consent | undefined> => {
    const { guildId, askerId: memberId, ownerId, jobId } = question;
    const asked = (await records.list({ guildId, memberId })).map(({ value }) => value);
    const ofOwner = asked.filter((one) => one.ownerId === ownerId);
    const state = ofOwner.find((one) => one.jobId === jobId)?.state;
    if (state === 'allowed' || state === 'refused') return { outcome: state };
    const open = ofOwner.find((one) => one.state === 'waits');
    if (open) return { outcome: 'waits', endsAtMs: open.atMs + LASTS_MS };
    const isFull = asked.filter((one) => one.state === 'waits').length >= QUESTIONS_MAX;
    return isFull || asked.length >= ASKED_MAX ? { outcome: 'too many' } : undefined;
  };

  return {
    check,
    /**
     * Like `check`, but asks the owner if possible.
     * @param post posts the question; resolves with whether it was posted
     * @param wanted starts once the owner agrees
     */
    ask: (question: Question, post: () => Promise<boolean>, wanted?: WaitingRequest) =>
      records.locked(refOf(question), async (): Promise<Consent> => {
        const nowMs = clock.now();
        const consent = await check(question);
        if (consent) return consent;
        // Posts before committing. A crash in between leaves a question without a record, not an asker who waits in vain.
        if (!(await post())) return { outcome: 'not posted' };
        const { ownerId, jobId } = question;
        const waits = { ownerId, jobId, atMs: nowMs, state: 'waits' as const, ...(wanted && { wanted }) };
        await store.commit([records.put(refOf(question), waits)]);
        return { outcome: 'asked', endsAtMs: nowMs + LASTS_MS };
      }),
    /** Whether the owner agreed, and the answer still counts. */
    wasAllowed: async (question: Question) => (await records.get(refOf(question)))?.state === 'allowed',
    /** @returns whether the question was open, and the request that waited for it; only the first answer gets them */
    answer: async (question: Question, isAllowed: boolean) => {
      const answered = await records.change(refOf(question), (before) => {
        if (before?.state !== 'waits') return undefined;
        const { wanted: _, ...rest } = before;
        return { ...rest, atMs: clock.now(), state: isAllowed ? 'allowed' : 'refused' };
      });
      return { wasOpen: answered !== undefined, wanted: answered?.before?.wanted };
    },
    sweep: () => records.sweep(),
  };
}
