import type { z } from 'zod';
import { createLane } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import { everyPage } from '../../store/pages.ts';
import type { Change, Store } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';
import { messageLocationSchema, tokenEndsInMs } from '../job/job.ts';

const answerSchema = messageLocationSchema.pick({ applicationId: true, token: true, tokenIssuedAtMs: true });
/** The token with which Discord lets Easel answer an interaction again. */
export type Answer = z.output<typeof answerSchema>;

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
  const collection = store.collection('answers', answerSchema, { serverOf: 'key' });
  const keyOf = (guildId: string, id: string): string => `${guildId}:${id}`;
  const ends = createLane({
    clock,
    log,
    name: 'answer',
    step: async (key) => {
      const answer = await collection.get(key);
      const inMs = answer && tokenEndsInMs(answer, clock.now());
      if (inMs !== undefined && inMs > 0) return { dueInMs: inMs };
      await collection.delete(key);
      return undefined;
    },
  });
  const plan = (key: string, answer: Answer): boolean => {
    const inMs = tokenEndsInMs(answer, clock.now());
    if (inMs !== undefined) ends.due(key, { guildId: key.split(':')[0] ?? '', memberId: '' }, inMs);
    return inMs !== undefined && inMs > 0;
  };
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
    run: ends.run,
  };
}
