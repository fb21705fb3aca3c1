import { randomUUID } from 'node:crypto';
import { textDisplay } from './components.ts';
import { messageBody } from './message-body.ts';
import type { DiscordRest } from './rest.ts';
import { failureOf } from './rest-failure.ts';

export type LineOutcome = 'posted' | 'no access' | 'unavailable';

/** Puts a few words into a channel; pings nobody. */
export function createLinePoster(
  rest: Pick<DiscordRest, 'post'>,
  stop: AbortSignal,
): (channelId: string, text: string) => Promise<LineOutcome> {
  return async (channelId, text) => {
    try {
      const nonce = randomUUID().replaceAll('-', '').slice(0, 25);
      await rest.post(channelId, messageBody([textDisplay(text)]), [], { signal: stop, nonce });
      return 'posted';
    } catch (error) {
      stop.throwIfAborted();
      const { kind } = failureOf(error);
      if (kind === 'no access' || kind === 'gone') return 'no access';
      if (kind === 'unavailable') return 'unavailable';
      throw error;
    }
  };
}
