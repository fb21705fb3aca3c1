import { randomUUID } from 'node:crypto';
import { textDisplay } from './components.ts';
import { type MessageBody, messageBody } from './message-body.ts';
import type { DiscordRest } from './rest.ts';
import { failureOf } from './rest-failure.ts';

/** A stop waits for it. */
const POST_WITHIN_MS = 5_000;

export type LineOutcome = 'posted' | 'no access' | 'unavailable';

/** The member's answer has to be there within 3 s, and comes after it. */
const JOB_WITHIN_MS = 1_500;

/** Posts a job's message where no interaction opens one; resolves with its id, or undefined where it cannot be had. */
export function createJobPoster(
  rest: Pick<DiscordRest, 'post'>,
): (channelId: string, body: MessageBody, jobId: string) => Promise<string | undefined> {
  return async (channelId, body, jobId) => {
    try {
      const signal = AbortSignal.timeout(JOB_WITHIN_MS);
      return (await rest.post(channelId, body, [], { signal, nonce: `${jobId}-preview` })).id;
    } catch (error) {
      if (failureOf(error).kind === 'refused') throw error;
      return undefined;
    }
  };
}

/** Puts a few words into a channel; pings nobody. */
export function createLinePoster(
  rest: Pick<DiscordRest, 'post'>,
): (channelId: string, text: string) => Promise<LineOutcome> {
  return async (channelId, text) => {
    try {
      const nonce = randomUUID().replaceAll('-', '').slice(0, 25);
      await rest.post(channelId, messageBody([textDisplay(text)]), [], {
        signal: AbortSignal.timeout(POST_WITHIN_MS),
        nonce,
      });
      return 'posted';
    } catch (error) {
      const { kind } = failureOf(error);
      if (kind === 'no access' || kind === 'gone') return 'no access';
      if (kind === 'unavailable') return 'unavailable';
      throw error;
    }
  };
}
