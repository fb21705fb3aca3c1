import { REST, Routes } from 'discord.js';
import { z } from 'zod';
import { createRestTransport } from '../rest/rest-transport.ts';
import { untilReached } from './reaching.ts';

const gatewaySchema = z.object({ shards: z.int().min(1) });

/**
 * How many shards Discord recommends. Asked before there is a client: which of them are this process's is found out first.
 * @throws DiscordEndedError when the token is wrong.
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
