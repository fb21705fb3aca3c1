import type { z } from 'zod';
import type { Log } from '../../log.ts';
import { everyPage } from '../../store/pages.ts';
import { type Change, defineCollection, type Store } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import { messageLocationSchema } from '../job/job.ts';
import { createTokenLane } from './token-lane.ts';

const answerSchema = messageLocationSchema.pick({ applicationId: true, token: true, tokenIssuedAtMs: true });
/** The token with which Discord lets Easel answer an interaction again. */
export type Answer = z.output<typeof answerSchema>;

export const answerCollection = defineCollection({
  name: 'answers',
  schema: answerSchema,
  serverOf: 'key',
  keeps: {
    what: 'the token with which Discord lets Easel answer a command',
    ends: { when: '15 minutes after Discord issued it' },
    erased: 'none',
  },
});

export type Answers = ReturnType<typeof createAnswers>;

/**
 * Tokens of interactions whose record lives longer than the token: of ended jobs, for private notices, and of questions, to
 * delete them. Each is deleted when it expires.
 */
export function createAnswers({
  store,
  clock,
  log,
}: {
  store: Pick<Store, 'collection' | 'commit'>;
  clock: Clock;
  log: Log;
}) {
  const collection = store.collection(answerCollection);
  const keyOf = (guildId: string, id: string): string => `${guildId}:${id}`;
  const tokens = createTokenLane({
    ...{ clock, log, name: 'answer' },
    find: collection.get,
    end: collection.delete,
  });
  const plan = (key: string, answer: Answer): boolean =>
    tokens.plan(key, { guildId: key.split(':')[0] ?? '', memberId: '' }, answer);
  /** For the commit that ends a job. */
  const put = (guildId: string, id: string, { applicationId, token, tokenIssuedAtMs }: Answer): Change[] => {
    const answer = { applicationId, token, tokenIssuedAtMs };
    const key = keyOf(guildId, id);
    return plan(key, answer) ? [collection.put(key, answer)] : [];
  };
  return {
    put,
    keep: (guildId: string, id: string, answer: Answer): Promise<void> => store.commit(put(guildId, id, answer)),
    find: (guildId: string, id: string): Promise<Answer | undefined> => collection.get(keyOf(guildId, id)),
    load: async (): Promise<void> => {
      for await (const { records } of everyPage(collection)) for (const [key, answer] of records) plan(key, answer);
    },
    run: tokens.run,
  };
}
