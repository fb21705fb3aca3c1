import { randomUUID } from 'node:crypto';
import { textDisplay } from '../messages/components.ts';
import { messageBody } from '../rest/message-body.ts';
import type { DiscordRest } from '../rest/rest.ts';
import { failureOf } from '../rest/rest-failure.ts';

/** A stop waits for it. */
const POST_WITHIN_MS = 5_000;

export type LineOutcome = 'posted' | 'no access' | 'unavailable';

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
