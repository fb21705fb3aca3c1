import { z } from 'zod';
import { generationRequestSchema } from '../jobs/job.ts';
import { sortableId } from '../jobs/job-id.ts';
import { type MemberRecordsParts, memberRecords, type RecordRef } from '../store/member-records.ts';
import { type Clock, DAY_MS } from '../time/clock.ts';

/** Members who ask others whether they may work on from their results, and what those said. */

/** So long a question is open, and an answer counts. */
const LASTS_MS = DAY_MS;
/** Open questions of one member: more would be a nuisance. */
export const QUESTIONS_MAX = 5;
/** Questions of one member within a day, answered ones too. */
const ASKED_MAX = 200;

/** What the asker wants to make once they may, and the roles that they had then. Nothing is held for it. */
const wantedSchema = z.object({ ...generationRequestSchema.shape, roleIds: z.array(z.string()) });
export type Wanted = z.output<typeof wantedSchema>;

/** One question; its record's owner is the asker. */
const recordSchema = z.object({
  ownerId: z.string(),
  jobId: z.string(),
  /** When it was asked, and later when it was answered. */
  atMs: z.int().min(0),
  state: z.enum(['waits', 'allowed', 'refused']),
  wanted: wantedSchema.optional(),
});

/** Who asks whom, about which result. */
export interface Question {
  guildId: string;
  askerId: string;
  ownerId: string;
  jobId: string;
}

export type Consent =
  | { outcome: 'allowed' | 'refused' }
  /** One is open already, perhaps about another result. */
  | { outcome: 'waits'; endsAtMs: number }
  | { outcome: 'asked'; endsAtMs: number }
  | { outcome: 'too many' }
  /** Nobody could be asked. */
  | { outcome: 'not posted' };

/** All calls reject with StoreError when the store fails. */
export interface Consents {
  /** What the owner said, or why they cannot be asked now; undefined where they can. */
  look(question: Question): Promise<Consent | undefined>;
  /**
   * The same, or asks them.
   * @param post puts the question; resolves with whether it is there.
   * @param wanted is made once they allow it.
   */
  ask(question: Question, post: () => Promise<boolean>, wanted?: Wanted): Promise<Consent>;
  /** Whether the owner allowed it, and their word still counts. */
  wasAllowed(question: Question): Promise<boolean>;
  /** @returns whether the question was open, and what waited for the answer: the first answer alone gets it. */
  answer(question: Question, isAllowed: boolean): Promise<{ wasOpen: boolean; wanted?: Wanted | undefined }>;
  sweep(): Promise<void>;
}

export function createConsents({ clock, ...parts }: MemberRecordsParts & { clock: Pick<Clock, 'now'> }): Consents {
  const records = memberRecords(parts, 'consents', recordSchema, {
    most: ASKED_MAX,
    isOver: ({ atMs }) => atMs + LASTS_MS <= clock.now(),
  });
  const refOf = ({ guildId, askerId, ownerId, jobId }: Question): RecordRef => ({
    guildId,
    memberId: askerId,
    id: `${ownerId}-${sortableId(jobId)}`,
  });

  const look = async (question: Question): Promise<Consent | undefined> => {
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
    look,
    ask: (question, post, wanted) =>
      records.locked(refOf(question), async () => {
        const nowMs = clock.now();
        const consent = await look(question);
        if (consent) return consent;
        // First of all it is there to be answered: a crash leaves one that has ended, and not a wait for nothing.
        if (!(await post())) return { outcome: 'not posted' };
        const { ownerId, jobId } = question;
        const waits = { ownerId, jobId, atMs: nowMs, state: 'waits' as const, ...(wanted && { wanted }) };
        await parts.store.commit([records.put(refOf(question), waits)]);
        return { outcome: 'asked', endsAtMs: nowMs + LASTS_MS };
      }),
    wasAllowed: async (question) => (await records.get(refOf(question)))?.state === 'allowed',
    answer: async (question, isAllowed) => {
      const answered = await records.change(refOf(question), (before) => {
        if (before?.state !== 'waits') return undefined;
        const { wanted: _, ...rest } = before;
        return { ...rest, atMs: clock.now(), state: isAllowed ? 'allowed' : 'refused' };
      });
      return answered ? { wasOpen: true, wanted: answered.before?.wanted } : { wasOpen: false };
    },
    sweep: () => records.sweep(),
  };
}
