import type { Clock } from '../../clock.ts';
import type { Place } from '../../jobs/job.ts';
import { TOKEN_LIFE_MS } from '../interactions/interaction.ts';
import type { MessageBody } from '../rest/message-body.ts';
import type { DiscordRest, SentMessage, Upload } from '../rest/rest.ts';
import { failureOf } from '../rest/rest-failure.ts';

/** Changes the message at a place: by the interaction's token while it lives, then as the bot. */
export type EditPlace = (
  place: Place,
  body: MessageBody,
  files?: readonly Upload[],
) => Promise<{ message: SentMessage } | 'gone' | 'unavailable' | 'too large'>;

/** @returns what rejects with the reason of a stop, and with what is a bug of ours. */
export function createEditPlace(
  rest: Pick<DiscordRest, 'edit' | 'editOriginal'>,
  clock: Pick<Clock, 'now'>,
  stop: AbortSignal,
): EditPlace {
  return async (place, body, files = []) => {
    const { channelId, messageId, tokenIssuedAtMs } = place;
    const isTokenAlive = clock.now() - tokenIssuedAtMs < TOKEN_LIFE_MS;
    const ways = [
      ...(isTokenAlive ? [() => rest.editOriginal(place, body, files, { signal: stop })] : []),
      ...(messageId === undefined ? [] : [() => rest.edit({ channelId, messageId }, body, files, { signal: stop })]),
    ];
    let outcome: 'gone' | 'unavailable' | 'too large' = 'gone';
    for (const edit of ways) {
      try {
        return { message: await edit() };
      } catch (error) {
        stop.throwIfAborted();
        const { kind } = failureOf(error);
        if (kind === 'refused') throw error;
        outcome = kind === 'unavailable' || kind === 'too large' ? kind : 'gone';
      }
    }
    return outcome;
  };
}
