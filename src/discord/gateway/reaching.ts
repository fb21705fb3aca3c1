import { DiscordjsError, DiscordjsErrorCodes } from 'discord.js';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { isRefusal } from '../rest/outcome.ts';

/** The bot's life on Discord has ended and cannot begin again by itself; the message is for the operator. */
export class DiscordEndedError extends Error {
  override readonly name = 'DiscordEndedError';
}

export const WRONG_TOKEN = 'Discord does not accept the token: set DISCORD_TOKEN to the one of the developer portal';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/** Tries until Discord can be reached, or the signal aborts. @throws DiscordEndedError when the token is wrong. */
export async function untilReached<Result>(
  { clock, log }: { clock: Clock; log: Log },
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DiscordEndedError) throw error;
      const isTokenInvalid = error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
      if (isTokenInvalid || isRefusal(error)) throw new DiscordEndedError(WRONG_TOKEN, { cause: error });
      const delayMs = Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS);
      log.warn({ err: error, delayMs }, 'Discord cannot be reached; trying again');
      await clock.sleep(delayMs, signal);
    }
  }
}
