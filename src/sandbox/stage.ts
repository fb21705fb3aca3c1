import { join } from 'node:path';
import { type Clock, systemClock } from '../time/clock.ts';
import { type BotProcess, createBotProcess } from './bot-process.ts';
import { discordRateLimits } from './discord/limits.ts';
import type { DiscordSandbox } from './discord/sandbox.ts';
import { startDiscordSandbox } from './discord/server.ts';
import { createResultMaker } from './media/result-maker.ts';
import { startPostgres } from './postgres/postgres-server.ts';
import { startTaskApiSandbox, type TaskApiSandbox } from './task-api/sandbox.ts';
import type { Durations } from './task-api/service.ts';

/** The small Discord, the service, and the production bot between them, as processes of its own. */
export interface Stage {
  discord: DiscordSandbox;
  service: TaskApiSandbox;
  /** One, or as many as were asked for. */
  bots: readonly [BotProcess, ...BotProcess[]];
  /** Where they have their records, as they are told it. */
  storeUrl: string;
  /** The service's key that the bot uses. */
  serviceKey: string;
  /** Stops them all. */
  close(): Promise<void>;
}

export interface StageOptions {
  /** Where all state is kept. */
  folder: string;
  /** The sandboxes' clock. The bot has the machine's, and is as far ahead of it as this one's `offsetMs` says, if it has one. */
  clock?: Clock;
  /** Of the service's tasks. */
  durations?: Partial<Durations>;
  /** Of the next picture or clip; as a service makes them where it is left out. */
  longSidePx?: () => number | undefined;
  /** What `snapshot()` of each gave in an earlier life. */
  snapshots?: { discord: unknown; service: unknown };
  /** Variables of the bot beside its addresses and folders. */
  environment?: Readonly<Record<string, string>>;
  /** With the number of the process, from 0. */
  onBotLine?: (line: string, process: number) => void;
  /** This many processes on a PostgreSQL, the last of them a spare. One, with its records in a file, where it is left out. */
  processes?: number | undefined;
  /** Where PostgreSQL keeps its records for the next time; they go with the stage where it is left out. */
  postgresFolder?: string | undefined;
}

const SERVICE_KEY = 'sk-sandbox';
const SERVICE_CREDITS = 10_000;

/** Starts the sandboxes, and PostgreSQL; the bot is started by whoever has the stage. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { folder, clock = systemClock, snapshots, processes } = options;
  const postgres = processes === undefined ? undefined : await startPostgres(options.postgresFolder);
  const discord = await startDiscordSandbox({
    clock,
    folder: join(folder, 'discord'),
    rateLimits: discordRateLimits,
    ...(snapshots ? { snapshot: snapshots.discord } : {}),
  });
  const service = await startTaskApiSandbox({
    clock,
    random: Math.random,
    accounts: { [SERVICE_KEY]: SERVICE_CREDITS },
    ...(options.durations ? { durations: options.durations } : {}),
    makeResult: createResultMaker(options.longSidePx),
  });
  if (snapshots) service.restore(snapshots.service);
  const storeUrl = postgres?.url ?? `sqlite://${join(folder, 'easel.sqlite')}`;
  const makeBot = (number: number): BotProcess =>
    createBotProcess({
      environment: {
        DISCORD_TOKEN: discord.token,
        DISCORD_API_URL: discord.apiUrl,
        TASK_API_URL: service.url,
        TASK_API_KEY: SERVICE_KEY,
        STORE_URL: storeUrl,
        // Each its own: what it finds there at its start is a result that nobody fetched to its end.
        MEDIA_FOLDER: join(folder, number === 0 ? 'results' : `results-${number}`),
        // The sandbox's results are on this machine.
        MEDIA_ALLOW_PRIVATE: 'true',
        ...(processes === undefined ? {} : { SHARDS: String(processes - 1), SHARDS_PER_PROCESS: '1' }),
        ...options.environment,
      },
      ...(hasOffset(clock) ? { clock } : {}),
      onLine: (line) => options.onBotLine?.(line, number),
    });
  const others = Array.from({ length: (processes ?? 1) - 1 }, (_, index) => makeBot(index + 1));
  const bots = [makeBot(0), ...others] as const;
  return {
    discord,
    service,
    bots,
    storeUrl,
    serviceKey: SERVICE_KEY,
    close: async () => {
      await Promise.all(bots.map((bot) => bot.stop()));
      await Promise.all([discord.stop(), service.close(), postgres?.remove()]);
    },
  };
}

const hasOffset = (clock: Clock): clock is Clock & { readonly offsetMs: number } => 'offsetMs' in clock;
