import { DiscordjsError, DiscordjsErrorCodes, REST, Routes } from 'discord.js';
import { z } from 'zod';
import { type Finding, FindingError, finding, logFinding } from '../../findings/finding.ts';
import { type Log, reasonOf } from '../../log.ts';
import { untilSuccessful } from '../../time/back-off.ts';
import type { Clock } from '../../time/clock.ts';
import { whoAnswered } from '../rest/outcome.ts';
import { createRestTransport } from '../rest/rest-transport.ts';

/** Discord ended the bot's connection for good. */
export class DiscordEndedError extends FindingError {
  override readonly name = 'DiscordEndedError';
}

const BACK_OFF = { firstMs: 1_000, longestMs: 60_000 };

/** Repeats `work` until Discord can be reached. @throws DiscordEndedError if the token is wrong. */
export async function untilReached<Result>(
  { clock, log, onTrouble = () => undefined }: { clock: Clock; log: Log; onTrouble?: (found: Finding) => void },
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  return untilSuccessful({ clock, signal, ...BACK_OFF }, work, (error, delayMs) => {
    if (error instanceof DiscordEndedError) throw error;
    const isTokenInvalid = error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
    const who = isTokenInvalid ? 'refuses the token' : whoAnswered(error);
    if (who === 'refuses the token') throw new DiscordEndedError(finding('discord.token'), { cause: error });
    const found =
      who === 'a stranger' ? finding('discord.stranger') : finding('discord.unreachable', { cause: reasonOf(error) });
    onTrouble(found);
    logFinding(log, found, { err: error, delayMs });
  });
}

const gatewaySchema = z.object({ shards: z.int().min(1) });

/**
 * The number of shards that Discord recommends. Needed before there is a client, because the process first claims its
 * shards. @throws DiscordEndedError if the token is wrong.
 */
export async function recommendedShards(
  { token, apiUrl, ...outside }: { token: string; apiUrl: string } & Parameters<typeof untilReached>[0],
  signal: AbortSignal,
): Promise<number> {
  const transport = createRestTransport();
  const rest = new REST({ api: apiUrl, makeRequest: transport.makeRequest, retries: 0 }).setToken(token);
  try {
    const ask = (): Promise<unknown> => rest.get(Routes.gatewayBot(), { signal });
    return gatewaySchema.parse(await untilReached(outside, signal, ask)).shards;
  } finally {
    await transport.close();
  }
}
