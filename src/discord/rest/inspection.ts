import { ApplicationFlags, REST, Routes } from 'discord.js';
import { z } from 'zod';
import { systemClock } from '../../time/clock.ts';
import { createCallPace } from './call-pace.ts';
import { createCall } from './request.ts';
import { createDiscordRest } from './rest.ts';
import { createRestTransport } from './rest-transport.ts';

const CALLS_PER_SECOND = 50;

const PRIVILEGED_INTENTS =
  ApplicationFlags.GatewayPresence |
  ApplicationFlags.GatewayPresenceLimited |
  ApplicationFlags.GatewayGuildMembers |
  ApplicationFlags.GatewayGuildMembersLimited |
  ApplicationFlags.GatewayMessageContent |
  ApplicationFlags.GatewayMessageContentLimited;

const gatewaySchema = z
  .object({ shards: z.int(), session_start_limit: z.object({ remaining: z.int() }) })
  .transform(({ shards, session_start_limit: { remaining } }) => ({ shards, sessionsLeft: remaining }));
export type GatewayFacts = z.output<typeof gatewaySchema>;

const applicationSchema = z
  .object({ id: z.string(), flags: z.int().default(0), approximate_guild_count: z.int().optional() })
  .transform(({ id, flags, approximate_guild_count: servers }) => ({
    id,
    servers,
    hasPrivilegedIntents: (flags & PRIVILEGED_INTENTS) !== 0,
  }));
export type ApplicationFacts = z.output<typeof applicationSchema>;

/** Calls that look at the bot from outside, without a gateway. */
export type Inspection = ReturnType<typeof openInspection>;

export function openInspection({
  token,
  apiUrl,
  onTime,
}: {
  token: string;
  apiUrl: string;
  onTime?: (atMs: number) => void;
}) {
  const transport = createRestTransport({ onTime });
  const bot = new REST({ api: apiUrl, makeRequest: transport.makeRequest, retries: 0 }).setToken(token);
  const pace = createCallPace({ clock: systemClock, perSecond: CALLS_PER_SECOND });
  const call = createCall(bot, pace);
  return {
    calls: createDiscordRest({ bot, interactions: bot, pace }),
    /** How to connect. Rejects with the reason if Discord doesn't answer. */
    gateway: (signal: AbortSignal): Promise<GatewayFacts> =>
      call('get', Routes.gatewayBot(), gatewaySchema, { signal }),
    application: (signal: AbortSignal): Promise<ApplicationFacts> =>
      call('get', Routes.currentApplication(), applicationSchema, { signal }),
    close: async (): Promise<void> => {
      bot.clearHandlerSweeper();
      bot.clearHashSweeper();
      await transport.close();
    },
  };
}
