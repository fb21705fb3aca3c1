import { DiscordjsError, DiscordjsErrorCodes } from 'discord.js';
import type { Log } from '../../log.ts';
import { untilSuccessful } from '../../time/back-off.ts';
import type { Clock } from '../../time/clock.ts';
import { isRefusal } from '../rest/outcome.ts';

/** The bot's life on Discord has ended and cannot begin again by itself; the message is for the operator. */
export class DiscordEndedError extends Error {
  override readonly name = 'DiscordEndedError';
}

export const WRONG_TOKEN = 'Discord does not accept the token: set DISCORD_TOKEN to the one of the developer portal';

const BACK_OFF = { firstMs: 1_000, longestMs: 60_000 };

/** Tries until Discord can be reached, or the signal aborts. @throws DiscordEndedError when the token is wrong. */
export async function untilReached<Result>(
  { clock, log }: { clock: Clock; log: Log },
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  return untilSuccessful({ clock, signal, ...BACK_OFF }, work, (error, delayMs) => {
    if (error instanceof DiscordEndedError) throw error;
    const isTokenInvalid = error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
    if (isTokenInvalid || isRefusal(error)) throw new DiscordEndedError(WRONG_TOKEN, { cause: error });
    log.warn({ err: error, delayMs }, 'Discord cannot be reached; trying again');
  });
}
