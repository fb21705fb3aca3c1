import { DiscordjsError, DiscordjsErrorCodes, REST, Routes } from 'discord.js';
import { z } from 'zod';
import { type Finding, FindingError, finding, logFinding } from '../../findings/finding.ts';
import type { Needs } from '../../runtime.ts';
import { untilSuccessful } from '../../time/back-off.ts';
import { retryAfterMsOf } from '../rest/outcome.ts';
import { reachFinding } from '../rest/reach-finding.ts';
import { createRestTransport } from '../rest/rest-transport.ts';

/** Discord ended the bot's connection for good. */
export class DiscordEndedError extends FindingError {
  override readonly name = 'DiscordEndedError';
}

const BACK_OFF = { firstMs: 1_000, longestMs: 60_000 };

interface Reaching extends Needs<'clock' | 'log'> {
  apiUrl: string;
  onTrouble?: (found: Finding) => void;
}

/** Repeats `work` until Discord can be reached. @throws DiscordEndedError if the token is wrong. */
export async function untilReached<Result>(
  { clock, log, apiUrl, onTrouble = () => undefined }: Reaching,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  return untilSuccessful({ clock, signal, ...BACK_OFF }, work, (error, delayMs) => {
    if (error instanceof DiscordEndedError) throw error;
    const isTokenInvalid = error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
    const found = isTokenInvalid ? finding('discord.token') : reachFinding(error, apiUrl);
    if (found.id === 'discord.token') throw new DiscordEndedError(found, { cause: error });
    onTrouble(found);
    logFinding(log, found, { err: error, delayMs });
    return Math.max(delayMs, retryAfterMsOf(error));
  });
}

const gatewaySchema = z.object({ shards: z.int().min(1) });

/**
 * The number of shards that Discord recommends. Needed before there is a client, because the process first claims its
 * shards. @throws DiscordEndedError if the token is wrong.
 */
export async function recommendedShards(
  { token, ...outside }: { token: string } & Reaching,
  signal: AbortSignal,
): Promise<number> {
  const transport = createRestTransport({ clock: outside.clock });
  const rest = new REST({ api: outside.apiUrl, makeRequest: transport.makeRequest, retries: 0 }).setToken(token);
  try {
    const ask = async () => gatewaySchema.parse(await rest.get(Routes.gatewayBot(), { signal }));
    return (await untilReached(outside, signal, ask)).shards;
  } finally {
    await transport.close();
  }
}
