import { z } from 'zod';
import type { Clock } from '../clock.ts';
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

const at = { jobId: z.string(), atMs: z.int().min(0) };
const recordSchema = z.object({
  /** The question that is open: one at a time. */
  asked: z.object(at).optional(),
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
  /** What the owner said, or asks them. @param post puts the question; resolves with whether it is there. */
  ask(question: Question, post: () => Promise<boolean>): Promise<Consent>;
  /** Whether the owner allowed it, and their word still counts. */
  wasAllowed(question: Question): Promise<boolean>;
  /** @returns whether the question was open. */
  answer(question: Question, isAllowed: boolean): Promise<boolean>;
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

  return {
    ask: (question, post) =>
      locked(prefixOf(question), async () => {
        const nowMs = clock.now();
        const { jobId } = question;
        const before = fresh((await collection.get(keyOf(question))) ?? { answers: [] }, nowMs);
        const answer = before.answers.find((one) => one.jobId === jobId);
        if (answer) return { outcome: answer.isAllowed ? 'allowed' : 'refused' };
        if (before.asked) return { outcome: 'waits', endsAtMs: before.asked.atMs + LASTS_MS };
        if ((await openOf(prefixOf(question))) >= QUESTIONS_MAX) return { outcome: 'too many' };
        // First of all it is there to be answered: a crash leaves one that has ended, and not a wait for nothing.
        if (!(await post())) return { outcome: 'not posted' };
        await collection.set(keyOf(question), { ...before, asked: { jobId, atMs: nowMs } });
        return { outcome: 'asked', endsAtMs: nowMs + LASTS_MS };
      }),
    wasAllowed: async (question) => {
      const { answers } = fresh((await collection.get(keyOf(question))) ?? { answers: [] }, clock.now());
      return answers.some(({ jobId, isAllowed }) => jobId === question.jobId && isAllowed);
    },
    answer: (question, isAllowed) =>
      locked(prefixOf(question), async () => {
        const nowMs = clock.now();
        const { asked, answers } = fresh((await collection.get(keyOf(question))) ?? { answers: [] }, nowMs);
        if (asked?.jobId !== question.jobId) return false;
        const answer = { jobId: asked.jobId, atMs: nowMs, isAllowed };
        await collection.set(keyOf(question), { answers: [...answers, answer].slice(-ANSWERS_MAX) });
        return true;
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
