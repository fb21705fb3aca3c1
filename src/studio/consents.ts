import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { requestSchema } from '../jobs/job.ts';
import type { KeyedLocks } from '../store/locks.ts';
import type { Store } from '../store/store.ts';
import { sweepPages } from '../store/sweeping.ts';

/** Members who ask others whether they may work on from their results, and what those said. */

/** So long a question is open, and an answer counts. */
const LASTS_MS = 24 * 3_600_000;
/** Open questions of one member: more would be a nuisance. */
export const QUESTIONS_MAX = 5;
/** Of one member to another; the oldest makes way. */
const ANSWERS_MAX = 20;

/** What the asker wants to make once they may, and the roles that they had then. Nothing is held for it. */
const wantedSchema = z.object({ request: requestSchema, count: z.int().min(1), roleIds: z.array(z.string()) });
export type Wanted = z.output<typeof wantedSchema>;

const at = { jobId: z.string(), atMs: z.int().min(0) };
const recordSchema = z.object({
  /** The question that is open: one at a time. */
  asked: z.object({ ...at, wanted: wantedSchema.optional() }).optional(),
  answers: z.array(z.object({ ...at, isAllowed: z.boolean() })).max(ANSWERS_MAX),
});
type ConsentRecord = z.output<typeof recordSchema>;

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
  sweep(nowMs: number): Promise<void>;
}

export function createConsents({ store, locks, clock }: { store: Store; locks: KeyedLocks; clock: Clock }): Consents {
  const collection = store.collection('consents', recordSchema, { serverOf: 'key' });
  // All of one asker are neighbours, so that they can be counted.
  const prefixOf = ({ guildId, askerId }: Question): string => `${guildId}:${askerId}:`;
  const keyOf = (question: Question): string => `${prefixOf(question)}${question.ownerId}`;
  const isOld = ({ atMs }: { atMs: number }, nowMs: number): boolean => atMs + LASTS_MS <= nowMs;
  const fresh = ({ asked, answers }: ConsentRecord, nowMs: number): ConsentRecord => ({
    ...(asked && !isOld(asked, nowMs) ? { asked } : {}),
    answers: answers.filter((answer) => !isOld(answer, nowMs)),
  });
  const locked = <Result>(prefix: string, work: () => Promise<Result>): Promise<Result> =>
    locks.run(`consents:${prefix}`, work);

  const openOf = async (prefix: string): Promise<number> => {
    const { records } = await collection.page({ prefix, most: 100 });
    return records.filter(([, record]) => fresh(record, clock.now()).asked).length;
  };

  const read = async (question: Question): Promise<ConsentRecord> =>
    fresh((await collection.get(keyOf(question))) ?? { answers: [] }, clock.now());
  const known = async (question: Question, { answers, asked }: ConsentRecord): Promise<Consent | undefined> => {
    const answer = answers.find(({ jobId }) => jobId === question.jobId);
    if (answer) return { outcome: answer.isAllowed ? 'allowed' : 'refused' };
    if (asked) return { outcome: 'waits', endsAtMs: asked.atMs + LASTS_MS };
    return (await openOf(prefixOf(question))) < QUESTIONS_MAX ? undefined : { outcome: 'too many' };
  };

  return {
    look: async (question) => known(question, await read(question)),
    ask: (question, post, wanted) =>
      locked(prefixOf(question), async () => {
        const nowMs = clock.now();
        const { jobId } = question;
        const before = await read(question);
        const consent = await known(question, before);
        if (consent) return consent;
        // First of all it is there to be answered: a crash leaves one that has ended, and not a wait for nothing.
        if (!(await post())) return { outcome: 'not posted' };
        await collection.set(keyOf(question), { ...before, asked: { jobId, atMs: nowMs, ...(wanted && { wanted }) } });
        return { outcome: 'asked', endsAtMs: nowMs + LASTS_MS };
      }),
    wasAllowed: async (question) => {
      const { answers } = await read(question);
      return answers.some(({ jobId, isAllowed }) => jobId === question.jobId && isAllowed);
    },
    answer: (question, isAllowed) =>
      locked(prefixOf(question), async () => {
        const nowMs = clock.now();
        const { asked, answers } = await read(question);
        if (asked?.jobId !== question.jobId) return { wasOpen: false };
        const answer = { jobId: asked.jobId, atMs: nowMs, isAllowed };
        await collection.set(keyOf(question), { answers: [...answers, answer].slice(-ANSWERS_MAX) });
        return { wasOpen: true, wanted: asked.wanted };
      }),
    sweep: (sweptMs) => {
      const isOver = (record: ConsentRecord): boolean => {
        const { asked, answers } = fresh(record, sweptMs);
        return !asked && answers.length === 0;
      };
      return sweepPages(
        collection,
        (record) => isOver(record),
        (key) => locked(key.slice(0, key.lastIndexOf(':') + 1), () => collection.delete(key)),
      );
    },
  };
}
