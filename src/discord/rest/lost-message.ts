import type { Clock } from '../../clock.ts';
import type { MessageBody } from './message-body.ts';
import type { DiscordRest } from './rest.ts';
import { failureOf } from './rest-failure.ts';

/** For so long Discord knows a nonce: "the past few minutes". */
const NONCE_KNOWN_MS = 5 * 60_000;

export interface LostMessage {
  channelId: string;
  /** What it was posted with. */
  nonce: string;
  body: MessageBody;
  /** No earlier it can have been posted. */
  postedAfterMs: number;
}

/**
 * Deletes a message of which a crash left nobody the id: posted again with its nonce it is the same one. Where there was none,
 * the new one goes at once. What is older than nonces are known stays.
 */
export type RemoveLost = (message: LostMessage, signal: AbortSignal) => Promise<'done' | 'unavailable'>;

export function createRemoveLost(rest: Pick<DiscordRest, 'delete' | 'post'>, clock: Pick<Clock, 'now'>): RemoveLost {
  return async ({ channelId, nonce, body, postedAfterMs }, signal) => {
    if (clock.now() - postedAfterMs >= NONCE_KNOWN_MS) return 'done';
    try {
      const { id: messageId } = await rest.post(channelId, body, [], { signal, nonce });
      await rest.delete({ channelId, messageId });
      return 'done';
    } catch (error) {
      signal.throwIfAborted();
      const { kind } = failureOf(error);
      if (kind === 'refused') throw error;
      return kind === 'unavailable' ? 'unavailable' : 'done';
    }
  };
}
